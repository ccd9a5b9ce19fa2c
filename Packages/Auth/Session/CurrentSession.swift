import Foundation
public import Networking
import OrbitModels
public import TimeAndChance

/// The session on this device, and the only place that renews its tokens.
///
/// However many requests find the access token expired, the refresh token is exchanged once (token rotation). Each
/// exchange is bound to the sign-in it began under: if it ends after a sign-out or another sign-in, its result is
/// dropped. Only the server's response that the session has ended signs the user out; a lost network, a busy server or
/// an unreadable store never does.
///
/// ```swift
/// let session = CurrentSession(store: store, client: client)
/// await session.restore()
/// for await state in await session.states() { print(state) }
/// ```
public actor CurrentSession {
    private let store: any TokenStore
    private let client: APIClient
    private let time: any TimeSource
    private var broadcast = StateBroadcast<SessionState>(.unknown)
    private var held: HeldSession?
    private var flight: RefreshFlight?
    /// Incremented on every sign-in and sign-out; results from an earlier generation are dropped.
    private var generation = 0
    private var lastSerial = 0
    private var lastWaiter = 0
    private var lastWrite: Task<Void, any Error>?

    /// - Parameter client: A client without `AuthMiddleware`: it sends the refresh requests themselves.
    public init(store: any TokenStore, client: APIClient, time: any TimeSource = SystemClock()) {
        self.store = store
        self.client = client
        self.time = time
    }

    /// The current state.
    public var state: SessionState { broadcast.current }

    /// The current state and each later state; a slow observer skips to the newest.
    public func states() -> AsyncStream<SessionState> {
        broadcast.observe { id in
            Task { await self.stopObserving(id) }
        }
    }

    /// Loads the stored session. Call it once at launch, and again after `.unreadable`.
    @discardableResult
    public func restore() async -> SessionState {
        let generation = generation
        let stored = await store.load()
        guard generation == self.generation, held == nil else { return state }
        switch stored {
        case .session(let session):
            hold(session, lifetime: session.remainingLifetime(at: time.date), from: time.uptime)
            broadcast.send(.signedIn(session.userID, isStored: true))
        case .absent:
            broadcast.send(.signedOut(.notSignedIn))
        case .unavailable(let reason), .insecure(let reason), .corrupt(let reason):
            broadcast.send(.unreadable(reason: reason))
        }
        return state
    }

    /// Begins the session that a verified code grants.
    ///
    /// - Parameter start: The uptime at which the request was sent.
    func signIn(_ grant: AuthGrant, askedAt start: Duration) async {
        begin(leaving: .signedOut)
        await adopt(grant, from: start)
    }

    /// Deletes the session from memory and disk, whether or not the server is reachable.
    func signOut() async -> EndedSession {
        let token = held?.session.refreshToken
        do {
            try await end(.asked, leaving: .signedOut)
            return EndedSession(refreshToken: token, storeError: nil)
        } catch {
            return EndedSession(refreshToken: token, storeError: error)
        }
    }

    /// An access token, renewed first if it is about to expire.
    func token() async throws -> IssuedToken {
        let held = try current()
        guard time.uptime >= held.renewAt else { return held.issued }
        do {
            return try await renewed(held)
        } catch is APIError where time.uptime < held.expiresAt {
            return held.issued  // no response, but the current token has not expired
        }
    }

    /// An access token after the server rejected one: its replacement if there is one, otherwise a renewed token.
    func token(replacing rejected: IssuedToken) async throws -> IssuedToken {
        let held = try current()
        return held.serial == rejected.serial ? try await renewed(held) : held.issued
    }

    private func current() throws -> HeldSession {
        if let held { return held }
        switch state {
        case .unknown, .unreadable: throw AuthError.sessionUnreadable
        case .signedOut(.ended): throw AuthError.sessionEnded
        case .signedOut, .signedIn: throw AuthError.signedOut
        }
    }

    /// Joins the exchange in flight, or starts it.
    private func renewed(_ held: HeldSession) async throws -> IssuedToken {
        if flight == nil {
            flight = RefreshFlight()
            let generation = generation
            Task { await self.exchange(held.session, generation: generation) }
        }
        lastWaiter += 1
        let id = lastWaiter
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                flight?.add(waiter, id: id)
                if Task.isCancelled { flight?.cancel(id) }
            }
        } onCancel: {
            Task { await self.cancelWaiter(id) }
        }
    }

    private func exchange(_ session: AuthSession, generation: Int) async {
        let start = time.uptime
        do {
            let request = RefreshRequest(refreshToken: session.refreshToken)
            let grant = try await client.send(Endpoint<AuthGrant>(AuthRoutes.refresh).json(request))
            guard generation == self.generation else { return }
            await adopt(grant, from: start)
            guard generation == self.generation, let held else { return }
            finishRefresh(with: .success(held.issued))
        } catch {
            guard generation == self.generation else { return }
            if (error as? APIError)?.problem?.code == .sessionEnded {
                // A session that remains on disk has ended: the server says so again at the next launch.
                try? await end(.ended, leaving: .sessionEnded)
            } else {
                finishRefresh(with: .failure(error))
            }
        }
    }

    /// Saves before use: a process that ends in between finds the new tokens on disk. If they cannot be saved they are
    /// used all the same, and the state says so.
    private func adopt(_ grant: AuthGrant, from start: Duration) async {
        let generation = generation
        let session = grant.session(issuedAt: time.date)
        var isStored = true
        do {
            try await write(session)
        } catch {
            isStored = false
        }
        guard generation == self.generation else { return }
        hold(session, lifetime: grant.lifetime, from: start)
        broadcast.send(.signedIn(session.userID, isStored: isStored))
    }

    private func hold(_ session: AuthSession, lifetime: Duration, from start: Duration) {
        lastSerial += 1
        held = HeldSession(session, serial: lastSerial, lifetime: lifetime, from: start)
    }

    private func end(_ cause: SignOutCause, leaving reason: AuthError) async throws {
        begin(leaving: reason)
        broadcast.send(.signedOut(cause))
        try await write(nil)
    }

    /// Discards the previous session: its tokens, and its exchange with all waiting requests.
    private func begin(leaving reason: AuthError) {
        generation += 1
        held = nil
        finishRefresh(with: .failure(reason))
    }

    private func finishRefresh(with result: Result<IssuedToken, any Error>) {
        let finished = flight
        flight = nil
        finished?.finish(with: result)
    }

    private func cancelWaiter(_ id: Int) {
        flight?.cancel(id)
    }

    private func stopObserving(_ id: Int) {
        broadcast.remove(id)
    }

    /// Writes or removes the stored session. Writes are serialised, and a write overtaken by a sign-in or sign-out is
    /// skipped: the disk is never older than the memory.
    private func write(_ session: AuthSession?) async throws {
        let previous = lastWrite
        let generation = generation
        let write = Task {
            _ = await previous?.result
            guard generation == self.generation else { return }
            if let session {
                try await store.save(session)
            } else {
                try await store.remove()
            }
        }
        lastWrite = write
        try await write.value
    }
}

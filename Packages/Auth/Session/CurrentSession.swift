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
/// Processes that share a store share the session: the first that finds the token expired exchanges it under the store's
/// lock, and the others adopt what it has stored. If another process has signed out or signed another user in, this one
/// is signed out too, and leaves alone what is stored.
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
    private(set) var exchange: Task<Void, Never>?
    /// Incremented on every sign-in and sign-out; results from an earlier generation are dropped.
    private var generation = 0
    private var lastSerial = 0
    private var lastWaiter = 0
    private var lastChange: Task<Void, Never>?
    /// What a sign-out has to remove if no session is held.
    private var leftover = Leftover.unknown

    private enum Leftover {
        case none
        /// Whatever is stored: it was never read.
        case unknown
        /// A session that is being saved, or could not be removed.
        case session(of: UserID)
    }

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
            hold(HeldSession(session, isStored: true, at: time))
            broadcast.send(.signedIn(session.userID, isStored: true))
        case .absent:
            leftover = .none
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
        let generation = generation
        let session = grant.session(issuedAt: time.date)
        leftover = .session(of: session.userID)  // for a sign-out meanwhile
        var isStored = true
        do {
            try await change { try $0.save(session) }
        } catch {
            isStored = false
        }
        guard generation == self.generation else { return }
        hold(HeldSession(session, isStored: isStored, lifetime: grant.lifetime, from: start))
        broadcast.send(.signedIn(session.userID, isStored: isStored))
    }

    /// Deletes the session from memory and disk, whether or not the server is reachable.
    func signOut() async -> EndedSession {
        let token = held?.session.refreshToken
        let leftover = held.map { .session(of: $0.session.userID) } ?? leftover
        leave(.asked, throwing: .signedOut)
        do {
            var stored: RefreshToken?
            switch leftover {
            case .none: break
            case .unknown: stored = try await remove(of: nil)
            case .session(let user): stored = try await remove(of: user)
            }
            return EndedSession(refreshToken: stored ?? token, storeError: nil)
        } catch {
            if held == nil { self.leftover = leftover }
            return EndedSession(refreshToken: token, storeError: error)
        }
    }

    /// An access token, renewed first if it is about to expire.
    func token() async throws -> IssuedToken {
        let held = try current()
        guard time.uptime >= held.renewAt else { return held.issued }
        do {
            return try await renewed(held)
        } catch  where time.uptime < held.expiresAt && (error is APIError || error is TokenStoreError) {
            return held.issued  // not renewed, but the current token has not expired
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
            exchange = Task { await self.exchange(held, generation: generation) }
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

    private func exchange(_ held: HeldSession, generation: Int) async {
        let exchange = TokenExchange(held: held, client: client, time: time) { [weak self] in
            await self?.generation == generation
        }
        do {
            let outcome: TokenExchange.Outcome
            do {
                outcome = try await store.withExclusiveAccess { try await exchange.run($0) }
            } catch is TokenStoreError where !held.isStored {
                outcome = try await exchange.run(nil)  // the store was of no use from the start
            }
            guard generation == self.generation else { return }
            finish(outcome)
        } catch {
            guard generation == self.generation else { return }
            finishRefresh(with: .failure(error))
        }
    }

    private func finish(_ outcome: TokenExchange.Outcome) {
        switch outcome {
        case .session(let renewed):
            let held = hold(renewed)
            broadcast.send(.signedIn(held.session.userID, isStored: held.isStored))
            finishRefresh(with: .success(held.issued))
        case .ended(let reason):
            leave(.ended(reason), throwing: .sessionEnded)
        case .gone:
            leave(.elsewhere, throwing: .signedOut)
        case .superseded:
            break
        }
    }

    @discardableResult
    private func hold(_ session: HeldSession) -> HeldSession {
        var session = session
        lastSerial += 1
        session.serial = lastSerial
        held = session
        return session
    }

    /// Leaves what is stored as it is.
    private func leave(_ cause: SignOutCause, throwing reason: AuthError) {
        begin(leaving: reason)
        broadcast.send(.signedOut(cause))
    }

    /// Discards the previous session: its tokens, and its exchange with all waiting requests.
    private func begin(leaving reason: AuthError) {
        generation += 1
        held = nil
        leftover = .none
        exchange?.cancel()
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

    /// Removes what is stored, unless it is another user's. Returns the refresh token that was stored.
    ///
    /// - Parameter user: The user whose session is removed; `nil` for any user's.
    private func remove(of user: UserID?) async throws -> RefreshToken? {
        try await change { tokens in
            var token: RefreshToken?
            if case .session(let stored) = tokens.load() {
                guard user == nil || stored.userID == user else { return nil }
                token = stored.refreshToken
            }
            try tokens.remove()
            return token
        } ?? nil
    }

    /// Changes the store. Changes are serialised, and one overtaken by a sign-in or sign-out is skipped: the disk is
    /// never older than the memory.
    @discardableResult
    private func change<Result: Sendable>(
        _ body: @escaping @Sendable (any ExclusiveTokens) throws -> Result
    ) async throws -> Result? {
        let previous = lastChange
        let generation = generation
        let change = Task { () -> Result? in
            await previous?.value
            guard generation == self.generation else { return nil }
            return try await store.withExclusiveAccess { try body($0) }
        }
        lastChange = Task { _ = await change.result }
        return try await change.value
    }
}

extension CurrentSession {
    /// The requests that wait for the token exchange in flight.
    ///
    /// The exchange belongs to none of them: cancelling a waiting request does not affect the others.
    fileprivate struct RefreshFlight {
        typealias Waiter = CheckedContinuation<IssuedToken, any Error>

        private var waiters: [Int: Waiter] = [:]

        mutating func add(_ waiter: Waiter, id: Int) {
            waiters[id] = waiter
        }

        /// Resumes a waiting request with a cancellation; does nothing if it is gone.
        mutating func cancel(_ id: Int) {
            waiters.removeValue(forKey: id)?.resume(throwing: CancellationError())
        }

        func finish(with result: Result<IssuedToken, any Error>) {
            for waiter in waiters.values { waiter.resume(with: result) }
        }
    }
}

import Foundation
public import Networking
public import OrbitModels
public import TimeAndChance

/// The session on this device. It is the only type that renews its tokens.
///
/// If many requests find the access token expired, the refresh token is exchanged only once (token rotation). Each
/// exchange belongs to one sign-in. If it ends after a sign-out or another sign-in, its result is dropped. A failed
/// exchange signs the user out only if the server responds that the session has ended. A lost network, a busy server or
/// an unreadable store never signs the user out.
///
/// Processes that share a store share the session. The first process that finds the token expired exchanges it under
/// the store's lock, and all other processes adopt the stored result. If another process signs out or signs in another
/// user, this process is signed out too. It then leaves the stored session unchanged.
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
    private var held: ActiveSession?
    private var flight: InFlightRefresh?
    private(set) var exchange: Task<Void, Never>?
    /// The number of sign-ins and sign-outs. Results from an earlier generation are dropped.
    private var generation = 0
    private var lastSerial = 0
    private var lastWaiter = 0
    private var lastChange: Task<Void, Never>?
    /// The stored session that a sign-out has to remove if no session is held.
    ///
    /// | State | A sign-out removes |
    /// |---|---|
    /// | A session is held | The stored session of the same user |
    /// | `unknown`: the store was not read, or could not be read | The stored session of any user |
    /// | `session(of:)`: a save or removal has not finished, or a removal has failed | The stored session of this user |
    /// | `none`: signed out, or the store is empty | Nothing |
    private var leftover = PendingCleanup.unknown

    private enum PendingCleanup {
        case none
        /// Any stored session, because the store was not read yet.
        case unknown
        /// A session that is being saved, or that could not be removed.
        case session(of: UserID)
    }

    /// - Parameters:
    ///   - store: Stores the session between launches.
    ///   - client: A client without `AuthMiddleware`, because it sends the refresh requests.
    ///   - time: The clock of the deadlines.
    public init(store: any TokenStore, client: APIClient, time: any TimeSource = SystemClock()) {
        self.store = store
        self.client = client
        self.time = time
    }

    /// The current state.
    public var state: SessionState { broadcast.current }

    /// Returns the current state and each later state. A slow observer receives only the latest state.
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
            hold(ActiveSession(session, isStored: true, at: time))
            broadcast.send(.signedIn(session.userID, isStored: true))
        case .absent:
            leftover = .none
            broadcast.send(.signedOut(.notSignedIn))
        case .unavailable(let reason), .insecure(let reason), .corrupt(let reason):
            broadcast.send(.unreadable(reason: reason))
        }
        return state
    }

    /// Begins the session that a server has granted. It replaces the current session.
    ///
    /// ``AuthService`` begins a session after a verified code. Call this function after a sign-in of another kind, such
    /// as with an ID token or a passkey. If the store fails, the session exists only in memory, and ``state`` has
    /// `isStored: false`.
    ///
    /// ```swift
    /// let start = time.uptime
    /// let grant = try await client.send(Endpoint<AuthGrant>(passkeys).json(assertion))
    /// await session.signIn(grant, askedAt: start)
    /// ```
    ///
    /// - Parameters:
    ///   - grant: The tokens and the user. Its lifetime is limited to 30 days.
    ///   - start: The uptime at which the request was sent, at most the present. The lifetime counts from it, so that a
    ///     slow response does not lengthen the lifetime.
    public func signIn(_ grant: AuthGrant, askedAt start: Duration) async {
        begin(leaving: .signedOut)
        let generation = generation
        let session = grant.session(issuedAt: time.date)
        leftover = .session(of: session.userID)  // for a sign-out during the save
        var isStored = true
        do {
            try await change { try $0.save(session) }
        } catch {
            isStored = false
        }
        guard generation == self.generation else { return }
        hold(ActiveSession(session, isStored: isStored, lifetime: grant.lifetime, from: min(start, time.uptime)))
        broadcast.send(.signedIn(session.userID, isStored: isStored))
    }

    /// Deletes the session from memory and disk, whether or not the server is reachable.
    func signOut() async -> EndedSession {
        let token = held?.session.refreshToken
        let leftover = held.map { .session(of: $0.session.userID) } ?? leftover
        leave(.byUser, throwing: .signedOut)
        do {
            var stored: RefreshToken?
            switch leftover {
            case .none: break
            case .unknown: stored = try await remove(of: nil)
            case .session(let user): stored = try await remove(of: user)
            }
            return EndedSession(refreshToken: stored ?? token, storeError: nil)
        } catch {
            // A sign-in that has begun since then has a leftover of its own.
            if held == nil, case .none = self.leftover { self.leftover = leftover }
            return EndedSession(refreshToken: token, storeError: error)
        }
    }

    /// Returns an access token, and renews it first if it is about to expire.
    func token() async throws -> IssuedToken {
        let held = try current()
        guard time.uptime >= held.renewAt else { return held.issued }
        do {
            return try await renewed(held)
        } catch  where time.uptime < held.expiresAt && (error is APIError || error is TokenStoreError) {
            return held.issued  // not renewed, but the current token has not expired
        }
    }

    /// Returns an access token after the server rejected one: the current token if it is newer, and otherwise a renewed
    /// token.
    func token(replacing rejected: IssuedToken) async throws -> IssuedToken {
        let held = try current()
        return held.serial == rejected.serial ? try await renewed(held) : held.issued
    }

    private func current() throws -> ActiveSession {
        if let held { return held }
        switch state {
        case .unknown, .unreadable: throw AuthError.sessionUnreadable
        case .signedOut(.ended): throw AuthError.sessionEnded
        case .signedOut, .signedIn: throw AuthError.signedOut
        }
    }

    /// Waits for the exchange in flight, or starts an exchange.
    private func renewed(_ held: ActiveSession) async throws -> IssuedToken {
        if flight == nil {
            flight = InFlightRefresh()
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

    private func exchange(_ held: ActiveSession, generation: Int) async {
        let exchange = TokenExchange(held: held, client: client, time: time) { [weak self] in
            await self?.generation == generation
        }
        do {
            let outcome: TokenExchange.Outcome
            do {
                outcome = try await store.withExclusiveAccess { try await exchange.run($0) }
            } catch is TokenStoreError where !held.isStored {
                outcome = try await exchange.run(nil)  // the session was never stored
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
    private func hold(_ session: ActiveSession) -> ActiveSession {
        var session = session
        lastSerial += 1
        session.serial = lastSerial
        held = session
        return session
    }

    /// Ends the session in memory. The stored session stays unchanged.
    ///
    /// - Parameters:
    ///   - cause: The cause that observers receive.
    ///   - reason: The error of the requests that wait for the exchange.
    private func leave(_ cause: SignOutCause, throwing reason: AuthError) {
        begin(leaving: reason)
        broadcast.send(.signedOut(cause))
    }

    /// Begins a generation without a session. Discards the tokens of the previous session, and cancels its exchange.
    ///
    /// - Parameter reason: The error of the requests that wait for the exchange.
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

    /// Removes the stored session, unless it belongs to another user.
    ///
    /// - Parameter user: The user whose session is removed; `nil` removes the session of any user.
    /// - Returns: The refresh token that was stored.
    private func remove(of user: UserID?) async throws -> RefreshToken? {
        try await change { tokens in
            var token: RefreshToken?
            if case .session(let stored) = tokens.load() {
                guard user == nil || stored.userID == user else { return nil }
                token = stored.refreshToken
            }
            try tokens.remove()
            return token
        }
    }

    /// Changes the store. Changes run one after another, in the order of the sign-ins and sign-outs, so that the disk
    /// is never older than the memory.
    // No change is skipped, although a later change follows it: a sign-out removes the session of one user, so the save
    // of this session has to replace an earlier user's session first.
    private func change<Result: Sendable>(
        _ body: @escaping @Sendable (any ExclusiveTokens) throws -> Result
    ) async throws -> Result {
        let previous = lastChange
        let change = Task { () -> Result in
            await previous?.value
            return try await store.withExclusiveAccess { try body($0) }
        }
        lastChange = Task { _ = await change.result }
        return try await change.value
    }
}

extension CurrentSession {
    /// The requests that wait for the token exchange in flight.
    ///
    /// The exchange does not belong to any of these requests. Cancelling one of them does not affect the exchange.
    fileprivate struct InFlightRefresh {
        typealias Waiter = CheckedContinuation<IssuedToken, any Error>

        private var waiters: [Int: Waiter] = [:]

        mutating func add(_ waiter: Waiter, id: Int) {
            waiters[id] = waiter
        }

        /// Resumes a waiting request with a cancellation. Does nothing if the request has already ended.
        mutating func cancel(_ id: Int) {
            waiters.removeValue(forKey: id)?.resume(throwing: CancellationError())
        }

        func finish(with result: Result<IssuedToken, any Error>) {
            for waiter in waiters.values { waiter.resume(with: result) }
        }
    }
}

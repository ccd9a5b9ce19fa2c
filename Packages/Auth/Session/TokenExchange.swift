import Foundation
import Networking
import OrbitModels
import TimeAndChance

/// The exchange of a refresh token for the next pair. The process that performs it holds the lock of the token store.
///
/// The exchange sends the token of the stored session, because another process may have changed the session. The token
/// of a removed session is not sent. A token that was exchanged already is not sent again, because the server would
/// treat it as stolen.
struct TokenExchange: Sendable {
    enum Outcome: Sendable {
        /// The session to use from now on.
        case session(ActiveSession)
        /// The server has ended the session; it is no longer stored.
        case ended(SessionEnd)
        /// Another process has removed the session or stored another user's session.
        case gone
        /// This process has signed out or signed in during the exchange.
        case superseded
    }

    let held: ActiveSession
    let client: APIClient
    let time: any TimeSource
    /// Whether the sign-in of ``held`` is still current.
    let isCurrent: @Sendable () async -> Bool

    /// Exchanges the token, or adopts the pair that another process has stored.
    ///
    /// - Parameter tokens: The locked store; `nil` if it cannot be locked, which is allowed only for a session that is
    ///   not stored.
    /// - Throws: `TokenStoreError` if the stored session cannot be read, and the errors of the client.
    func run(_ tokens: (any ExclusiveTokens)?) async throws -> Outcome {
        guard await isCurrent() else { return .superseded }
        guard held.isStored, let tokens else { return try await send(held.session, tokens) }
        switch tokens.load() {
        case .absent:
            return .gone
        case .session(let stored) where stored.userID != held.session.userID:
            return .gone
        case .session(let stored):
            let isNew = stored.refreshToken != held.session.refreshToken
            guard isNew, stored.isFresh(at: time.date) else { return try await send(stored, tokens) }
            return .session(ActiveSession(stored, isStored: true, at: time))
        case .unavailable(let reason):
            throw TokenStoreError.unavailable(reason: reason)
        case .insecure(let reason):
            throw TokenStoreError.insecure(reason: reason)
        case .corrupt(let reason):
            throw TokenStoreError.corrupt(reason: reason)
        }
    }

    private func send(_ session: AuthSession, _ tokens: (any ExclusiveTokens)?) async throws -> Outcome {
        let start = time.uptime
        do {
            let request = RefreshRequest(refreshToken: session.refreshToken)
            let endpoint = try Endpoint<AuthGrant>(AuthRoutes.refresh).json(request)
            let grant = try await withCancellableResult { [client] in try await client.send(endpoint) }
            guard await isCurrent() else { return .superseded }
            let renewed = grant.session(issuedAt: time.date)
            let isStored = save(renewed, tokens)
            return .session(ActiveSession(renewed, isStored: isStored, lifetime: grant.lifetime, from: start))
        } catch let error as APIError {
            guard let reason = error.sessionEnd else { throw error }
            guard await isCurrent() else { return .superseded }
            forget(session, tokens)
            return .ended(reason)
        }
    }

    /// Saves the tokens before they are used. If the process ends in between, the new tokens are on disk. If they
    /// cannot be saved, they are used without being stored.
    ///
    /// - Returns: Whether the tokens are stored.
    private func save(_ session: AuthSession, _ tokens: (any ExclusiveTokens)?) -> Bool {
        guard let tokens else { return false }
        // Another user's session can be stored here only if this session was never stored. The other session was stored
        // first, so it stays.
        if case .session(let stored) = tokens.load(), stored.userID != session.userID { return false }
        do {
            try tokens.save(session)
            return true
        } catch {
            return false
        }
    }

    /// Removes the session whose token was refused, but no other session.
    private func forget(_ session: AuthSession, _ tokens: (any ExclusiveTokens)?) {
        guard let tokens, case .session(let stored) = tokens.load(), stored.refreshToken == session.refreshToken else {
            return
        }
        // If it remains on disk, it has still ended, and the server will refuse it again at the next launch.
        try? tokens.remove()
    }
}

extension APIError {
    /// The reason for which the server has refused the refresh token; `nil` unless it has definitely refused it. A 503
    /// from a proxy never counts, whatever its body contains.
    fileprivate var sessionEnd: SessionEnd? {
        guard case .problem(status: 401, let problem) = self, problem.code == .sessionEnded else { return nil }
        return problem.details["reason"]?.text.map { SessionEnd(rawValue: $0) } ?? .unspecified
    }
}

/// Returns the result of `work`, or throws `CancellationError` as soon as the calling task is cancelled.
///
/// A cancellation cancels `work` and drops its result. A transport that ignores the cancellation therefore does not
/// delay the caller.
private func withCancellableResult<Value: Sendable>(of work: @escaping @Sendable () async throws -> Value) async throws
    -> Value
{
    let (results, end) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
    let task = Task {
        do {
            end.yield(.success(try await work()))
        } catch {
            end.yield(.failure(error))
        }
    }
    // The stream ends by itself when the calling task is cancelled.
    for await result in results { return try result.get() }
    task.cancel()
    throw CancellationError()
}

import Foundation
import Networking
public import OrbitStore

extension BackendContext {
    /// Returns the caller by the `Authorization` header (RFC 6750 §2.1).
    ///
    /// - Parameters:
    ///   - call: The request with the header.
    ///   - role: The people who may call the operation.
    ///   - reader: The snapshot or transaction with the session and the account.
    /// - Returns: The caller, whose account the role admits.
    /// - Throws: ``HTTPProblem/unauthenticated`` without a session, or the problem of the role.
    public func caller(
        of call: RequestContext, as role: AccessRole = .signedIn, in reader: any StoreReader
    ) throws -> Caller {
        guard let token = Self.bearerToken(in: call.headers),
            let record = try reader.get(AccessTokenRecord.self, digest.hexadecimal(.accessToken, token)),
            record.expiresAt > call.now,
            let session = try reader.get(SessionRecord.self, record.sessionID), session.expiresAt > call.now,
            let account = try AccountRecord.own(session.userID, in: reader), account.admits(session)
        else { throw HTTPProblem.unauthenticated }
        let caller = Caller(session: session, account: account, generation: record.generation)
        try role.check(caller, self, reader)
        return caller
    }

    /// Returns the caller and the head of the caller's log.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - reader: The snapshot or transaction with the session and the account.
    /// - Throws: ``HTTPProblem/unauthenticated`` without a session.
    func admission(of call: RequestContext, in reader: any StoreReader) throws -> Admission {
        let caller = try caller(of: call, in: reader)
        return Admission(caller: caller, head: try LogHead.of(caller.userID, in: reader))
    }

    /// Authenticates a caller before the rest of the request is read. Creates the caller's log if it does not exist,
    /// and stores that the tokens have arrived at the client.
    ///
    /// - Parameter call: The request.
    /// - Returns: The caller.
    /// - Throws: ``HTTPProblem/unauthenticated`` without a session.
    @discardableResult public func admit(_ call: RequestContext) async throws -> Caller {
        let known = try await store.read { try admission(of: call, in: $0) }
        try await complete(known, at: call.now)
        return known.caller
    }

    /// Creates the caller's log if it does not exist, and stores that the tokens have arrived at the client.
    func complete(_ admission: Admission, at now: Date) async throws {
        let known = admission.caller
        if admission.head == nil { try await commit(at: now) { try $0.beginLog(of: known.userID) } }
        guard !admission.hasArrived else { return }
        // The write appends no event, so it needs no `LogTransaction`.
        try await store.transaction { transaction in
            guard var session = try transaction.get(SessionRecord.self, known.session.id) else { return }
            session.arrivedGeneration = max(session.arrivedGeneration, known.generation)
            try transaction.put(session)
        }
    }

    /// Returns the bearer token of a request; `nil` unless the request has exactly one credential, and it is a bearer
    /// token.
    private static func bearerToken(in headers: HTTPHeaders) -> String? {
        let fields = headers.values(of: .authorization)
        guard fields.count == 1 else { return nil }
        let parts = fields[0].split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count <= 512 else { return nil }
        return String(parts[1])
    }
}

/// The caller of a request and the head of the caller's log, from one snapshot.
struct Admission: Sendable {
    let caller: Caller
    /// The head of the caller's log; `nil` if the log does not exist.
    let head: LogHead?

    /// Whether the store knows that the tokens have arrived at the client.
    var hasArrived: Bool { caller.generation <= caller.session.arrivedGeneration }
}

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

    /// Authenticates a caller before the rest of the request is read. Creates the caller's log if it does not exist,
    /// and stores that the tokens have arrived at the client.
    ///
    /// - Parameter call: The request.
    /// - Returns: The caller.
    /// - Throws: ``HTTPProblem/unauthenticated`` without a session.
    @discardableResult public func admit(_ call: RequestContext) async throws -> Caller {
        let (known, hasLog) = try await store.read {
            let caller = try caller(of: call, in: $0)
            return (caller, try LogHead.of(caller.userID, in: $0) != nil)
        }
        if !hasLog { try await commit(at: call.now) { try $0.beginLog(of: known.userID) } }
        guard known.generation > known.session.arrivedGeneration else { return known }
        // The write appends no event, so it needs no `LogTransaction`.
        try await store.transaction { transaction in
            guard var session = try transaction.get(SessionRecord.self, known.session.id) else { return }
            session.arrivedGeneration = max(session.arrivedGeneration, known.generation)
            try transaction.put(session)
        }
        return known
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

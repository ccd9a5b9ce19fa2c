import Networking
import OrbitModels
import OrbitStore

/// Who is calling, proven by an access token.
struct Caller: Sendable {
    let session: SessionRecord
    let account: AccountRecord
    /// Of the token.
    let generation: Int

    var userID: UserID { account.id }
}

extension Context {
    /// The caller by the `Authorization` header (RFC 6750 §2.1); throws ``HTTPProblem/unauthenticated``.
    func caller(of call: RequestContext, in reader: any StoreReader) throws -> Caller {
        guard let token = Self.bearerToken(in: call.headers),
            let record = try reader.get(AccessTokenRecord.self, digest.hexadecimal(.accessToken, token)),
            record.expiresAt > call.now,
            let session = try reader.get(SessionRecord.self, record.sessionID), session.expiresAt > call.now,
            let account = try AccountRecord.own(session.userID, in: reader), account.admits(session)
        else { throw HTTPProblem.unauthenticated }
        return Caller(session: session, account: account, generation: record.generation)
    }

    /// Lets a caller in before anything of the request is looked at, and notes that the tokens arrived.
    func admit(_ call: RequestContext) async throws {
        let (known, hasLog) = try await store.read {
            let caller = try caller(of: call, in: $0)
            return (caller, try LogHead.of(caller.userID, in: $0) != nil)
        }
        if !hasLog { try await commit(at: call.now) { try $0.beginLog(of: known.userID) } }
        guard known.generation > known.session.arrivedGeneration else { return }
        try await store.transaction { transaction in
            guard var session = try transaction.get(SessionRecord.self, known.session.id) else { return }
            session.arrivedGeneration = max(session.arrivedGeneration, known.generation)
            try transaction.put(session)
        }
    }

    /// `nil` unless there is exactly one credential, of the kind that is read here.
    private static func bearerToken(in headers: HTTPHeaders) -> String? {
        let fields = headers.values(of: .authorization)
        guard fields.count == 1 else { return nil }
        let parts = fields[0].split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer", parts[1].utf8.count <= 512 else { return nil }
        return String(parts[1])
    }
}

import Networking
package import OrbitModels
package import OrbitStore
import Validation

/// Who is calling, proven by an access token.
package struct Caller: Sendable {
    package let session: SessionRecord
    package let account: AccountRecord
    /// Of the token.
    package let generation: Int

    package var userID: UserID { account.id }
}

/// A word of `x-access` in the contract that depends on the caller's account alone.
///
/// Other words, such as `host`, depend on the record that the operation is about. The operation checks these words when
/// it reads the record, as ``FoundMeetup`` does.
package enum AccessWord: String, Sendable {
    /// People with a session, with or without a profile.
    case signedIn = "signed-in"
    /// People with a complete profile.
    case person
    /// People with an address that the configuration lists among the moderators.
    case moderator
}

extension BackendContext {
    /// Finds the caller by the `Authorization` header (RFC 6750 §2.1).
    ///
    /// - Parameters:
    ///   - call: The request with the header.
    ///   - word: The people who may call the operation.
    ///   - reader: The snapshot or transaction with the session and the account.
    /// - Returns: The caller, whose account the word admits.
    /// - Throws: ``HTTPProblem/unauthenticated`` without a session, or the problem of ``require(_:of:)``.
    package func caller(
        of call: RequestContext, as word: AccessWord = .signedIn, in reader: any StoreReader
    ) throws -> Caller {
        guard let token = Self.bearerToken(in: call.headers),
            let record = try reader.get(AccessTokenRecord.self, digest.hexadecimal(.accessToken, token)),
            record.expiresAt > call.now,
            let session = try reader.get(SessionRecord.self, record.sessionID), session.expiresAt > call.now,
            let account = try AccountRecord.own(session.userID, in: reader), account.admits(session)
        else { throw HTTPProblem.unauthenticated }
        try require(word, of: account)
        return Caller(session: session, account: account, generation: record.generation)
    }

    /// Decides whether the person of an account may call operations with a word.
    ///
    /// - Parameters:
    ///   - word: The people who may call the operation.
    ///   - account: The account of the caller.
    /// - Throws: ``HTTPProblem/profileIncomplete`` for `person`, and ``HTTPProblem/notFound`` for `moderator`.
    package func require(_ word: AccessWord, of account: AccountRecord) throws {
        switch word {
        case .signedIn: break
        case .person: try account.requireProfile()
        case .moderator:
            // The configuration names moderators by their addresses; no request can make a person a moderator.
            guard configuration.moderators.contains(where: { $0.mailbox == account.mailbox }) else {
                throw HTTPProblem.notFound
            }
        }
    }

    /// Lets a caller in before anything of the request is looked at, and notes that the tokens arrived.
    package func admit(_ call: RequestContext) async throws {
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

extension AccountRecord {
    /// Requires a complete profile.
    ///
    /// - Throws: ``HTTPProblem/profileIncomplete``, which is the same for all operations and reveals nothing of others.
    package func requireProfile() throws {
        guard isComplete else { throw HTTPProblem.profileIncomplete }
    }
}

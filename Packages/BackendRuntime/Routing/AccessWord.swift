public import OrbitStore
import Validation

/// A word of `x-access` in the contract (`Docs/openapi.yaml`), with the check that decides whether a caller may use an
/// operation with this word.
///
/// A feature may bring words of its own:
///
/// ```swift
/// extension AccessWord {
///     /// People whose campus has a choir.
///     static let singer = AccessWord("singer") { caller, _, _ in
///         guard caller.campus == "stanford.edu" else { throw HTTPProblem.notFound }
///     }
/// }
/// ```
///
/// Words such as `host` depend on the record that the operation is about. The operation checks these when it reads the
/// record.
public struct AccessWord: Sendable {
    /// Throws the ``HTTPProblem`` of a caller who may not call the operation.
    public typealias Check = @Sendable (Caller, BackendContext, any StoreReader) throws -> Void

    /// The word as the contract spells it.
    public let rawValue: String
    package let check: Check

    /// Creates a word.
    ///
    /// - Parameters:
    ///   - rawValue: The word as the contract spells it.
    ///   - required: The word whose check a caller has to pass first. With ``signedIn``, callers without a profile may
    ///     call the operation.
    ///   - check: Throws the ``HTTPProblem`` of a caller who may not call the operation. It runs in the read or the
    ///     transaction of the request.
    public init(_ rawValue: String, requiring required: AccessWord = .person, check: @escaping Check) {
        self.init(base: rawValue) { caller, context, reader in
            try required.check(caller, context, reader)
            try check(caller, context, reader)
        }
    }

    /// Creates a word without a required word.
    private init(base rawValue: String, _ check: @escaping Check) {
        (self.rawValue, self.check) = (rawValue, check)
    }

    /// People with a session, with or without a profile.
    public static let signedIn = AccessWord(base: "signed-in") { _, _, _ in }

    /// People with a complete profile. Others get ``HTTPProblem/profileIncomplete``.
    public static let person = AccessWord(base: "person") { caller, _, _ in try caller.account.requireProfile() }

    /// People with an address that the configuration lists among the moderators. Others get ``HTTPProblem/notFound``.
    public static let moderator = AccessWord(base: "moderator") { caller, context, _ in
        // The configuration names moderators by their addresses, so no request can make a person a moderator.
        guard context.configuration.moderators.contains(where: { $0.mailbox == caller.account.mailbox }) else {
            throw HTTPProblem.notFound
        }
    }
}

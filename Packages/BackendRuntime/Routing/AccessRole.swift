public import OrbitStore
import Validation

/// A role of `x-access` in the contract (`Docs/openapi.yaml`), with the check that decides whether a caller may use an
/// operation with this role.
///
/// A feature may bring roles of its own:
///
/// ```swift
/// extension AccessRole {
///     /// People whose campus has a choir.
///     static let singer = AccessRole("singer") { caller, _, _ in
///         guard caller.campus == "stanford.edu" else { throw HTTPProblem.notFound }
///     }
/// }
/// ```
///
/// Roles such as `host`, `author` or `owner` depend on the record that the operation is about. They have no value of
/// this type. The operation checks such a role when it reads the record. The section "The contract" of
/// `CONTRIBUTING.md` lists all roles with the responses to other callers.
public struct AccessRole: Sendable {
    /// Throws the ``HTTPProblem`` of a caller who may not call the operation.
    public typealias Check = @Sendable (Caller, BackendContext, any StoreReader) throws -> Void

    /// The role as the contract spells it.
    public let rawValue: String
    package let check: Check

    /// Creates a role.
    ///
    /// - Parameters:
    ///   - rawValue: The role as the contract spells it.
    ///   - required: The role whose check a caller has to pass first. With ``signedIn``, callers without a profile may
    ///     call the operation.
    ///   - check: Throws the ``HTTPProblem`` of a caller who may not call the operation. It runs in the read or the
    ///     transaction of the request.
    public init(_ rawValue: String, requiring required: AccessRole = .person, check: @escaping Check) {
        self.init(base: rawValue) { caller, context, reader in
            try required.check(caller, context, reader)
            try check(caller, context, reader)
        }
    }

    /// Creates a role without a required role.
    private init(base rawValue: String, _ check: @escaping Check) {
        (self.rawValue, self.check) = (rawValue, check)
    }

    /// People with a session, with or without a profile.
    public static let signedIn = AccessRole(base: "signed-in") { _, _, _ in }

    /// People with a complete profile. Others get ``HTTPProblem/profileIncomplete``.
    public static let person = AccessRole(base: "person") { caller, _, _ in try caller.account.requireProfile() }

    /// People with an address that the configuration lists among the moderators. Others get ``HTTPProblem/notFound``.
    public static let moderator = AccessRole(base: "moderator") { caller, context, _ in
        // The configuration names moderators by their addresses, so no request can make a person a moderator.
        guard context.configuration.moderators.contains(where: { $0.mailbox == caller.account.mailbox }) else {
            throw HTTPProblem.notFound
        }
    }
}

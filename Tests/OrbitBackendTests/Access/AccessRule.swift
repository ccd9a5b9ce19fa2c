import Foundation

/// The access rule of an operation, read from `x-access` in the contract: who may call it, and on which resource.
struct AccessRule: Equatable, Sendable {
    /// The roles of callers that `x-access` can contain. `CONTRIBUTING.md` explains them.
    enum Role: String, CaseIterable, Sendable {
        case anyone, person, match, sender, recipient, guest, attendee, host, author, owner, moderator
        case signedIn = "signed-in"
    }

    struct Unreadable: Error {
        let operation: String
    }

    let who: Role
    /// The kind of resource that the operation acts on, such as `meetup`; `nil` if the operation concerns only the
    /// caller. ``AccessFixture/kinds`` contains the relations of callers to this kind. Without an entry, the default
    /// values apply.
    let of: String?

    /// Reads `x-access` of an operation. The resource is that of the first parameter of the path, unless `of` names
    /// another.
    ///
    /// - Throws: ``Unreadable`` if the role is missing or unknown, or if there are other members.
    init(of operation: Contract.Operation) throws {
        let access = operation.body["x-access"]
        guard let role = access?.string ?? access?["who"]?.string, let who = Role(rawValue: role),
            Set(access?.members.keys ?? [:].keys).isSubset(of: ["who", "of"])
        else { throw Unreadable(operation: operation.name) }
        self.who = who
        of =
            access?["of"]?.string ?? operation.path.split(separator: "/").first { $0.hasPrefix("{") }.map(Self.resource)
    }

    /// The resource of a path parameter, such as `meetup` for `{meetup_id}`.
    private static func resource(of parameter: Substring) -> String {
        let name = parameter.dropFirst().dropLast()
        return String(name.hasSuffix("_id") ? name.dropLast(3) : name)
    }
}

extension Contract.Operation {
    /// The `operationId` of the operation.
    var id: String { body["operationId"]?.string ?? name }

    /// The access rule of the operation.
    var access: AccessRule {
        get throws { try AccessRule(of: self) }
    }
}

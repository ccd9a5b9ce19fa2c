import Foundation

/// What `x-access` of an operation of the contract says: who may call it, and what has to be theirs.
struct AccessRule: Equatable, Sendable {
    /// The words, which `CONTRIBUTING.md` explains.
    enum Caller: String, CaseIterable, Sendable {
        case anyone, person, match, sender, recipient, guest, attendee, host, author, owner, moderator
        case signedIn = "signed-in"
    }

    struct Unreadable: Error {
        let operation: String
    }

    let who: Caller
    /// The kind of thing that the operation is about, such as `meetup`; `nil` if it is about nothing but the caller.
    /// ``AccessFixture/kinds`` may have an entry of this name.
    let of: String?

    /// By `x-access` of an operation. The resource is that of the first parameter of its path, unless it says otherwise.
    init(of handler: Contract.RouteHandler) throws {
        let access = handler.body["x-access"]
        guard let word = access?.string ?? access?["who"]?.string, let who = Caller(rawValue: word),
            Set(access?.members.keys ?? [:].keys).isSubset(of: ["who", "of"])
        else { throw Unreadable(operation: handler.name) }
        self.who = who
        of = access?["of"]?.string ?? handler.path.split(separator: "/").first { $0.hasPrefix("{") }.map(Self.resource)
    }

    /// Such as `meetup` for `{meetup_id}`.
    private static func resource(of parameter: Substring) -> String {
        let name = parameter.dropFirst().dropLast()
        return String(name.hasSuffix("_id") ? name.dropLast(3) : name)
    }
}

extension Contract.RouteHandler {
    /// Its `operationId`.
    var operation: String { body["operationId"]?.string ?? name }

    /// Who may call it.
    var access: AccessRule {
        get throws { try AccessRule(of: self) }
    }
}

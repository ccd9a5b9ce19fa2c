import Networking
import OrbitModels

/// The expected response to a request.
enum AuthorizationResponse: Equatable, Sendable {
    case success
    case problem(Int, ProblemCode)

    static let unseen = problem(404, .notFound)

    init(_ response: HTTPResponse) {
        let isGood = (200..<300).contains(response.status)
        self = isGood ? .success : .problem(response.status, response.code ?? .unspecified)
    }

    /// Derives the response from the access rule of an operation and the kind of caller.
    init(to column: AuthorizationColumn, by rule: AccessRule) {
        switch rule.who {
        case .anyone: self = .success
        case _ where !column.hasSession: self = .problem(401, .unauthenticated)
        case .signedIn: self = .success
        // Only the column `moderator` is a moderator. Other callers see no such operation.
        case .moderator: self = column == .moderator ? .success : .unseen
        default:
            if let kind = rule.of.map(AccessFixture.Kind.named), !kind.isList {
                self.init(to: column, by: rule.who, at: kind)
            } else if rule.who == .person {
                self = column == .incomplete ? .problem(403, .profileIncomplete) : .success
            } else {
                self = .unseen
            }
        }
    }

    private init(to column: AuthorizationColumn, by role: AccessRule.Role, at kind: AccessFixture.Kind) {
        if column == .incomplete, !kind.isOfParties {
            self = .problem(403, .profileIncomplete)
        } else if let roles = column.roles(at: kind) {
            self = roles.contains(role) ? .success : .problem(403, Self.refusal(of: role, roles))
        } else {
            self = .unseen
        }
    }

    private static func refusal(of role: AccessRule.Role, _ roles: Set<AccessRule.Role>) -> ProblemCode {
        switch role {
        case .attendee: .notAttending
        case .guest: roles.contains(.host) ? .forbidden : .notAttending
        default: .forbidden
        }
    }
}

extension AuthorizationResponse {
    /// Returns the expected response to a caller: that of an exception, or else the response that follows from the
    /// access rule.
    static func expected(
        of operation: String, by column: AuthorizationColumn, _ rule: AccessRule
    ) -> AuthorizationResponse {
        exceptions.first { $0.operation == operation && $0.column == column }?.response
            ?? AuthorizationResponse(to: column, by: rule)
    }

    /// The first column with a session of its own that may call an operation.
    static func entitled(to operation: String, by rule: AccessRule) -> AuthorizationColumn? {
        AuthorizationColumn.allCases.first { $0.hasSession && expected(of: operation, by: $0, rule) == .success }
    }
}

extension AuthorizationResponse {
    struct Exception {
        let operation: String
        let column: AuthorizationColumn
        let response: AuthorizationResponse
    }

    /// The responses that do not follow from an access rule alone.
    static let exceptions = FeatureFixture.all.flatMap(\.accessMatrix.exceptions)
}

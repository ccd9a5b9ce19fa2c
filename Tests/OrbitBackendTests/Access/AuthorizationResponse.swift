import Networking
import OrbitModels

/// What a request has to come to.
enum AuthorizationResponse: Equatable, Sendable {
    case success
    case problem(Int, ProblemCode)

    static let unseen = problem(404, .notFound)

    init(_ response: HTTPResponse) {
        let isGood = (200..<300).contains(response.status)
        self = isGood ? .success : .problem(response.status, response.code ?? .unspecified)
    }

    /// What follows from the word of an operation and who calls it.
    init(to column: AuthorizationColumn, by rule: AccessRule) {
        switch rule.who {
        case .anyone: self = .success
        case _ where !column.hasSession: self = .problem(401, .unauthenticated)
        case .signedIn: self = .success
        // None of them is one.
        case .moderator: self = column == .moderator ? .success : .unseen
        default:
            if let kind = rule.of, kind != Self.list {
                self.init(to: column, by: rule.who, at: kind)
            } else if rule.who == .person {
                self = column == .incomplete ? .problem(403, .profileIncomplete) : .success
            } else {
                self = .unseen
            }
        }
    }

    /// A series is a list of meetups: of one that the caller may not know of, as of one that never was, it is empty.
    private static let list = "series"

    private init(to column: AuthorizationColumn, by word: AccessRule.Caller, at kind: String) {
        if column == .incomplete, !AuthorizationColumn.ofParties.contains(kind) {
            self = .problem(403, .profileIncomplete)
        } else if let standing = column.standing(at: kind) {
            self = standing.contains(word) ? .success : .problem(403, Self.refusal(of: word, standing))
        } else {
            self = .unseen
        }
    }

    private static func refusal(of word: AccessRule.Caller, _ standing: Set<AccessRule.Caller>) -> ProblemCode {
        switch word {
        case .attendee: .notAttending
        case .guest: standing.contains(.host) ? .forbidden : .notAttending
        default: .forbidden
        }
    }
}

extension AuthorizationResponse {
    /// The response that an operation owes a caller: that of an exception, or what follows from its word.
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

    /// Where the word is not all there is to say.
    static let exceptions: [Exception] = [
        // People do nothing of the kind to themselves.
        Exception(operation: "sendPoke", column: .owner, response: .problem(422, .invalidInput)),
        Exception(operation: "showLessLike", column: .owner, response: .unseen),
        Exception(operation: "blockUser", column: .owner, response: .problem(422, .invalidInput)),
        Exception(operation: "sendReport", column: .owner, response: .problem(422, .invalidInput)),
        Exception(operation: "mutePerson", column: .owner, response: .unseen),
        Exception(operation: "giveRating", column: .owner, response: .problem(422, .invalidInput)),
        Exception(operation: "confirmMeeting", column: .owner, response: .problem(422, .invalidInput)),
        Exception(operation: "joinMeetup", column: .owner, response: .problem(403, .forbidden)),
        // Leaving a meetup that the caller does not go to has no effect; the host has nothing to leave, and a removed
        // guest nothing left.
        Exception(operation: "leaveMeetup", column: .owner, response: .problem(403, .forbidden)),
        Exception(operation: "leaveMeetup", column: .removed, response: .problem(403, .notAttending)),
        // The one has nothing to reply to, and the other nothing to withdraw.
        Exception(operation: "replyToInvitation", column: .owner, response: .unseen),
        Exception(operation: "withdrawInvitation", column: .recipient, response: .unseen),
        // A guest who was taken off the list does not come back by asking again.
        Exception(operation: "joinMeetup", column: .removed, response: .problem(403, .notAttending)),
        // Without a profile nobody is shown, so there is nobody to mark and no photo.
        Exception(operation: "showLessLike", column: .incomplete, response: .unseen),
        Exception(operation: "readPhoto", column: .incomplete, response: .unseen),
    ]
}

public import Foundation
public import OrbitModels

/// Why something cannot be done with a meetup now.
@nonexhaustive public enum MeetupRefusal: Error, Hashable, Sendable {
    /// It was cancelled or has taken place.
    case over
    /// Too early or too late: it could be done from `from`, and until `until`.
    case notInTime(from: Date?, until: Date)
    /// Only the host may do this.
    case hostOnly
    /// The host attends as long as the meetup takes place.
    case isHost
    /// There is nothing to act on: what the user is to the meetup.
    case standing(AttendanceState)
    /// The invitation was withdrawn or has lapsed.
    case invitationOver
}

extension MeetupRefusal {
    /// As the server says it.
    public var problem: Problem {
        var details: [String: ParameterValue] = [:]
        if case .notInTime(let from, let until) = self {
            if let text = from.flatMap(RFC3339.string(from:)) { details["from"] = .text(text) }
            if let text = RFC3339.string(from: until) { details["until"] = .text(text) }
        }
        return Problem(code: code, message: message(), details: details)
    }

    /// The code of the problem.
    public var code: ProblemCode {
        switch self {
        case .over: .meetupOver
        case .notInTime: .notInTime
        case .hostOnly, .isHost: .forbidden
        case .standing: .notAttending
        case .invitationOver: .invitationOver
        }
    }

    /// What to do about it.
    public func message(in words: Words = .english) -> String {
        words.text(sentence, in: Self.vocabulary) ?? ""
    }

    private var sentence: String {
        switch self {
        case .over: "over"
        case .notInTime(nil, _): "too_late"
        case .notInTime: "not_now"
        case .hostOnly: "host_only"
        case .isHost: "is_host"
        case .standing: "standing"
        case .invitationOver: "invitation_over"
        }
    }

    /// The sentences of refusals.
    public static let vocabulary = Vocabulary(
        "meetup_refusal",
        [
            "over": "This meetup is over. Look for another one.",
            "too_late": "The time for this has passed.",
            "not_now": "It is not the time for this. Try again a little later, if there is still time.",
            "host_only": "Only the host can do this.",
            "is_host": "You host this meetup. To call it off, cancel it.",
            "invitation_over": "This invitation is over. Ask the host for another one.",
            "standing": "You have no place in this meetup that this could be done with. Load it again to see.",
        ])
}

extension MeetupRefusal: WordedError {}

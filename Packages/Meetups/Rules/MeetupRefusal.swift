public import Foundation
public import OrbitModels

/// A reason why something cannot be done with a meetup now.
@nonexhaustive public enum MeetupRefusal: Error, Hashable, Sendable {
    /// The meetup was cancelled or has ended.
    case over
    /// The action is too early or too late. It is possible from `from` until `until`.
    case notInTime(from: Date?, until: Date)
    /// Only the host may do this.
    case hostOnly
    /// The host attends until the meetup ends and cannot change that.
    case isHost
    /// The user's current state does not allow the action.
    case attendance(AttendanceState)
    /// The invitation was withdrawn or has expired.
    case invitationOver
}

extension MeetupRefusal {
    /// The problem that the server returns for this refusal.
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
        case .attendance: .notAttending
        case .invitationOver: .invitationOver
        }
    }

    /// Returns a sentence with the reason and advice for the user.
    public func message(in words: LocalizedStrings = .english) -> String {
        words.text(sentence, in: Self.vocabulary) ?? ""
    }

    private var sentence: String {
        switch self {
        case .over: "over"
        case .notInTime(nil, _): "too_late"
        case .notInTime: "not_now"
        case .hostOnly: "host_only"
        case .isHost: "is_host"
        case .attendance: "standing"
        case .invitationOver: "invitation_over"
        }
    }

    /// The sentences of refusals.
    public static let vocabulary = Vocabulary(
        "meetup_refusal",
        [
            "over": "This meetup has ended. Look for another one.",
            "too_late": "It is too late for this.",
            "not_now": "It is too early or too late for this. If it is too early, try again later.",
            "host_only": "Only the host can do this.",
            "is_host": "You host this meetup. If it cannot take place, cancel it.",
            "invitation_over": "This invitation has ended. Ask the host for another one.",
            "standing": "You cannot do this now. Load the meetup again to see if you are going.",
        ])
}

extension MeetupRefusal: TranslatableError {}

import BackendRuntime
import Meetups
import OrbitModels
import Validation

extension HTTPProblem {
    static let hostOnly = HTTPProblem(MeetupRefusal.hostOnly)

    static let notAttending = HTTPProblem(403, .notAttending, "Only people who attend can do this.")

    static let meetupOver = HTTPProblem(MeetupRefusal.over)

    static let meetupFull = HTTPProblem(
        409, .meetupFull, "This meetup does not have that many places. Bring fewer people.")

    static let invitationOver = HTTPProblem(
        409, .invitationOver, "This invitation is no longer valid. Load the list again.")

    static let alreadyDecided = HTTPProblem(409, .alreadyDecided, "This is already decided. Load it again.")

    static func tooManyCompanions(most: Int) -> HTTPProblem {
        let parameters: [String: ParameterValue] = ["min": .integer(0), "max": .integer(most)]
        return invalidInput(
            [FieldFailure(path: "companions", code: .outOfRange, parameters: parameters)],
            "Your invitation is for fewer people. Bring fewer people.")
    }

    static func tooManyMeetups(_ message: String, most: Int) -> HTTPProblem {
        HTTPProblem(409, .tooManyMeetups, message, details: ["max": .integer(most)])
    }

    /// Returns the problem of an action that the host or the server takes, if the state of the guest does not allow the
    /// action.
    static func refusal(_ refusal: AttendanceRefusal) -> HTTPProblem {
        refusal == .isHost ? HTTPProblem(MeetupRefusal.isHost) : alreadyDecided
    }

    /// Creates the problem of an action that a guest cannot take now: 403 without the required role, otherwise 409.
    init(_ refusal: MeetupRefusal) {
        let isForbidden = [.forbidden, .notAttending].contains(refusal.code)
        self.init(isForbidden ? 403 : 409, refusal.problem)
    }
}

import Foundation
import Meetups
import OrbitModels

extension HTTPProblem {
    static let hostOnly = HTTPProblem(403, .forbidden, "Only the host can do this.")

    static let notAttending = HTTPProblem(403, .notAttending, "Only people who attend can do this.")

    static let meetupOver = HTTPProblem(409, .meetupOver, "This meetup is over or was cancelled.")

    static let meetupFull = HTTPProblem(409, .meetupFull, "There will never be so many places. Bring fewer along.")

    static let invitationOver = HTTPProblem(409, .invitationOver, "This invitation does not hold any more.")

    static let alreadyDecided = HTTPProblem(409, .alreadyDecided, "This has been decided already. Load it again.")

    /// - Parameter details: `from` and `until`, as far as there is a time.
    static func notInTime(_ message: String, from: Date? = nil, until: Date? = nil) -> HTTPProblem {
        let details = [("from", from), ("until", until)].reduce(into: [String: ParameterValue]()) { all, entry in
            if let text = entry.1.flatMap(RFC3339.string(from:)) { all[entry.0] = .text(text) }
        }
        return HTTPProblem(409, .notInTime, message, details: details)
    }

    static func tooManyMeetups(_ message: String, most: Int) -> HTTPProblem {
        HTTPProblem(409, .tooManyMeetups, message, details: ["max": .integer(most)])
    }

    /// Why an action has no effect on a part in a meetup.
    static func refusal(_ refusal: AttendanceRefusal, of action: AttendanceAction) -> HTTPProblem {
        switch (refusal, action.party) {
        case (.isHost, _): HTTPProblem(403, .forbidden, "The host attends as long as the meetup takes place.")
        case (_, .guest) where [.reconfirm, .checkIn].contains(action): notAttending
        default: alreadyDecided
        }
    }
}

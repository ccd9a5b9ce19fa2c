public import Foundation

/// A person's attendance of a meetup.
public struct Attendance: Codable, Hashable, Sendable, Identifiable {
    /// The person.
    public let userID: UserID
    /// The state of the attendance.
    public var state: AttendanceState
    /// The number of companions that the person brings, 0 to 3.
    public var companions: Int
    /// The time since which the state applies, by the server's clock.
    public var since: Date

    /// Creates an attendance.
    public init(userID: UserID, state: AttendanceState, companions: Int = 0, since: Date) {
        self.userID = userID
        self.state = state
        self.companions = companions
        self.since = since
    }

    /// The person.
    public var id: UserID { userID }

    private enum CodingKeys: String, CodingKey {
        case state, companions, since
        case userID = "user_id"
    }
}

/// The relation of a person to a meetup.
public struct AttendanceState: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Has no relation to the meetup. A person who was expected and did not attend has the state ``noShow``.
    public static let unrelated = Self(rawValue: "absent")
    /// Hosts the meetup.
    public static let host = Self(rawValue: "host")
    /// Is invited and has not replied.
    public static let invited = Self(rawValue: "invited")
    /// Has requested to attend; the host decides.
    public static let requested = Self(rawValue: "requested")
    /// Is on the wait list.
    public static let waiting = Self(rawValue: "waiting")
    /// Has a place reserved for a limited time, because it has become free.
    public static let offered = Self(rawValue: "offered")
    /// Attends.
    public static let going = Self(rawValue: "going")
    /// Has confirmed the attendance again shortly before the meetup.
    public static let reconfirmed = Self(rawValue: "reconfirmed")
    /// Was present.
    public static let checkedIn = Self(rawValue: "checked_in")
    /// Has cancelled early enough.
    public static let cancelled = Self(rawValue: "cancelled")
    /// Has cancelled so late that the place could hardly be filled.
    public static let cancelledLate = Self(rawValue: "cancelled_late")
    /// Did not attend.
    public static let noShow = Self(rawValue: "no_show")
    /// Was declined by the host.
    public static let declined = Self(rawValue: "declined")
    /// The request was not decided in time.
    public static let expired = Self(rawValue: "expired")
    /// Was removed by the host.
    public static let removed = Self(rawValue: "removed")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .unrelated, .host, .invited, .requested, .waiting, .offered, .going, .reconfirmed, .checkedIn, .cancelled,
        .cancelledLate, .noShow, .declined, .expired, .removed,
    ]
}

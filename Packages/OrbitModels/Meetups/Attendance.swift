public import Foundation

/// A person's part in a meetup.
public struct Attendance: Codable, Hashable, Sendable, Identifiable {
    /// The person.
    public let userID: UserID
    /// What the person is to the meetup.
    public var state: AttendanceState
    /// How many the person brings along, 0 to 3.
    public var companions: Int
    /// Since when the state holds, by the server's clock.
    public var since: Date

    /// Creates a part.
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

/// What a person is to a meetup.
public struct AttendanceState: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Nothing.
    public static let absent = Self(rawValue: "absent")
    /// Its host.
    public static let host = Self(rawValue: "host")
    /// Invited, and has not said whether to come.
    public static let invited = Self(rawValue: "invited")
    /// Has asked to attend, for the host to decide.
    public static let requested = Self(rawValue: "requested")
    /// Waits for a place.
    public static let waiting = Self(rawValue: "waiting")
    /// A place has become free and is kept for the person for a time.
    public static let offered = Self(rawValue: "offered")
    /// Attends.
    public static let going = Self(rawValue: "going")
    /// Has said again, shortly before, that they come.
    public static let reconfirmed = Self(rawValue: "reconfirmed")
    /// Was there.
    public static let checkedIn = Self(rawValue: "checked_in")
    /// Has cancelled in good time.
    public static let cancelled = Self(rawValue: "cancelled")
    /// Has cancelled so late that the place could hardly be filled.
    public static let cancelledLate = Self(rawValue: "cancelled_late")
    /// Did not come.
    public static let noShow = Self(rawValue: "no_show")
    /// The host has turned the request down.
    public static let declined = Self(rawValue: "declined")
    /// The request was not decided in time.
    public static let expired = Self(rawValue: "expired")
    /// The host has taken the person off the list.
    public static let removed = Self(rawValue: "removed")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .absent, .host, .invited, .requested, .waiting, .offered, .going, .reconfirmed, .checkedIn, .cancelled,
        .cancelledLate, .noShow, .declined, .expired, .removed,
    ]
}

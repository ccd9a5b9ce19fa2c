public import Networking
public import OrbitModels
public import Trust

/// The routes of reputation and expected attendance.
public enum StandingRoutes {
    /// `GET /users/me/reputation`. Returns ``OwnReputation``.
    public static let own = Route(.get, "/users/me/reputation")
    /// `GET /users/{user_id}/reputation`. Returns `ReputationStats`.
    public static let person = Route(.get, "/users/{user_id}/reputation")
    /// `GET /users/me/points`. Returns a page of ``EarnedPoints``, the latest first.
    public static let points = Route(.get, "/users/me/points")
    /// `GET /meetups/{meetup_id}/expected-attendance`, for the host alone. Returns ``AttendanceHint``.
    public static let expected = Route(.get, "/meetups/{meetup_id}/expected-attendance")

    /// All routes of this area.
    public static let all = [own, person, points, expected]
}

/// A person's own reputation with all its facts, for that person alone.
///
/// The server decides by its own facts. Clients never send these values back.
public struct OwnReputation: Codable, Hashable, Sendable {
    /// The trust level with its reasons and the next step.
    public var standing: TrustStanding
    /// The exact counts of the meetups that the person agreed to attend, by outcome.
    public var attendance: AttendanceCounts
    /// The number of people that the person has met at meetups, at most 200.
    public var peopleMet: Int
    /// The permissions of the level.
    public var allowed: TrustPermissions
    /// The reputation that other people see.
    public var shown: ReputationStats

    /// Creates a reputation.
    public init(
        standing: TrustStanding, attendance: AttendanceCounts, peopleMet: Int, allowed: TrustPermissions,
        shown: ReputationStats
    ) {
        (self.standing, self.attendance, self.peopleMet) = (standing, attendance, peopleMet)
        (self.allowed, self.shown) = (allowed, shown)
    }

    private enum CodingKeys: String, CodingKey {
        case standing, attendance, allowed, shown
        case peopleMet = "people_met"
    }
}

/// An entry of the user's log of points, with the total up to it.
public struct EarnedPoints: Codable, Hashable, Sendable, Identifiable {
    /// The number of the entry in the log, from 1.
    public let number: Int
    /// The reason, the points and the time.
    public let point: SocialPoint
    /// The sum of the log up to this entry. The total of the latest entry is the user's total.
    public let total: Int

    /// Creates an entry.
    public init(number: Int, point: SocialPoint, total: Int) {
        (self.number, self.point, self.total) = (number, point, total)
    }

    /// The ``number``.
    public var id: Int { number }

    private enum CodingKeys: String, CodingKey {
        case number, point, total
    }
}

/// The expected attendance for the host, if there are enough guests.
public struct AttendanceHint: Codable, Hashable, Sendable {
    /// The expectation; `nil` if fewer than `ExpectedAttendance.fewestGuests` guests attend.
    public var expected: ExpectedAttendance?

    /// Creates a hint.
    public init(expected: ExpectedAttendance? = nil) { self.expected = expected }
}

extension OwnReputation: JSONKeyed {
    /// The member `reputation`.
    public static var jsonKey: String { "reputation" }
}

extension EarnedPoints: JSONKeyed {
    /// The member `point`.
    public static var jsonKey: String { "point" }
}

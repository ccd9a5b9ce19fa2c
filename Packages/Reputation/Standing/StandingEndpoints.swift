public import Networking
public import OrbitModels
public import Trust

/// The routes of reputation: the caller's own, another's, and what follows from it.
public enum StandingRoutes {
    /// `GET /users/me/reputation`. Returns ``OwnReputation``.
    public static let own = Route(.get, "/users/me/reputation")
    /// `GET /users/{user_id}/reputation`. Returns `ReputationStats`.
    public static let person = Route(.get, "/users/{user_id}/reputation")
    /// `GET /users/me/points`: the latest first.
    public static let points = Route(.get, "/users/me/points")
    /// `GET /meetups/{meetup_id}/expected-attendance`, for its host. Returns ``AttendanceHint``.
    public static let expected = Route(.get, "/meetups/{meetup_id}/expected-attendance")

    /// All routes of this area.
    public static let all = [own, person, points, expected]
}

/// What a person's own reputation is made of, for that person alone.
///
/// The server decides by facts of its own: nothing of this is ever sent back to it.
public struct OwnReputation: Codable, Hashable, Sendable {
    /// The trust level with its reasons, and what leads to the next one.
    public var standing: TrustStanding
    /// What became of the meetups that the person has agreed to come to, to the number.
    public var attendance: AttendanceCounts
    /// How many people the person has met at meetups; no more than 200 are counted.
    public var peopleMet: Int
    /// What the level allows.
    public var allowed: TrustPermissions
    /// What others see.
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

/// Something that has earned the user points, with what that came to.
public struct EarnedPoints: Codable, Hashable, Sendable, Identifiable {
    /// Counts the entries of a log, from 1.
    public let number: Int
    /// What has earned how many, and when.
    public let point: SocialPoint
    /// The sum of the log up to this entry. That of the latest is what the user has.
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

/// What the host may expect, if there is anything to say.
public struct AttendanceHint: Codable, Hashable, Sendable {
    /// `nil` as long as fewer than `ExpectedAttendance.fewestGuests` guests attend.
    public var expected: ExpectedAttendance?

    /// Creates a hint.
    public init(expected: ExpectedAttendance? = nil) { self.expected = expected }
}

extension OwnReputation: WireNamed {
    /// The member `reputation`.
    public static var wireName: String { "reputation" }
}

extension EarnedPoints: WireNamed {
    /// The member `point`.
    public static var wireName: String { "point" }
}

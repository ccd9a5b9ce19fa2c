public import Foundation

/// Identifies a meetup.
public typealias MeetupID = Identifier<Meetup>

/// A gathering at a time and a place, as one person may know it: a study session, a game of tennis, a party.
///
/// On the wire, the members of the plan are members of the meetup's own object.
public struct Meetup: Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: MeetupID
    /// The person who hosts it.
    public let hostID: UserID
    /// What the host has decided. People who do not attend see only the square of the place.
    public var plan: MeetupPlan
    /// Whether it takes place.
    public var status: MeetupStatus
    /// Why it was cancelled; `nil` unless it was.
    public var cancelReason: CancelReason?
    /// What the user is to it.
    public var standing: AttendanceState
    /// Until when a place is kept for the user, while ``standing`` is `offered`.
    public var offerExpiresAt: Date?
    /// How many attend, the host and companions included.
    public var goingCount: Int
    /// How many wait for a place.
    public var waitingCount: Int
    /// The series that it is an occurrence of.
    public var series: SeriesPlace?
    /// Whether the server vouches for the host.
    public var isHostCertified: Bool
    /// Counts the changes that attendees must know of, from 0: the SEQUENCE of RFC 5545.
    public var revision: Int
    /// When it was created, by the server's clock.
    public let createdAt: Date
    /// When it last changed, by the server's clock.
    public var updatedAt: Date

    /// Creates a meetup.
    public init(
        id: MeetupID, hostID: UserID, plan: MeetupPlan, status: MeetupStatus = .scheduled,
        cancelReason: CancelReason? = nil, standing: AttendanceState = .absent, offerExpiresAt: Date? = nil,
        goingCount: Int = 1, waitingCount: Int = 0, series: SeriesPlace? = nil, isHostCertified: Bool = false,
        revision: Int = 0, createdAt: Date, updatedAt: Date? = nil
    ) {
        self.id = id
        self.hostID = hostID
        self.plan = plan
        self.status = status
        self.cancelReason = cancelReason
        self.standing = standing
        self.offerExpiresAt = offerExpiresAt
        self.goingCount = goingCount
        self.waitingCount = waitingCount
        self.series = series
        self.isHostCertified = isHostCertified
        self.revision = revision
        self.createdAt = createdAt
        self.updatedAt = updatedAt ?? createdAt
    }
}

extension Meetup: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, status, standing, series, revision
        case hostID = "host_id"
        case cancelReason = "cancel_reason"
        case offerExpiresAt = "offer_expires_at"
        case goingCount = "going_count"
        case waitingCount = "waiting_count"
        case isHostCertified = "host_is_certified"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case olderHost = "host"
        case olderAttendees = "attendees"
    }

    /// Also reads study events of older servers, of whose list of attendees only the number is kept. Their claims about
    /// certification and matches are ignored: there, any client could make them.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let plan = try MeetupPlan(from: decoder)
        let older = try container.decodeIfPresent([UserID].self, forKey: .olderAttendees)
        self.init(
            id: try container.decode(MeetupID.self, forKey: .id),
            hostID: try container.decode(UserID.self, forKey: .hostID, or: .olderHost),
            plan: plan,
            status: try container.decodeIfPresent(MeetupStatus.self, forKey: .status) ?? .scheduled,
            cancelReason: try container.decodeIfPresent(CancelReason.self, forKey: .cancelReason),
            standing: try container.decodeIfPresent(AttendanceState.self, forKey: .standing) ?? .absent,
            offerExpiresAt: try container.decodeIfPresent(Date.self, forKey: .offerExpiresAt),
            goingCount: try container.decodeIfPresent(Int.self, forKey: .goingCount) ?? older?.count ?? 1,
            waitingCount: try container.decodeIfPresent(Int.self, forKey: .waitingCount) ?? 0,
            series: try container.decodeIfPresent(SeriesPlace.self, forKey: .series),
            isHostCertified: try container.decodeIfPresent(Bool.self, forKey: .isHostCertified) ?? false,
            revision: try container.decodeIfPresent(Int.self, forKey: .revision) ?? 0,
            createdAt: try container.decodeIfPresent(Date.self, forKey: .createdAt) ?? plan.span.start,
            updatedAt: try container.decodeIfPresent(Date.self, forKey: .updatedAt))
    }

    public func encode(to encoder: any Encoder) throws {
        try plan.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(hostID, forKey: .hostID)
        try container.encode(status, forKey: .status)
        try container.encodeIfPresent(cancelReason, forKey: .cancelReason)
        try container.encode(standing, forKey: .standing)
        try container.encodeIfPresent(offerExpiresAt, forKey: .offerExpiresAt)
        try container.encode(goingCount, forKey: .goingCount)
        try container.encode(waitingCount, forKey: .waitingCount)
        try container.encodeIfPresent(series, forKey: .series)
        try container.encode(isHostCertified, forKey: .isHostCertified)
        try container.encode(revision, forKey: .revision)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encode(updatedAt, forKey: .updatedAt)
    }
}

/// The state of a meetup.
public struct MeetupStatus: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Takes place as planned.
    public static let scheduled = Self(rawValue: "scheduled")
    /// Cancelled by the host.
    public static let cancelled = Self(rawValue: "cancelled")
    /// Over.
    public static let finished = Self(rawValue: "finished")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.scheduled, .cancelled, .finished]
}

/// Why a meetup was cancelled.
public struct CancelReason: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The host cannot come.
    public static let hostUnavailable = Self(rawValue: "host_unavailable")
    /// Too few people want to come.
    public static let tooFewPeople = Self(rawValue: "too_few_people")
    /// The weather.
    public static let weather = Self(rawValue: "weather")
    /// The place cannot be used.
    public static let placeUnavailable = Self(rawValue: "place_unavailable")
    /// Another reason.
    public static let other = Self(rawValue: "other")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.hostUnavailable, .tooFewPeople, .weather, .placeUnavailable, .other]
}

/// Identifies a series of meetups.
public typealias SeriesID = Identifier<SeriesPlace>

/// Which occurrence of which series a meetup is.
public struct SeriesPlace: Codable, Hashable, Sendable {
    /// The series.
    public var id: SeriesID
    /// The rule by which it repeats (RFC 5545, 3.3.10): `FREQ=WEEKLY;COUNT=8`.
    public var rule: String
    /// When the occurrence starts by the rule, on the wall clock of the meetup's zone; kept when this occurrence alone
    /// is moved (RECURRENCE-ID of RFC 5545).
    public var occurrence: WallTime

    /// Creates the place of an occurrence.
    public init(id: SeriesID, rule: String, occurrence: WallTime) {
        self.id = id
        self.rule = rule
        self.occurrence = occurrence
    }
}

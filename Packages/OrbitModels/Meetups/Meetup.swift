public import Foundation

/// Identifies a meetup.
public typealias MeetupID = Identifier<Meetup>

/// A gathering at a time and a place, such as a study session, a game of tennis or a party. A value contains only the
/// data that the user may see.
///
/// On the wire, the members of the plan are members of the meetup's own object.
public struct Meetup: Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: MeetupID
    /// The person who hosts it.
    public let hostID: UserID
    /// The host's decisions about the meetup. People who do not attend see only the grid square of the place.
    public var plan: MeetupPlan
    /// Whether it takes place.
    public var status: MeetupStatus
    /// The reason for cancelling it; `nil` unless it was cancelled.
    public var cancelReason: CancelReason?
    /// The user's own state of attendance. Its wire name `standing` does not refer to the user's reputation or trust
    /// level.
    public var attendance: AttendanceState
    /// The time until which a place is reserved for the user, while ``attendance`` is `offered`.
    public var offerExpiresAt: Date?
    /// The number of people who attend, including the host and companions.
    public var goingCount: Int
    /// The number of people on the wait list.
    public var waitingCount: Int
    /// The series and the occurrence, if the meetup repeats.
    public var series: SeriesPosition?
    /// Whether the campus has certified the host.
    public var isHostCertified: Bool
    /// The number of changes that attendees must know about, from 0: the SEQUENCE of RFC 5545.
    public var revision: Int
    /// The time of creation, by the server's clock.
    public let createdAt: Date
    /// The time of the last change, by the server's clock.
    public var updatedAt: Date

    /// Creates a meetup.
    public init(
        id: MeetupID, hostID: UserID, plan: MeetupPlan, status: MeetupStatus = .scheduled,
        cancelReason: CancelReason? = nil, attendance: AttendanceState = .unrelated, offerExpiresAt: Date? = nil,
        goingCount: Int = 1, waitingCount: Int = 0, series: SeriesPosition? = nil, isHostCertified: Bool = false,
        revision: Int = 0, createdAt: Date, updatedAt: Date? = nil
    ) {
        self.id = id
        self.hostID = hostID
        self.plan = plan
        self.status = status
        self.cancelReason = cancelReason
        self.attendance = attendance
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
        case id, status, series, revision
        case attendance = "standing"
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

    /// Also decodes study events of older servers. Only the number of their attendees is kept.
    public init(from decoder: any Decoder) throws {
        // The claims of older servers about certification and matches are ignored, because any client could make them.
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let plan = try MeetupPlan(from: decoder)
        let older = try container.decodeIfPresent([UserID].self, forKey: .olderAttendees)
        self.init(
            id: try container.decode(MeetupID.self, forKey: .id),
            hostID: try container.decode(UserID.self, forKey: .hostID, or: .olderHost),
            plan: plan,
            status: try container.decodeIfPresent(MeetupStatus.self, forKey: .status) ?? .scheduled,
            cancelReason: try container.decodeIfPresent(CancelReason.self, forKey: .cancelReason),
            attendance: try container.decodeIfPresent(AttendanceState.self, forKey: .attendance) ?? .unrelated,
            offerExpiresAt: try container.decodeIfPresent(Date.self, forKey: .offerExpiresAt),
            goingCount: try container.decodeIfPresent(Int.self, forKey: .goingCount) ?? older?.count ?? 1,
            waitingCount: try container.decodeIfPresent(Int.self, forKey: .waitingCount) ?? 0,
            series: try container.decodeIfPresent(SeriesPosition.self, forKey: .series),
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
        try container.encode(attendance, forKey: .attendance)
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

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Takes place as planned.
    public static let scheduled = Self(rawValue: "scheduled")
    /// Cancelled by the host.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The meetup has ended.
    public static let finished = Self(rawValue: "finished")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.scheduled, .cancelled, .finished]
}

/// The reason for cancelling a meetup.
public struct CancelReason: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The host cannot attend.
    public static let hostUnavailable = Self(rawValue: "host_unavailable")
    /// Too few people want to attend.
    public static let tooFewPeople = Self(rawValue: "too_few_people")
    /// The weather is bad.
    public static let weather = Self(rawValue: "weather")
    /// The place cannot be used.
    public static let placeUnavailable = Self(rawValue: "place_unavailable")
    /// Another reason.
    public static let other = Self(rawValue: "other")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.hostUnavailable, .tooFewPeople, .weather, .placeUnavailable, .other]
}

/// Identifies a series of meetups.
public typealias SeriesID = Identifier<SeriesPosition>

/// The position of a meetup in its series.
public struct SeriesPosition: Codable, Hashable, Sendable {
    /// The series.
    public var id: SeriesID
    /// The recurrence rule (RFC 5545, 3.3.10), such as `FREQ=WEEKLY;COUNT=8`.
    public var rule: String
    /// The start of the occurrence by the rule, on the wall clock of the meetup's zone. It remains unchanged when only
    /// this occurrence is moved (RECURRENCE-ID of RFC 5545).
    public var occurrence: LocalDateTime

    /// Creates the position of an occurrence.
    public init(id: SeriesID, rule: String, occurrence: LocalDateTime) {
        self.id = id
        self.rule = rule
        self.occurrence = occurrence
    }
}

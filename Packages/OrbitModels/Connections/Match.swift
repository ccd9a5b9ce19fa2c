public import Foundation

/// Identifies a match.
public typealias MatchID = Identifier<Match>

/// A match of the user with another person.
public struct Match: Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: MatchID
    /// The day of the match in the campus's time zone.
    public let date: CalendarDay
    /// The other person.
    public let partnerID: UserID
    /// The other person's name.
    public var partnerName: String
    /// The other person's major, if visible to the user.
    public var partnerMajor: String?
    /// The way in which the match was made or renewed on ``date``; `nil` if the server does not send it.
    public var origin: MatchOrigin?
    /// The group of three that the daily pairing formed on ``date``; `nil` for a pair. The matches of all three name
    /// the same group.
    public var groupID: MatchGroupID?
    /// The state of the match.
    public var status: MatchStatus
    /// When it was created, by the server's clock.
    public let createdAt: Date
    /// The end of a match of the daily pairing; `nil` for a match that does not expire. A poke between the two people
    /// makes the match permanent.
    public var endsAt: Date?

    /// Creates a match.
    public init(
        id: MatchID, date: CalendarDay, partnerID: UserID, partnerName: String, partnerMajor: String? = nil,
        origin: MatchOrigin? = nil, groupID: MatchGroupID? = nil, status: MatchStatus, createdAt: Date,
        endsAt: Date? = nil
    ) {
        self.id = id
        self.date = date
        self.partnerID = partnerID
        self.partnerName = partnerName
        self.partnerMajor = partnerMajor
        self.origin = origin
        self.groupID = groupID
        self.status = status
        self.createdAt = createdAt
        self.endsAt = endsAt
    }
}

extension Match: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, date, origin, status
        case groupID = "group_id"
        case partnerID = "partner_id"
        case partnerName = "partner_name"
        case partnerMajor = "partner_major"
        case createdAt = "created_at"
        case endsAt = "ends_at"
        case olderPartnerID = "partnerId"
        case olderPartnerName = "partnerName"
        case olderPartnerMajor = "partnerMajor"
        case olderCreatedAt = "createdAt"
    }

    /// Decodes snake case, and the camel case of older servers.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(MatchID.self, forKey: .id)
        date = try container.decode(CalendarDay.self, forKey: .date)
        partnerID = try container.decode(UserID.self, forKey: .partnerID, or: .olderPartnerID)
        partnerName = try container.decode(String.self, forKey: .partnerName, or: .olderPartnerName)
        partnerMajor = try container.decodeIfPresent(String.self, forKey: .partnerMajor, or: .olderPartnerMajor)
        origin = try container.decodeIfPresent(MatchOrigin.self, forKey: .origin)
        groupID = try container.decodeIfPresent(MatchGroupID.self, forKey: .groupID)
        status = try container.decode(MatchStatus.self, forKey: .status)
        createdAt = try container.decode(Date.self, forKey: .createdAt, or: .olderCreatedAt)
        endsAt = try container.decodeIfPresent(Date.self, forKey: .endsAt)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(date, forKey: .date)
        try container.encode(partnerID, forKey: .partnerID)
        try container.encode(partnerName, forKey: .partnerName)
        try container.encodeIfPresent(partnerMajor, forKey: .partnerMajor)
        try container.encodeIfPresent(origin, forKey: .origin)
        try container.encodeIfPresent(groupID, forKey: .groupID)
        try container.encode(status, forKey: .status)
        try container.encode(createdAt, forKey: .createdAt)
        try container.encodeIfPresent(endsAt, forKey: .endsAt)
    }
}

/// The state of a match.
public struct MatchStatus: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The two people are matched.
    public static let active = Self(rawValue: "active")
    /// Ended by either person.
    public static let disconnected = Self(rawValue: "disconnected")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.active, .disconnected]
}

/// The origin of a match.
public struct MatchOrigin: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An accepted poke, or two pokes in opposite directions.
    public static let poke = Self(rawValue: "poke")
    /// The daily pairing of the campus.
    public static let chance = Self(rawValue: "chance")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.poke, .chance]
}

/// A group of three. The daily pairing forms it when pairs would leave one person without a partner.
public enum MatchGroup {}

/// Identifies a group of three.
public typealias MatchGroupID = Identifier<MatchGroup>

extension Match: JSONKeyed {
    /// The member `match`.
    public static var jsonKey: String { "match" }
    /// The member `matches`.
    public static var jsonListKey: String { "matches" }
}

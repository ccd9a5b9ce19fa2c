public import Foundation

public typealias MatchID = Identifier<Match>

/// Two people brought together.
public struct Match: Hashable, Sendable, Identifiable {
    public let id: MatchID
    /// The day in the campus's own zone.
    public let date: CalendarDay
    public let partnerID: UserID
    public var partnerName: String
    public var partnerMajor: String?
    public var status: MatchStatus
    public let createdAt: Date

    public init(
        id: MatchID, date: CalendarDay, partnerID: UserID, partnerName: String, partnerMajor: String? = nil,
        status: MatchStatus, createdAt: Date
    ) {
        self.id = id
        self.date = date
        self.partnerID = partnerID
        self.partnerName = partnerName
        self.partnerMajor = partnerMajor
        self.status = status
        self.createdAt = createdAt
    }
}

extension Match: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, date, status
        case partnerID = "partner_id"
        case partnerName = "partner_name"
        case partnerMajor = "partner_major"
        case createdAt = "created_at"
        case olderPartnerID = "partnerId"
        case olderPartnerName = "partnerName"
        case olderPartnerMajor = "partnerMajor"
        case olderCreatedAt = "createdAt"
    }

    /// Reads snake case, and the camel case of older servers.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(MatchID.self, forKey: .id)
        date = try container.decode(CalendarDay.self, forKey: .date)
        partnerID = try container.decode(UserID.self, forKey: .partnerID, or: .olderPartnerID)
        partnerName = try container.decode(String.self, forKey: .partnerName, or: .olderPartnerName)
        partnerMajor = try container.decodeIfPresent(String.self, forKey: .partnerMajor, or: .olderPartnerMajor)
        status = try container.decode(MatchStatus.self, forKey: .status)
        createdAt = try container.decode(Date.self, forKey: .createdAt, or: .olderCreatedAt)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(date, forKey: .date)
        try container.encode(partnerID, forKey: .partnerID)
        try container.encode(partnerName, forKey: .partnerName)
        try container.encodeIfPresent(partnerMajor, forKey: .partnerMajor)
        try container.encode(status, forKey: .status)
        try container.encode(createdAt, forKey: .createdAt)
    }
}

public struct MatchStatus: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let active = Self(rawValue: "active")
    public static let disconnected = Self(rawValue: "disconnected")

    public static let known: [Self] = [.active, .disconnected]
}

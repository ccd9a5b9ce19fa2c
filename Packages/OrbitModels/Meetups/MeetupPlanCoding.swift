import Foundation

extension MeetupPlan: Codable {
    private enum CodingKeys: String, CodingKey {
        case title, description, sport, capacity, time, latitude, longitude, place, visibility, approval
        case eventType = "event_type"
        case sportLevel = "sport_level"
        case endTime = "end_time"
        case timeZone = "time_zone"
        case interestTags = "interest_tags"
        case joinBy = "join_by"
        case asksToReconfirm = "reconfirm"
        case olderPlaceName = "place_name"
        case olderIsPublic = "is_public"
        case oldestIsPublic = "isPublic"
    }

    /// Also decodes study events of older servers. They have:
    /// - a point and a name instead of a place,
    /// - no zone, so that the zone is UTC,
    /// - a flag for public events instead of a visibility,
    /// - no capacity,
    /// - no approval by the host.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let start = try container.decode(Date.self, forKey: .time)
        guard let span = TimeSpan(start: start, end: try container.decode(Date.self, forKey: .endTime)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .endTime, in: container, debugDescription: "the end must come after the start")
        }
        let capacity = try container.decodeIfPresent(Int.self, forKey: .capacity)
        guard capacity.map({ $0 >= 1 }) ?? true else {
            throw DecodingError.dataCorruptedError(
                forKey: .capacity, in: container, debugDescription: "there must be room for at least one person")
        }
        let isPublic = try container.decodeIfPresent(Bool.self, forKey: .olderIsPublic, or: .oldestIsPublic)
        self.init(
            title: try container.decode(String.self, forKey: .title),
            description: try container.decodeIfPresent(String.self, forKey: .description) ?? "",
            eventType: try container.decode(EventType.self, forKey: .eventType),
            sport: try container.decodeIfPresent(Sport.self, forKey: .sport),
            sportLevel: try container.decodeIfPresent(SkillLevel.self, forKey: .sportLevel),
            interestTags: try container.decodeIfPresent([Interest].self, forKey: .interestTags) ?? [],
            span: span,
            timeZone: try container.decodeIfPresent(NamedZone.self, forKey: .timeZone)?.zone ?? .gmt,
            place: try container.decodeIfPresent(Place.self, forKey: .place) ?? Self.olderPlace(in: container),
            capacity: capacity,
            visibility: try container.decodeIfPresent(MeetupVisibility.self, forKey: .visibility)
                ?? (isPublic == true ? .campus : .invited),
            approval: try container.decodeIfPresent(MeetupApproval.self, forKey: .approval) ?? .automatic,
            joinBy: try container.decodeIfPresent(Date.self, forKey: .joinBy),
            asksToReconfirm: try container.decodeIfPresent(Bool.self, forKey: .asksToReconfirm) ?? false)
    }

    private static func olderPlace(in container: KeyedDecodingContainer<CodingKeys>) throws -> Place {
        let name = try container.decodeIfPresent(String.self, forKey: .olderPlaceName)
        guard let latitude = try container.decodeIfPresent(Double.self, forKey: .latitude),
            let longitude = try container.decodeIfPresent(Double.self, forKey: .longitude)
        else { return Place(name: name) }
        guard let point = Coordinates(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container, debugDescription: "the point does not lie on the earth")
        }
        return Place(name: name, coordinates: point)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encode(description, forKey: .description)
        try container.encode(eventType, forKey: .eventType)
        try container.encodeIfPresent(sport, forKey: .sport)
        try container.encodeIfPresent(sportLevel, forKey: .sportLevel)
        try container.encode(interestTags, forKey: .interestTags)
        try container.encode(span.start, forKey: .time)
        try container.encode(span.end, forKey: .endTime)
        try container.encode(NamedZone(timeZone), forKey: .timeZone)
        try container.encode(place, forKey: .place)
        try container.encodeIfPresent(capacity, forKey: .capacity)
        try container.encode(visibility, forKey: .visibility)
        try container.encode(approval, forKey: .approval)
        try container.encodeIfPresent(joinBy, forKey: .joinBy)
        try container.encode(asksToReconfirm, forKey: .asksToReconfirm)
    }
}

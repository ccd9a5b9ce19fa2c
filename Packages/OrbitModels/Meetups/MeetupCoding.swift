import Foundation

extension Meetup: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, title, description, sport, capacity, status, time, latitude, longitude
        case hostID = "host_id"
        case eventType = "event_type"
        case endTime = "end_time"
        case timeZone = "time_zone"
        case placeName = "place_name"
        case isPublic = "is_public"
        case attendeeIDs = "attendee_ids"
        case invitedIDs = "invited_ids"
        case interestTags = "interest_tags"
        case olderHost = "host"
        case olderIsPublic = "isPublic"
        case olderAttendees = "attendees"
        case olderInvited = "invitedFriends"
    }

    /// Also reads study events of older servers: some members in camel case, no zone (then UTC), no capacity. Their
    /// claims about certification and matches are ignored: only the server knows those.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(MeetupID.self, forKey: .id)
        hostID = try container.decode(UserID.self, forKey: .hostID, or: .olderHost)
        title = try container.decode(String.self, forKey: .title)
        description = try container.decodeIfPresent(String.self, forKey: .description) ?? ""
        eventType = try container.decode(EventType.self, forKey: .eventType)
        sport = try container.decodeIfPresent(Sport.self, forKey: .sport)
        let start = try container.decode(Date.self, forKey: .time)
        guard let span = TimeSpan(start: start, end: try container.decode(Date.self, forKey: .endTime)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .endTime, in: container, debugDescription: "the end must come after the start")
        }
        self.span = span
        timeZone = try container.decodeIfPresent(NamedZone.self, forKey: .timeZone)?.zone ?? .gmt
        place = Place(
            name: try container.decodeIfPresent(String.self, forKey: .placeName),
            coordinates: try Self.coordinates(in: container))
        capacity = try container.decodeIfPresent(Int.self, forKey: .capacity)
        isPublic = try container.decodeIfPresent(Bool.self, forKey: .isPublic, or: .olderIsPublic) ?? false
        attendeeIDs = try container.decodeIfPresent([UserID].self, forKey: .attendeeIDs, or: .olderAttendees) ?? []
        invitedIDs = try container.decodeIfPresent([UserID].self, forKey: .invitedIDs, or: .olderInvited) ?? []
        interestTags = try container.decodeIfPresent([Interest].self, forKey: .interestTags) ?? []
        status = try container.decodeIfPresent(MeetupStatus.self, forKey: .status) ?? .scheduled
    }

    private static func coordinates(in container: KeyedDecodingContainer<CodingKeys>) throws -> Coordinates? {
        guard let latitude = try container.decodeIfPresent(Double.self, forKey: .latitude),
            let longitude = try container.decodeIfPresent(Double.self, forKey: .longitude)
        else { return nil }
        guard let point = Coordinates(latitude: latitude, longitude: longitude) else {
            throw DecodingError.dataCorruptedError(
                forKey: .latitude, in: container, debugDescription: "the point does not lie on the earth")
        }
        return point
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(hostID, forKey: .hostID)
        try container.encode(title, forKey: .title)
        try container.encode(description, forKey: .description)
        try container.encode(eventType, forKey: .eventType)
        try container.encodeIfPresent(sport, forKey: .sport)
        try container.encode(span.start, forKey: .time)
        try container.encode(span.end, forKey: .endTime)
        try container.encode(NamedZone(timeZone), forKey: .timeZone)
        try container.encodeIfPresent(place.name, forKey: .placeName)
        try container.encodeIfPresent(place.coordinates?.latitude, forKey: .latitude)
        try container.encodeIfPresent(place.coordinates?.longitude, forKey: .longitude)
        try container.encodeIfPresent(capacity, forKey: .capacity)
        try container.encode(isPublic, forKey: .isPublic)
        try container.encode(attendeeIDs, forKey: .attendeeIDs)
        try container.encode(invitedIDs, forKey: .invitedIDs)
        try container.encode(interestTags, forKey: .interestTags)
        try container.encode(status, forKey: .status)
    }
}

public import Foundation
public import OrbitModels

/// A plan as entered in a form and sent in the body of requests that create or edit a meetup.
///
/// Unlike a `MeetupPlan`, an entry can break the rules, for example with an end before the start. ``MeetupPlanRules``
/// converts it to a plan or reports the failures of each field. The members have the names of the plan's members.
public struct MeetupEntry: Codable, Hashable, Sendable {
    /// The title.
    public var title: String
    /// The description. It may be empty.
    public var description: String
    /// The kind of event, or `nil` if not chosen yet.
    public var eventType: EventType?
    /// The sport, for a sport event.
    public var sport: Sport?
    /// The skill level of the players, or `nil` for any level.
    public var sportLevel: SkillLevel?
    /// The interests that the meetup is about.
    public var interestTags: [Interest]
    /// The start, or `nil` if not chosen yet.
    public var start: Date?
    /// The end, or `nil` if not chosen yet.
    public var end: Date?
    /// The IANA name of the place's time zone.
    public var timeZone: String
    /// The place.
    public var place: PlaceEntry
    /// The maximum number of people, including the host and companions, or `nil` for no limit.
    public var capacity: Int?
    /// The people who may find the meetup.
    public var visibility: MeetupVisibility
    /// The way in which requests are approved.
    public var approval: MeetupApproval
    /// The time until which people may ask to attend, or `nil` for the start.
    public var joinBy: Date?
    /// Whether attendees are asked a day before the start to confirm again.
    public var asksToReconfirm: Bool
    /// The recurrence rule (RFC 5545, 3.3.10), such as `FREQ=WEEKLY;COUNT=8`, or `nil` if the meetup takes place once.
    public var repeats: String?

    /// Creates an entry. The defaults are those of a new form. They differ from decoding, where an entry without
    /// `visibility` is for invited people only.
    public init(
        title: String = "", description: String = "", eventType: EventType? = nil, sport: Sport? = nil,
        sportLevel: SkillLevel? = nil, interestTags: [Interest] = [], start: Date? = nil, end: Date? = nil,
        timeZone: String, place: PlaceEntry = PlaceEntry(), capacity: Int? = nil,
        visibility: MeetupVisibility = .campus, approval: MeetupApproval = .host, joinBy: Date? = nil,
        asksToReconfirm: Bool = false, repeats: String? = nil
    ) {
        self.title = title
        self.description = description
        self.eventType = eventType
        self.sport = sport
        self.sportLevel = sportLevel
        self.interestTags = interestTags
        self.start = start
        self.end = end
        self.timeZone = timeZone
        self.place = place
        self.capacity = capacity
        self.visibility = visibility
        self.approval = approval
        self.joinBy = joinBy
        self.asksToReconfirm = asksToReconfirm
        self.repeats = repeats
    }

    /// Creates the entry that corresponds to a plan.
    public init(_ plan: MeetupPlan, repeats: String? = nil) {
        self.init(
            title: plan.title, description: plan.description, eventType: plan.eventType, sport: plan.sport,
            sportLevel: plan.sportLevel, interestTags: plan.interestTags, start: plan.span.start, end: plan.span.end,
            timeZone: plan.timeZone.identifier, place: PlaceEntry(plan.place), capacity: plan.capacity,
            visibility: plan.visibility, approval: plan.approval, joinBy: plan.joinBy,
            asksToReconfirm: plan.asksToReconfirm, repeats: repeats)
    }

    private enum CodingKeys: String, CodingKey {
        case title, description, sport, place, capacity, visibility, approval, repeats
        case eventType = "event_type"
        case sportLevel = "sport_level"
        case interestTags = "interest_tags"
        case start = "time"
        case end = "end_time"
        case timeZone = "time_zone"
        case joinBy = "join_by"
        case asksToReconfirm = "reconfirm"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            title: try container.decodeIfPresent(String.self, forKey: .title) ?? "",
            description: try container.decodeIfPresent(String.self, forKey: .description) ?? "",
            eventType: try container.decodeIfPresent(EventType.self, forKey: .eventType),
            sport: try container.decodeIfPresent(Sport.self, forKey: .sport),
            sportLevel: try container.decodeIfPresent(SkillLevel.self, forKey: .sportLevel),
            interestTags: Interest.list(try container.decodeIfPresent([String].self, forKey: .interestTags) ?? []),
            start: try container.decodeIfPresent(Date.self, forKey: .start),
            end: try container.decodeIfPresent(Date.self, forKey: .end),
            timeZone: try container.decodeIfPresent(String.self, forKey: .timeZone) ?? "",
            place: try container.decodeIfPresent(PlaceEntry.self, forKey: .place) ?? PlaceEntry(),
            capacity: try container.decodeIfPresent(Int.self, forKey: .capacity),
            // A missing member must not show the meetup to more people than the host intended.
            visibility: try container.decodeIfPresent(MeetupVisibility.self, forKey: .visibility) ?? .invited,
            approval: try container.decodeIfPresent(MeetupApproval.self, forKey: .approval) ?? .host,
            joinBy: try container.decodeIfPresent(Date.self, forKey: .joinBy),
            asksToReconfirm: try container.decodeIfPresent(Bool.self, forKey: .asksToReconfirm) ?? false,
            repeats: try container.decodeIfPresent(String.self, forKey: .repeats))
    }
}

/// A place as entered in a form. Its coordinates may be out of range.
public struct PlaceEntry: Codable, Hashable, Sendable {
    /// The campus's identifier of the place.
    public var id: String?
    /// The name, such as "Court 3".
    public var name: String?
    /// The postal address.
    public var address: String?
    /// The room in the building.
    public var room: String?
    /// The address of an online meeting.
    public var link: String?
    /// The geographic point.
    public var coordinates: CoordinatesEntry?

    /// Creates a place.
    public init(
        id: String? = nil, name: String? = nil, address: String? = nil, room: String? = nil, link: String? = nil,
        coordinates: CoordinatesEntry? = nil
    ) {
        self.id = id
        self.name = name
        self.address = address
        self.room = room
        self.link = link
        self.coordinates = coordinates
    }

    /// Creates the entry that corresponds to a place.
    public init(_ place: Place) {
        self.init(
            id: place.id, name: place.name, address: place.address, room: place.room, link: place.link,
            coordinates: place.coordinates.map {
                CoordinatesEntry(latitude: $0.latitude, longitude: $0.longitude)
            })
    }

    private enum CodingKeys: String, CodingKey {
        case id, name, address, room, link, coordinates
    }

    /// A member of `Place` that an entry does not have.
    private enum IgnoredKey: String, CodingKey {
        case isExact = "exact"
    }

    /// Decodes a place. A member `exact` is ignored, but has to be a Boolean value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decodeIfPresent(String.self, forKey: .id),
            name: try container.decodeIfPresent(String.self, forKey: .name),
            address: try container.decodeIfPresent(String.self, forKey: .address),
            room: try container.decodeIfPresent(String.self, forKey: .room),
            link: try container.decodeIfPresent(String.self, forKey: .link),
            coordinates: try container.decodeIfPresent(CoordinatesEntry.self, forKey: .coordinates))
        _ = try decoder.container(keyedBy: IgnoredKey.self).decodeIfPresent(Bool.self, forKey: .isExact)
    }
}

/// A geographic point as entered in a form, in degrees.
public struct CoordinatesEntry: Codable, Hashable, Sendable {
    /// The latitude. The valid range is -90 to 90.
    public var latitude: Double
    /// The longitude. The valid range is -180 to 180.
    public var longitude: Double

    /// Creates a point.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    private enum CodingKeys: String, CodingKey {
        case latitude = "lat"
        case longitude = "lng"
    }
}

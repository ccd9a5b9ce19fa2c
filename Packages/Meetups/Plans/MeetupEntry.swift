public import Foundation
public import OrbitModels

/// A plan as it is entered in a form and sent: the body of creating and of editing a meetup.
///
/// Unlike a `MeetupPlan` it can hold what breaks the rules, such as an end before the start; ``MeetupPlanRules`` makes
/// the plan of it or says what is wrong, field by field. Its members have the names of the plan's.
public struct MeetupEntry: Codable, Hashable, Sendable {
    /// The title.
    public var title: String
    /// What it is about; may be empty.
    public var description: String
    /// What it is for; `nil` while it is not chosen.
    public var eventType: EventType?
    /// The sport, if it is a sport event.
    public var sport: Sport?
    /// How well players should play; `nil` for any level.
    public var sportLevel: SkillLevel?
    /// The interests it is about.
    public var interestTags: [Interest]
    /// When it starts; `nil` while it is not chosen.
    public var start: Date?
    /// When it ends; `nil` while it is not chosen.
    public var end: Date?
    /// The IANA name of the zone of the place.
    public var timeZone: String
    /// Where it is.
    public var place: PlaceEntry
    /// The most people who attend, the host and companions included; `nil` for no limit.
    public var capacity: Int?
    /// Who may find it.
    public var visibility: MeetupVisibility
    /// Who decides who attends.
    public var approval: MeetupApproval
    /// Until when people may ask to attend; `nil` until the start.
    public var joinBy: Date?
    /// Whether attendees are asked a day before to say again that they come.
    public var asksToReconfirm: Bool
    /// The rule by which it repeats (RFC 5545, 3.3.10): `FREQ=WEEKLY;COUNT=8`; `nil` if it takes place once.
    public var repeats: String?

    /// Creates an entry.
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

    /// The entry that a plan was made of.
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
            // What is left out is not told to more people than was said.
            visibility: try container.decodeIfPresent(MeetupVisibility.self, forKey: .visibility) ?? .invited,
            approval: try container.decodeIfPresent(MeetupApproval.self, forKey: .approval) ?? .host,
            joinBy: try container.decodeIfPresent(Date.self, forKey: .joinBy),
            asksToReconfirm: try container.decodeIfPresent(Bool.self, forKey: .asksToReconfirm) ?? false,
            repeats: try container.decodeIfPresent(String.self, forKey: .repeats))
    }
}

/// A place as it is entered: its point need not lie on the Earth.
public struct PlaceEntry: Codable, Hashable, Sendable {
    /// The campus's own identifier of the place.
    public var id: String?
    /// For people: "Court 3".
    public var name: String?
    /// The postal address.
    public var address: String?
    /// The room in the building.
    public var room: String?
    /// The address of an online meeting.
    public var link: String?
    /// The point.
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

    /// The entry that a place was made of.
    public init(_ place: Place) {
        self.init(
            id: place.id, name: place.name, address: place.address, room: place.room, link: place.link,
            coordinates: place.coordinates.map {
                CoordinatesEntry(latitude: $0.latitude, longitude: $0.longitude)
            })
    }
}

/// A point as it is entered, in degrees.
public struct CoordinatesEntry: Codable, Hashable, Sendable {
    /// -90 to 90 on the Earth.
    public var latitude: Double
    /// -180 to 180 on the Earth.
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

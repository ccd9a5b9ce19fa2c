public import Foundation

public typealias MeetupID = Identifier<Meetup>

/// A gathering at a time and a place: a study event, a match of tennis, a party.
public struct Meetup: Hashable, Sendable, Identifiable {
    public let id: MeetupID
    public let hostID: UserID
    public var title: String
    public var description: String
    public var eventType: EventType
    public var sport: Sport?
    public var span: TimeSpan
    /// The zone of the place: its wall clock is what an invitation shows.
    public var timeZone: TimeZone
    public var place: Place
    /// How many may come, the host included; `nil` for no limit.
    public var capacity: Int?
    public var isPublic: Bool
    public var attendeeIDs: [UserID]
    public var invitedIDs: [UserID]
    public var interestTags: [Interest]
    public var status: MeetupStatus

    public init(
        id: MeetupID,
        hostID: UserID,
        title: String,
        description: String = "",
        eventType: EventType,
        sport: Sport? = nil,
        span: TimeSpan,
        timeZone: TimeZone,
        place: Place = Place(),
        capacity: Int? = nil,
        isPublic: Bool = true,
        attendeeIDs: [UserID] = [],
        invitedIDs: [UserID] = [],
        interestTags: [Interest] = [],
        status: MeetupStatus = .scheduled
    ) {
        self.id = id
        self.hostID = hostID
        self.title = title
        self.description = description
        self.eventType = eventType
        self.sport = sport
        self.span = span
        self.timeZone = timeZone
        self.place = place
        self.capacity = capacity
        self.isPublic = isPublic
        self.attendeeIDs = attendeeIDs
        self.invitedIDs = invitedIDs
        self.interestTags = interestTags
        self.status = status
    }
}

/// Where a meetup is. Those not admitted see a coarse point and no name.
public struct Place: Hashable, Sendable {
    public var name: String?
    public var coordinates: Coordinates?

    public init(name: String? = nil, coordinates: Coordinates? = nil) {
        self.name = name
        self.coordinates = coordinates
    }
}

public struct MeetupStatus: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let scheduled = Self(rawValue: "scheduled")
    public static let cancelled = Self(rawValue: "cancelled")
    public static let finished = Self(rawValue: "finished")

    public static let known: [Self] = [.scheduled, .cancelled, .finished]
}

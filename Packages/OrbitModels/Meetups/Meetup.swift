public import Foundation

/// Identifies a meetup.
public typealias MeetupID = Identifier<Meetup>

/// A gathering at a time and a place: a study session, a game of tennis, a party.
public struct Meetup: Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: MeetupID
    /// The person who hosts it.
    public let hostID: UserID
    /// The title.
    public var title: String
    /// What it is about; may be empty.
    public var description: String
    /// What it is for.
    public var eventType: EventType
    /// The sport, if it is a sport event.
    public var sport: Sport?
    /// From its start to its end.
    public var span: TimeSpan
    /// The time zone of the place, whose wall clock an invitation shows.
    public var timeZone: TimeZone
    /// Where it is.
    public var place: Place
    /// The most attendees, the host included; `nil` for no limit.
    public var capacity: Int?
    /// Whether people who were not invited may find it.
    public var isPublic: Bool
    /// The people who attend.
    public var attendeeIDs: [UserID]
    /// The people invited.
    public var invitedIDs: [UserID]
    /// The interests it is about.
    public var interestTags: [Interest]
    /// Whether it takes place.
    public var status: MeetupStatus

    /// Creates a meetup.
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

/// The place of a meetup. People who are not admitted see a coarse point and no name.
public struct Place: Hashable, Sendable {
    /// For people; `nil` if unknown or hidden.
    public var name: String?
    /// Coarse for people who are not admitted; `nil` if unknown.
    public var coordinates: Coordinates?

    /// Creates a place.
    public init(name: String? = nil, coordinates: Coordinates? = nil) {
        self.name = name
        self.coordinates = coordinates
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

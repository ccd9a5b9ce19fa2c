public import Foundation

/// The host's decisions about a meetup.
public struct MeetupPlan: Hashable, Sendable {
    /// The title.
    public var title: String
    /// A description; may be empty.
    public var description: String
    /// The purpose of the meetup.
    public var eventType: EventType
    /// The sport, if it is a sport event.
    public var sport: Sport?
    /// The level of the players; `nil` for any level.
    public var sportLevel: SkillLevel?
    /// The interests that the meetup is about.
    public var interestTags: [Interest]
    /// The time from start to end.
    public var span: TimeSpan
    /// The time zone of the place. Invitations show its wall clock.
    public var timeZone: TimeZone
    /// The place.
    public var place: Place
    /// The maximum number of attendees, including the host and companions, at least 1; `nil` for no limit.
    public var capacity: Int?
    /// The people who may find it.
    public var visibility: MeetupVisibility
    /// The rule by which people are admitted.
    public var approval: MeetupApproval
    /// The end of the time in which people may request to attend; `nil` means the start of the meetup.
    public var joinBy: Date?
    /// Whether attendees are asked a day before to confirm again.
    public var asksToReconfirm: Bool

    /// Creates a plan.
    public init(
        title: String, description: String = "", eventType: EventType, sport: Sport? = nil,
        sportLevel: SkillLevel? = nil, interestTags: [Interest] = [], span: TimeSpan, timeZone: TimeZone,
        place: Place = Place(), capacity: Int? = nil, visibility: MeetupVisibility = .campus,
        approval: MeetupApproval = .host, joinBy: Date? = nil, asksToReconfirm: Bool = false
    ) {
        self.title = title
        self.description = description
        self.eventType = eventType
        self.sport = sport
        self.sportLevel = sportLevel
        self.interestTags = interestTags
        self.span = span
        self.timeZone = timeZone
        self.place = place
        self.capacity = capacity
        self.visibility = visibility
        self.approval = approval
        self.joinBy = joinBy
        self.asksToReconfirm = asksToReconfirm
    }
}

/// The people who may find a meetup.
public struct MeetupVisibility: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All people on campus.
    public static let campus = Self(rawValue: "campus")
    /// The host's matches.
    public static let matches = Self(rawValue: "matches")
    /// Only people who are invited.
    public static let invited = Self(rawValue: "invited")
    /// All people with its link.
    public static let link = Self(rawValue: "link")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.campus, .matches, .invited, .link]
}

/// The rule by which people are admitted to a meetup.
public struct MeetupApproval: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All people are admitted while places are free.
    public static let automatic = Self(rawValue: "automatic")
    /// The host decides about each request.
    public static let host = Self(rawValue: "host")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.automatic, .host]
}

/// The purpose of a meetup.
public struct EventType: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Studying together.
    public static let study = Self(rawValue: "study")
    /// A party.
    public static let party = Self(rawValue: "party")
    /// A business event.
    public static let business = Self(rawValue: "business")
    /// A cultural event.
    public static let cultural = Self(rawValue: "cultural")
    /// A lecture, seminar or other academic event.
    public static let academic = Self(rawValue: "academic")
    /// Professional networking.
    public static let networking = Self(rawValue: "networking")
    /// A social gathering.
    public static let social = Self(rawValue: "social")
    /// Practising languages with each other.
    public static let languageExchange = Self(rawValue: "language_exchange")
    /// A purpose that no other value covers.
    public static let other = Self(rawValue: "other")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .study, .party, .business, .cultural, .academic, .networking, .social, .languageExchange, .other,
    ]
}

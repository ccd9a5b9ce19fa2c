public import Foundation

/// What a host decides about a meetup.
public struct MeetupPlan: Hashable, Sendable {
    /// The title.
    public var title: String
    /// What it is about; may be empty.
    public var description: String
    /// What it is for.
    public var eventType: EventType
    /// The sport, if it is a sport event.
    public var sport: Sport?
    /// How well players should play; `nil` for any level.
    public var sportLevel: SkillLevel?
    /// The interests it is about.
    public var interestTags: [Interest]
    /// From its start to its end.
    public var span: TimeSpan
    /// The time zone of the place, whose wall clock an invitation shows.
    public var timeZone: TimeZone
    /// Where it is.
    public var place: Place
    /// The most people who attend, the host and companions included; at least 1. `nil` for no limit.
    public var capacity: Int?
    /// Who may find it.
    public var visibility: MeetupVisibility
    /// Who decides who attends.
    public var approval: MeetupApproval
    /// Until when people may ask to attend; `nil` until the start.
    public var joinBy: Date?
    /// Whether attendees are asked a day before to say again that they come.
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

/// Who may find a meetup.
public struct MeetupVisibility: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Everyone on campus.
    public static let campus = Self(rawValue: "campus")
    /// The host's matches.
    public static let matches = Self(rawValue: "matches")
    /// Only people who are invited.
    public static let invited = Self(rawValue: "invited")
    /// Everyone who has its address.
    public static let link = Self(rawValue: "link")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.campus, .matches, .invited, .link]
}

/// Who decides who attends a meetup.
public struct MeetupApproval: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Everyone is let in as long as there is room.
    public static let automatic = Self(rawValue: "automatic")
    /// The host decides about each request.
    public static let host = Self(rawValue: "host")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.automatic, .host]
}

/// What a meetup is for.
public struct EventType: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
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
    /// None of the other kinds.
    public static let other = Self(rawValue: "other")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .study, .party, .business, .cultural, .academic, .networking, .social, .languageExchange, .other,
    ]
}

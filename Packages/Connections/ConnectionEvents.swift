public import Foundation
public import OrbitModels

extension EventKind {
    /// A poke waits for the owner of the log. Data: ``IncomingPoke``.
    public static let pokeReceived = Self(rawValue: "poke.received")
    /// The owner has sent a poke, on any device. Data: ``OutgoingPoke``.
    public static let pokeSent = Self(rawValue: "poke.sent")
    /// A poke no longer waits: it was withdrawn, accepted, declined or ignored. Data: `Keyed<PokeID>`.
    public static let pokeClosed = Self(rawValue: "poke.closed")
    /// A poke by the owner was accepted or withdrawn. No event reports any other end. Data: `Keyed<Poke>`.
    public static let pokeChanged = Self(rawValue: "poke.changed")
    /// The daily pairing has matched the owner of the log. Data: ``MatchOfToday``.
    public static let todayMatched = Self(rawValue: "today.matched")
    /// The owner's status in the daily pairing has changed. Data: ``TodayStatusUpdate``.
    public static let todayChanged = Self(rawValue: "today.changed")
    /// The owner of the log has blocked a person. Data: ``BlockedPerson``.
    public static let blockAdded = Self(rawValue: "block.added")
    /// The owner has removed a block. Data: `Keyed<UserID>`.
    public static let blockRemoved = Self(rawValue: "block.removed")
}

extension ListName {
    /// The pokes that wait for the owner of the log.
    public static let incomingPokes = Self(rawValue: "pokes.incoming")
    /// The pokes that the owner has sent.
    public static let outgoingPokes = Self(rawValue: "pokes.outgoing")
    /// The people the owner of the log is matched with.
    public static let matches = Self(rawValue: "matches")
    /// The owner's match of the day.
    public static let today = Self(rawValue: "today")
    /// The people that the owner of the log has blocked.
    public static let blocks = Self(rawValue: "blocks")
}

extension EventCatalogue {
    /// The events of pokes, matches, today's match and blocks.
    public static let connections = EventCatalogue([
        .pokeReceived: IncomingPoke.self, .pokeSent: OutgoingPoke.self, .pokeClosed: Keyed<PokeID>.self,
        .pokeChanged: Keyed<Poke>.self, .matchMade: Match.self, .matchEnded: EndedMatch.self,
        .todayMatched: MatchOfToday.self, .todayChanged: TodayStatusUpdate.self, .blockAdded: BlockedPerson.self,
        .blockRemoved: Keyed<UserID>.self, .personChanged: ChangedPerson.self,
    ])
}

/// The data of `EventKind.matchEnded`.
public struct EndedMatch: Codable, Hashable, Sendable {
    /// The match that has ended.
    public var matchID: MatchID
    /// The other person of the match.
    public var partnerID: UserID

    /// Creates the data.
    public init(matchID: MatchID, partnerID: UserID) {
        self.matchID = matchID
        self.partnerID = partnerID
    }

    private enum CodingKeys: String, CodingKey {
        case matchID = "match_id"
        case partnerID = "partner_id"
    }
}

/// The data of `EventKind.todayMatched`: one match of the day. In a group of three, each person has two matches.
public struct MatchOfToday: Codable, Hashable, Sendable {
    /// The day on the campus's calendar.
    public var date: CalendarDay
    /// The end of that day.
    public var endsAt: Date
    /// The match as the owner of the log sees it.
    public var match: Match

    /// Creates the data.
    public init(date: CalendarDay, endsAt: Date, match: Match) {
        self.date = date
        self.endsAt = endsAt
        self.match = match
    }

    private enum CodingKeys: String, CodingKey {
        case date, match
        case endsAt = "ends_at"
    }
}

/// The data of `EventKind.todayChanged`: ``TodayData`` without the matches.
public struct TodayStatusUpdate: Codable, Hashable, Sendable {
    /// The day on the campus's calendar.
    public var date: CalendarDay
    /// The end of that day.
    public var endsAt: Date
    /// Whether there is a match today.
    public var status: TodayStatus
    /// The reason while the status is ``TodayStatus/waiting``.
    public var reason: TodayWaitReason?
    /// Whether the owner is excluded from the next pairing.
    public var isPaused: Bool

    /// Creates the data.
    public init(date: CalendarDay, endsAt: Date, status: TodayStatus, reason: TodayWaitReason?, isPaused: Bool) {
        self.date = date
        self.endsAt = endsAt
        self.status = status
        self.reason = reason
        self.isPaused = isPaused
    }

    /// Creates the data from a response, without its matches.
    public init(_ data: TodayData) {
        self.init(
            date: data.date, endsAt: data.endsAt, status: data.status, reason: data.reason, isPaused: data.isPaused)
    }

    private enum CodingKeys: String, CodingKey {
        case date, status, reason
        case endsAt = "ends_at"
        case isPaused = "paused"
    }
}

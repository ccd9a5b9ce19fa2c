public import OrbitModels

extension EventKind {
    /// The owner of the log has blocked a person. Data: ``BlockedPerson``.
    public static let blockAdded = Self(rawValue: "block.added")
    /// The owner has lifted a block. Data: ``LiftedBlock``.
    public static let blockRemoved = Self(rawValue: "block.removed")
}

extension ListName {
    /// The people that the owner of the log has blocked.
    public static let blocks = Self(rawValue: "blocks")
}

/// The data of `EventKind.blockRemoved`.
public struct LiftedBlock: Codable, Hashable, Sendable {
    /// The person who was blocked.
    public var userID: UserID

    /// Creates the data.
    public init(userID: UserID) {
        self.userID = userID
    }

    private enum CodingKeys: String, CodingKey {
        case userID = "user_id"
    }
}

extension EventCatalogue {
    /// The events of pokes, matches, today's match and blocks.
    public static let connections = EventCatalogue([
        .pokeReceived: IncomingPoke.self, .pokeSent: OutgoingPoke.self, .pokeClosed: ClosedPoke.self,
        .pokeChanged: PokeData.self, .matchMade: Match.self, .matchEnded: EndedMatch.self,
        .todayMatched: MatchOfToday.self, .todayChanged: TodayStanding.self, .blockAdded: BlockedPerson.self,
        .blockRemoved: LiftedBlock.self, .personChanged: ChangedPerson.self,
    ])
}

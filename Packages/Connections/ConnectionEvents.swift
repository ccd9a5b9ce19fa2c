public import OrbitModels

extension EventKind {
    /// The owner of the log has blocked a person. Data: ``BlockedPerson``.
    public static let blockAdded = Self(rawValue: "block.added")
    /// The owner has lifted a block. Data: `Named<UserID>`.
    public static let blockRemoved = Self(rawValue: "block.removed")
}

extension ListName {
    /// The people that the owner of the log has blocked.
    public static let blocks = Self(rawValue: "blocks")
}

extension EventCatalogue {
    /// The events of pokes, matches, today's match and blocks.
    public static let connections = EventCatalogue([
        .pokeReceived: IncomingPoke.self, .pokeSent: OutgoingPoke.self, .pokeClosed: Named<PokeID>.self,
        .pokeChanged: Named<Poke>.self, .matchMade: Match.self, .matchEnded: EndedMatch.self,
        .todayMatched: MatchOfToday.self, .todayChanged: TodayStanding.self, .blockAdded: BlockedPerson.self,
        .blockRemoved: Named<UserID>.self, .personChanged: ChangedPerson.self,
    ])
}

public import OrbitModels

/// What each trust level allows: one table, which everything that depends on a level asks.
///
/// ```swift
/// TrustUnlocks.standard.allowed(at: .newcomer).mostPlaces                       // 10
/// TrustUnlocks.standard.gap(for: .host(places: 30), at: .newcomer)?.phrase()    // "To host 30 people you need: Participant"
/// ```
public struct TrustUnlocks: Hashable, Sendable {
    private let table: [TrustLevel: TrustPermissions]

    /// What applies.
    public static let standard = TrustUnlocks([
        .newcomer: TrustPermissions(
            mostPlaces: 10, mayInviteStrangers: false, mayHostSeries: false, dailyInvitations: 10),
        .participant: TrustPermissions(
            mostPlaces: 30, mayInviteStrangers: true, mayHostSeries: true, dailyInvitations: 30),
        .trusted: TrustPermissions(
            mostPlaces: 100, mayInviteStrangers: true, mayHostSeries: true, dailyInvitations: 100),
        .pillar: TrustPermissions(
            mostPlaces: 1_000, mayInviteStrangers: true, mayHostSeries: true, dailyInvitations: 200),
    ])

    /// Everything for everyone: for a deployment without trust levels, and for tests of other rules.
    public static let everything = TrustUnlocks(
        Dictionary(uniqueKeysWithValues: TrustLevel.known.map { ($0, TrustPermissions.all) }))

    /// Creates a table. A level without a row allows what the next lower one does; the lowest at least nothing.
    public init(_ table: [TrustLevel: TrustPermissions]) {
        self.table = table
    }

    /// What a level allows; one that this version does not know allows what a newcomer may.
    public func allowed(at level: TrustLevel) -> TrustPermissions {
        let place = TrustLevel.known.firstIndex(of: level) ?? 0
        for lower in TrustLevel.known[...place].reversed() {
            if let permissions = table[lower] { return permissions }
        }
        return .none
    }

    /// Whether a level allows a wish.
    public func allows(_ wish: TrustWish, at level: TrustLevel) -> Bool {
        allowed(at: level).allow(wish)
    }

    /// The lowest level that allows a wish; `nil` if none does.
    public func level(for wish: TrustWish) -> TrustLevel? {
        TrustLevel.known.first { allows(wish, at: $0) }
    }

    /// What is missing for a wish; `nil` if it is allowed.
    public func gap(for wish: TrustWish, at level: TrustLevel) -> TrustGap? {
        allows(wish, at: level) ? nil : TrustGap(wish: wish, level: self.level(for: wish))
    }
}

/// What a person may do.
public struct TrustPermissions: Codable, Hashable, Sendable {
    /// The most places of a meetup that the person hosts; at least 0.
    public let mostPlaces: Int
    /// Whether the person may invite people who are not their matches: a first contact.
    public let mayInviteStrangers: Bool
    /// Whether the person may host a series.
    public let mayHostSeries: Bool
    /// The most invitations in a day.
    public let dailyInvitations: Int

    /// Everything, in numbers that any reader of JSON can hold.
    public static let all = TrustPermissions(
        mostPlaces: 1_000_000, mayInviteStrangers: true, mayHostSeries: true, dailyInvitations: 1_000_000)
    /// Nothing.
    public static let none = TrustPermissions(
        mostPlaces: 0, mayInviteStrangers: false, mayHostSeries: false, dailyInvitations: 0)

    /// Creates permissions.
    public init(mostPlaces: Int, mayInviteStrangers: Bool, mayHostSeries: Bool, dailyInvitations: Int) {
        (self.mostPlaces, self.dailyInvitations) = (mostPlaces, dailyInvitations)
        (self.mayInviteStrangers, self.mayHostSeries) = (mayInviteStrangers, mayHostSeries)
    }

    /// Whether they cover a wish.
    public func allow(_ wish: TrustWish) -> Bool {
        switch wish {
        case .host(let places): places <= mostPlaces
        case .inviteStranger: mayInviteStrangers
        case .hostSeries: mayHostSeries
        case .invite(let perDay): perDay <= dailyInvitations
        }
    }

    private enum CodingKeys: String, CodingKey {
        case mostPlaces = "most_places"
        case mayInviteStrangers = "may_invite_strangers"
        case mayHostSeries = "may_host_series"
        case dailyInvitations = "daily_invitations"
    }
}

/// What a person wants to do, and a trust level may allow.
public enum TrustWish: Hashable, Sendable {
    /// Host a meetup of so many places. One without a limit has as many as there are people: `Int.max`.
    case host(places: Int)
    /// Invite a person who is not a match.
    case inviteStranger
    /// Host a series.
    case hostSeries
    /// Invite so many people in a day.
    case invite(perDay: Int)
}

/// What is missing for a wish.
public struct TrustGap: Hashable, Sendable {
    /// The wish.
    public let wish: TrustWish
    /// The lowest level that allows it; `nil` if none does.
    public let level: TrustLevel?

    /// Creates a gap.
    public init(wish: TrustWish, level: TrustLevel?) {
        (self.wish, self.level) = (wish, level)
    }
}

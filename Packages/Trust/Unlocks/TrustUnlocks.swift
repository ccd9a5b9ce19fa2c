public import OrbitModels

/// The only table of the actions that each trust level allows.
///
/// ```swift
/// TrustUnlocks.standard.allowed(at: .newcomer).maxPlaces                      // 10
/// TrustUnlocks.standard.missingRequirement(for: .host(places: 30), at: .newcomer)?.phrase()
/// // "You need the level Participant to host 30 people."
/// ```
public struct TrustUnlocks: Hashable, Sendable {
    private let table: [TrustLevel: TrustPermissions]

    /// The table in force.
    public static let standard = TrustUnlocks([
        .newcomer: TrustPermissions(
            maxPlaces: 10, mayInviteStrangers: false, mayHostSeries: false, dailyInvitations: 10),
        .participant: TrustPermissions(
            maxPlaces: 30, mayInviteStrangers: true, mayHostSeries: true, dailyInvitations: 30),
        .trusted: TrustPermissions(
            maxPlaces: 100, mayInviteStrangers: true, mayHostSeries: true, dailyInvitations: 100),
        .pillar: TrustPermissions(
            maxPlaces: 1_000, mayInviteStrangers: true, mayHostSeries: true, dailyInvitations: 200),
    ])

    /// A table that allows every action at every level, for a deployment without trust levels and for tests of other
    /// rules.
    public static let everything = TrustUnlocks(
        Dictionary(uniqueKeysWithValues: TrustLevel.known.map { ($0, TrustPermissions.all) }))

    /// Creates a table. A level without a row has the permissions of the next lower level with a row, or
    /// ``TrustPermissions/none``.
    public init(_ table: [TrustLevel: TrustPermissions]) {
        self.table = table
    }

    /// Returns the permissions of a level. A level that this version does not know has those of a newcomer.
    public func allowed(at level: TrustLevel) -> TrustPermissions {
        let place = TrustLevel.known.firstIndex(of: level) ?? 0
        for lower in TrustLevel.known[...place].reversed() {
            if let permissions = table[lower] { return permissions }
        }
        return .none
    }

    /// Whether a level allows an action.
    public func allows(_ action: GatedAction, at level: TrustLevel) -> Bool {
        allowed(at: level).allow(action)
    }

    /// Returns the lowest level that allows an action; `nil` if no level allows it.
    public func level(for action: GatedAction) -> TrustLevel? {
        TrustLevel.known.first { allows(action, at: $0) }
    }

    /// Returns the missing level for an action; `nil` if the action is allowed.
    public func missingRequirement(for action: GatedAction, at level: TrustLevel) -> MissingRequirement? {
        allows(action, at: level) ? nil : MissingRequirement(action: action, level: self.level(for: action))
    }
}

/// The actions that a person may take.
public struct TrustPermissions: Codable, Hashable, Sendable {
    /// The maximum number of places of a meetup that the person hosts; at least 0.
    public let maxPlaces: Int
    /// Whether the person may invite people that they are not matched with, as a first contact.
    public let mayInviteStrangers: Bool
    /// Whether the person may host a series.
    public let mayHostSeries: Bool
    /// The maximum number of invitations in a day.
    public let dailyInvitations: Int

    /// All actions, with limits that every JSON parser can represent.
    public static let all = TrustPermissions(
        maxPlaces: 1_000_000, mayInviteStrangers: true, mayHostSeries: true, dailyInvitations: 1_000_000)
    /// No actions.
    public static let none = TrustPermissions(
        maxPlaces: 0, mayInviteStrangers: false, mayHostSeries: false, dailyInvitations: 0)

    /// Creates permissions.
    public init(maxPlaces: Int, mayInviteStrangers: Bool, mayHostSeries: Bool, dailyInvitations: Int) {
        (self.maxPlaces, self.dailyInvitations) = (maxPlaces, dailyInvitations)
        (self.mayInviteStrangers, self.mayHostSeries) = (mayInviteStrangers, mayHostSeries)
    }

    /// Whether the permissions include an action.
    public func allow(_ action: GatedAction) -> Bool {
        switch action {
        case .host(let places): places <= maxPlaces
        case .inviteStranger: mayInviteStrangers
        case .hostSeries: mayHostSeries
        case .invite(let perDay): perDay <= dailyInvitations
        }
    }

    private enum CodingKeys: String, CodingKey {
        case maxPlaces = "most_places"
        case mayInviteStrangers = "may_invite_strangers"
        case mayHostSeries = "may_host_series"
        case dailyInvitations = "daily_invitations"
    }
}

/// An action that depends on the trust level.
public enum GatedAction: Hashable, Sendable {
    /// Host a meetup with a number of places. A meetup without a limit has `Int.max` places.
    case host(places: Int)
    /// Invite a person who is not a match.
    case inviteStranger
    /// Host a series.
    case hostSeries
    /// Invite a number of people in a day.
    case invite(perDay: Int)
}

/// The missing level for an action.
public struct MissingRequirement: Hashable, Sendable {
    /// The action.
    public let action: GatedAction
    /// The lowest level that allows the action; `nil` if no level allows it.
    public let level: TrustLevel?

    /// Creates a missing requirement.
    public init(action: GatedAction, level: TrustLevel?) {
        (self.action, self.level) = (action, level)
    }
}

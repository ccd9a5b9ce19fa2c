public import Matching
public import Networking
public import OrbitModels

extension EventKind {
    /// The owner of the log has set their dealbreakers, on any device. Data: ``SavedDealbreakers``.
    public static let dealbreakersChanged = Self(rawValue: "dealbreakers.changed")
    /// The owner has marked the subject "less like this". Data: `Keyed<Person>`.
    public static let lessLikeAdded = Self(rawValue: "less_like.added")
    /// The owner has removed the mark. Data: `Keyed<UserID>`.
    public static let lessLikeRemoved = Self(rawValue: "less_like.removed")
}

extension ListName {
    /// The people suggested to the owner of the log.
    public static let discover = Self(rawValue: "discover")
    /// The owner's dealbreakers.
    public static let dealbreakers = Self(rawValue: "dealbreakers")
    /// The people marked "less like this".
    public static let lessLike = Self(rawValue: "less_like")
}

/// The data of `EventKind.dealbreakersChanged`.
public struct SavedDealbreakers: Codable, Hashable, Sendable {
    /// The dealbreakers as they were set.
    public var dealbreakers: Dealbreakers
    /// The version, as in the `ETag` of `/discover/dealbreakers`.
    public var version: EntityTag

    /// Creates the data.
    public init(dealbreakers: Dealbreakers, version: EntityTag) {
        self.dealbreakers = dealbreakers
        self.version = version
    }

    private enum CodingKeys: String, CodingKey {
        case dealbreakers, version
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        dealbreakers = try container.decode(Dealbreakers.self, forKey: .dealbreakers)
        version = EntityTag(rawValue: try container.decode(String.self, forKey: .version))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(dealbreakers, forKey: .dealbreakers)
        try container.encode(version.rawValue, forKey: .version)
    }
}

extension EventCatalogue {
    /// The events of suggestions, dealbreakers and "less like this".
    public static let discover = EventCatalogue([
        .dealbreakersChanged: SavedDealbreakers.self, .lessLikeAdded: Keyed<Person>.self,
        .lessLikeRemoved: Keyed<UserID>.self, .personChanged: ChangedPerson.self,
    ])
}

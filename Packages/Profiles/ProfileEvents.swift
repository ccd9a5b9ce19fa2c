public import Networking
public import OrbitModels

extension EventKind {
    /// The owner of the log has saved their profile, on whichever device. Data: ``SavedProfile``.
    public static let profileChanged = Self(rawValue: "profile.changed")
}

extension ListName {
    /// The owner's own profile.
    public static let profile = Self(rawValue: "profile")
}

/// The data of `EventKind.profileChanged`: ``ProfileData`` with its version beside it.
public struct SavedProfile: Codable, Hashable, Sendable {
    /// The profile as it was saved.
    public var data: ProfileData
    /// As the `ETag` of `/users/me` has it.
    public var version: EntityTag

    /// Creates the data.
    public init(data: ProfileData, version: EntityTag) {
        self.data = data
        self.version = version
    }

    private enum CodingKeys: String, CodingKey {
        case version
    }

    public init(from decoder: any Decoder) throws {
        data = try ProfileData(from: decoder)
        version = EntityTag(
            rawValue: try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .version))
    }

    public func encode(to encoder: any Encoder) throws {
        try data.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version.rawValue, forKey: .version)
    }
}

extension EventCatalogue {
    /// The events of the user's own profile and of other people's.
    public static let profiles = EventCatalogue([
        .profileChanged: SavedProfile.self, .personChanged: ChangedPerson.self,
    ])
}

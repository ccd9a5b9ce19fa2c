public import Networking
public import OrbitModels
public import Presentation

extension EventKind {
    /// The owner of the log has saved their profile, on any device. Data: ``SavedProfile``.
    public static let profileChanged = Self(rawValue: "profile.changed")
}

extension ListName {
    /// The owner's own profile.
    public static let profile = Self(rawValue: "profile")
}

/// The data of `EventKind.profileChanged`: ``ProfileData`` and its version.
public struct SavedProfile: Codable, Hashable, Sendable {
    /// The profile as it was saved.
    public var data: ProfileData
    /// The version, which is the `ETag` of `/users/me`.
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
    /// The events of the user's own profile and of other people's profiles.
    public static let profiles = EventCatalogue([
        .profileChanged: SavedProfile.self, .personChanged: ChangedPerson.self,
    ])
}

extension ResourceDefinition<SavedProfile> {
    /// The user's own profile.
    public static var ownProfile: Self {
        Self(.profile) { event, saved throws(LogEventError) in
            guard event.kind == .profileChanged else { return .unknown }
            saved = try event.data()
            return .applied
        }
    }
}

extension ResourceDefinition<Person> {
    /// Another person, as the user may see them. The members that they show depend on whether the two are matched.
    public static func person(_ id: UserID) -> Self {
        Self(
            ListName(rawValue: "person"), hide: { hidden, person in if hidden == id { person = nil } }
        ) { event, person throws(LogEventError) in
            guard event.subject == id else { return .unknown }
            switch event.kind {
            case .personChanged: person = try event.data(ChangedPerson.self).person
            case .matchMade, .matchEnded, .personShown: return .outdated
            default: return .unknown
            }
            return .applied
        }
    }
}

/// Who may see a member of a profile, among those who may see the profile at all.
public struct Audience: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Everyone on campus.
    public static let campus = Self(rawValue: "campus")
    public static let matches = Self(rawValue: "matches")
    /// Those who come to the same meetup.
    public static let attendees = Self(rawValue: "attendees")
    public static let nobody = Self(rawValue: "nobody")

    public static let known: [Self] = [.campus, .matches, .attendees, .nobody]
}

/// Who may see which member of someone's profile, where they have said so.
///
/// On the wire: `{ "bio": "matches", "availability": "campus" }`. Members that this version does not know are kept.
public struct ProfileVisibility: Hashable, Sendable {
    /// What was said, by the names of the members.
    public var settings: [String: Audience]

    public init(settings: [String: Audience] = [:]) {
        self.settings = settings
    }

    public init(_ audiences: [ProfileField: Audience]) {
        self.init()
        for (field, audience) in audiences { self[field] = audience }
    }

    /// Who may see the member: as was said, or else as is usual for it. Everyone sees the name and nobody
    /// these settings, whatever was said.
    public subscript(field: ProfileField) -> Audience {
        get {
            if let fixed = field.fixedAudience { return fixed }
            return settings[field.rawValue] ?? field.usualAudience
        }
        set { settings[field.rawValue] = newValue }
    }
}

extension ProfileField {
    /// Who sees the member whatever is said; `nil` where the owner decides.
    public var fixedAudience: Audience? {
        switch self {
        case .name: .campus
        case .visibility: .nobody
        default: nil
        }
    }

    /// Who sees the member until something else is said.
    fileprivate var usualAudience: Audience {
        switch self {
        case .birthMonth, .coordinates, .visibility: .nobody
        case .availability, .socials: .matches
        case .name, .age, .major, .location, .bio, .photos, .interests, .personality, .socialPreferences,
            .friendshipGoals, .sports:
            .campus
        }
    }
}

extension ProfileVisibility: Codable {
    public init(from decoder: any Decoder) throws {
        settings = try decoder.singleValueContainer().decode([String: Audience].self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(settings)
    }
}

/// A member of a profile, by its name on the wire. Forms ask for these members, and visibility settings refer to them.
public enum ProfileField: String, CaseIterable, Hashable, Sendable {
    /// The name.
    case name
    /// The month of birth.
    case birthMonth = "birth_month"
    /// The age in years.
    case age
    /// The field of study.
    case major
    /// The city and the state.
    case location
    /// The point on the map. It is part of the location, but has a visibility of its own.
    case coordinates
    /// The free text.
    case bio
    /// The photos.
    case photos
    /// The interests.
    case interests
    /// The personality scales.
    case personality
    /// The preferences for meeting.
    case socialPreferences = "social_preferences"
    /// The kinds of friendship that the person wants.
    case friendshipGoals = "friendship_goals"
    /// The weekly availability.
    case availability
    /// The sports and skill levels.
    case sports
    /// The names on other networks.
    case socials
    /// The visibility settings themselves.
    case visibility
}

/// The people who may see a member of a profile, out of the people who may see the profile.
public struct Audience: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// All people on campus.
    public static let campus = Self(rawValue: "campus")
    /// The owner's matches.
    public static let matches = Self(rawValue: "matches")
    /// People who attend the same meetup.
    public static let attendees = Self(rawValue: "attendees")
    /// Only the owner.
    public static let nobody = Self(rawValue: "nobody")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.campus, .matches, .attendees, .nobody]
}

/// The audiences that the owner of a profile has set for its members.
///
/// The wire form is `{ "bio": "matches", "availability": "campus" }`. Members that this version does not know are kept.
public struct ProfileVisibility: Hashable, Sendable {
    /// The settings by the wire names of the members.
    public var settings: [String: Audience]

    /// Creates the settings from wire names.
    public init(settings: [String: Audience] = [:]) {
        self.settings = settings
    }

    /// Creates the settings for known members.
    public init(_ audiences: [ProfileField: Audience]) {
        self.init()
        for (field, audience) in audiences { self[field] = audience }
    }

    /// The audience of a member: the owner's setting, or the default of the member.
    ///
    /// The name is always visible on campus, and these settings only to their owner, regardless of the stored settings.
    public subscript(field: ProfileField) -> Audience {
        get {
            if let fixed = field.fixedAudience { return fixed }
            return settings[field.rawValue] ?? field.usualAudience
        }
        set { settings[field.rawValue] = newValue }
    }
}

extension ProfileField {
    /// The audience that settings cannot change; `nil` if the owner decides.
    public var fixedAudience: Audience? {
        switch self {
        case .name: .campus
        case .visibility: .nobody
        default: nil
        }
    }

    /// The audience without a setting.
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

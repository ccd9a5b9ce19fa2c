/// A member of a profile, by its name on the wire: what forms ask for, and what is shown or hidden.
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
    /// The point on the map: part of the location, with a visibility of its own.
    case coordinates
    /// The free text.
    case bio
    /// The photos.
    case photos
    /// The interests.
    case interests
    /// The personality scales.
    case personality
    /// How the person likes to meet.
    case socialPreferences = "social_preferences"
    /// What kind of friendship the person looks for.
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

/// Who may see a member of a profile, among the people who may see the profile at all.
public struct Audience: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
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

/// Who may see which member of a profile, where its owner has set it.
///
/// On the wire: `{ "bio": "matches", "availability": "campus" }`. Members that this version does not know are kept.
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

    /// Who may see the member: as set, otherwise the default for it. The name is always visible on campus and these
    /// settings to their owner only, whatever is set.
    public subscript(field: ProfileField) -> Audience {
        get {
            if let fixed = field.fixedAudience { return fixed }
            return settings[field.rawValue] ?? field.usualAudience
        }
        set { settings[field.rawValue] = newValue }
    }
}

extension ProfileField {
    /// The audience that settings cannot change; `nil` where the owner decides.
    public var fixedAudience: Audience? {
        switch self {
        case .name: .campus
        case .visibility: .nobody
        default: nil
        }
    }

    /// The audience unless set otherwise.
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

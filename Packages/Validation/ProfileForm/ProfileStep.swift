public import OrbitModels

/// The five steps of the profile form, in order.
public enum ProfileStep: String, CaseIterable, Hashable, Sendable {
    /// Name, age, major, location, bio and socials.
    case basicInfo = "basic_info"
    /// The personality scales.
    case personality
    /// Interests and sports.
    case interests
    /// Social preferences, friendship goals and availability.
    case socialPreferences = "social_preferences"
    /// Photos and visibility.
    case photos

    /// The wire names of the step's profile members, in the order of the form. Every member belongs to exactly one
    /// step.
    public var fields: [String] {
        switch self {
        case .basicInfo: ["name", "birth_month", "age", "major", "location", "bio", "socials"]
        case .personality: ["personality"]
        case .interests: ["interests", "sports"]
        case .socialPreferences: ["social_preferences", "friendship_goals", "availability"]
        case .photos: ["photos", "visibility"]
        }
    }

    /// Creates the step of the field in a failure's path: `location.city` belongs to ``basicInfo``. Returns `nil` for
    /// other paths.
    public init?(path: String) {
        let field = String(path.prefix { $0 != "." && $0 != "[" })
        guard let step = Self.allCases.first(where: { $0.fields.contains(field) }) else { return nil }
        self = step
    }
}

extension ProfileStep: LocalizedTextConvertible {
    /// The titles of the steps.
    public static let vocabulary = Vocabulary(
        "profile_step",
        [
            "basic_info": "The basics", "personality": "Personality", "interests": "Interests",
            "social_preferences": "How you like to meet", "photos": "Photos",
        ])
}

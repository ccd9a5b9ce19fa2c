/// The five steps in which a profile is filled in, in order.
public enum ProfileStep: String, CaseIterable, Hashable, Sendable {
    case basicInfo = "basic_info"
    case personality
    case interests
    case socialPreferences = "social_preferences"
    case photos

    /// The members of a profile that the step asks for, in the order of the form. Every member of a
    /// profile belongs to exactly one step.
    public var fields: [String] {
        switch self {
        case .basicInfo: ["name", "birth_month", "age", "major", "location", "bio", "socials"]
        case .personality: ["personality"]
        case .interests: ["interests", "sports"]
        case .socialPreferences: ["social_preferences", "friendship_goals", "availability"]
        case .photos: ["photos", "visibility"]
        }
    }

    /// The step that asks for what a failure's path names: `location.city` belongs to the basics.
    public init?(path: String) {
        let field = String(path.prefix { $0 != "." && $0 != "[" })
        guard let step = Self.allCases.first(where: { $0.fields.contains(field) }) else { return nil }
        self = step
    }
}

/// A member of a profile, by its name on the wire: what forms ask for, and what is shown or hidden.
public enum ProfileField: String, CaseIterable, Hashable, Sendable {
    case name
    case birthMonth = "birth_month"
    case age
    case major
    /// The city and the state.
    case location
    /// The point on the map, which is part of the location but shown to others on its own terms.
    case coordinates
    case bio
    case photos
    case interests
    case personality
    case socialPreferences = "social_preferences"
    case friendshipGoals = "friendship_goals"
    case availability
    case sports
    case socials
    case visibility
}

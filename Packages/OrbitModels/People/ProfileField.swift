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

public import OrbitModels
public import Presentation

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
    /// Another person, as the user may see them. What they show depends on whether the two are matched.
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

import Discover
import OrbitModels

extension AccountRecord {
    /// Whether `viewer` may see the profile: both on one campus, and both with a complete one.
    func isVisible(to viewer: AccountRecord) -> Bool {
        id != viewer.id && campus == viewer.campus && isComplete && viewer.isComplete
    }

    /// The person as others on campus see them; the one place that decides which members they see.
    ///
    /// An age in place of the birth month, a city without coordinates, and no names on other networks:
    /// those are for people one has met.
    func publicView(on day: CalendarDay) -> Person? {
        guard var profile else { return nil }
        profile.statedAge = profile.age(on: day)
        profile.birthMonth = nil
        profile.location?.coordinates = nil
        profile.socials = Socials()
        return Person(id: id, profile: profile)
    }
}

import Discover
import OrbitModels
import Profiles

extension AccountRecord {
    /// Whether `viewer` may see the profile: both on one campus, and both with a complete one.
    func isVisible(to viewer: AccountRecord) -> Bool {
        id != viewer.id && campus == viewer.campus && isComplete && viewer.isComplete
    }

    /// The person as others on campus see them. `Profile.seen` decides which members they do.
    func publicView(to viewer: ProfileViewer = .stranger, on day: CalendarDay) -> Person? {
        profile.map { Person(id: id, profile: $0.seen(by: viewer, on: day)) }
    }
}

import OrbitModels
import Profiles

extension AccountRecord {
    /// The person as others on campus see them. `Profile.seen` decides which members they do.
    func publicView(to viewer: ProfileViewer = .stranger, on day: CalendarDay) -> Person? {
        profile.map { Person(id: id, profile: $0.seen(by: viewer, on: day)) }
    }
}

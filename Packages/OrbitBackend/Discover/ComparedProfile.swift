import OrbitModels
import Profiles

extension Profile {
    /// What of the profile is compared with those of others: what every stranger may see, and with it two members of
    /// which others see only what comes of the comparison. Of the free hours that is the time in common, of
    /// the place how far apart two people live, in steps and from a snapped point. With an audience of *nobody*
    /// neither of the two is compared.
    func compared(on day: CalendarDay) -> Profile {
        var compared = seen(by: .stranger, on: day)
        let audiences: [Audience] = [.campus, .matches, .attendees]
        if audiences.contains((visibility ?? ProfileVisibility())[.availability]) {
            compared.availability = availability
        }
        // Others see the point itself only if the owner wants it. Here only what the owner has said counts.
        let said = visibility?.settings[ProfileField.coordinates.rawValue]
        if said.map(audiences.contains) ?? true { compared.location?.coordinates = location?.coordinates }
        return compared
    }
}

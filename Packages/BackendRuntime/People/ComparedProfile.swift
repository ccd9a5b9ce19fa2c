package import OrbitModels
import Profiles

/// A person's profile as it is compared with those of others, with the hours and the home that count on the day.
package struct ComparedProfile: Sendable {
    /// All of it. Only what the owner alone gets may depend on what they do not show.
    package let own: Profile
    private let day: CalendarDay

    /// `nil` of a person without a profile.
    package init?(_ account: AccountRecord, on day: CalendarDay) {
        guard let profile = account.profile else { return nil }
        (own, self.day) = (account.counted.profile(profile, on: day), day)
    }

    /// What others are compared with, and what the owner's wishes rest on where others can tell: what every stranger
    /// may see, and with it two members of which others see only what comes of the comparison: of the free hours one of
    /// three levels, of the home one of three steps between squares.
    package var shown: Profile {
        var shown = own.seen(by: .stranger, on: day)
        shown.availability = own.isCompared(.availability) ? own.availability : nil
        shown.location?.coordinates = own.isCompared(.coordinates) ? own.location?.coordinates : nil
        return shown
    }
}

extension Profile {
    /// Whether strangers are compared with the hours or the home. They see neither unless the owner wants that, and yet
    /// are compared with both until the owner says who may see them: what the owner says holds for all that comes of
    /// it.
    fileprivate func isCompared(_ field: ProfileField) -> Bool {
        let said = visibility?.settings[field.rawValue]
        return said == nil || said == .campus
    }
}

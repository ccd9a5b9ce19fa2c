package import OrbitModels
import Profiles

/// A person's profile for comparisons, with the effective hours and home of the day.
package struct ComparedProfile: Sendable {
    /// The whole profile. Only results that the owner alone receives may depend on its hidden members.
    package let own: Profile
    private let day: CalendarDay

    /// Creates the profile for a day; `nil` for an account without a profile.
    package init?(_ account: AccountRecord, on day: CalendarDay) {
        guard let profile = account.profile else { return nil }
        (own, self.day) = (account.effectiveValues.profile(profile, on: day), day)
    }

    /// The profile used to compare this person with strangers. The owner's preferences are evaluated with it too, if
    /// other people can infer the result of a preference.
    ///
    /// It contains all members that a stranger may see, and the free hours and the home. Strangers learn only the
    /// results of the comparison of the hours and the homes. The result for the hours is one of three levels. The
    /// result for the home is one of three levels of the distance between squares.
    package var shown: Profile {
        var shown = own.seen(by: .stranger, on: day)
        shown.availability = own.isCompared(.availability) ? own.availability : nil
        shown.location?.coordinates = own.isCompared(.coordinates) ? own.location?.coordinates : nil
        return shown
    }
}

extension Profile {
    /// Whether strangers are compared with the hours or the home.
    ///
    /// Strangers see neither member unless the owner allows it. Without a setting of the owner they are still compared
    /// with both. A setting applies to the member and to all results of a comparison.
    fileprivate func isCompared(_ field: ProfileField) -> Bool {
        let said = visibility?.settings[field.rawValue]
        return said == nil || said == .campus
    }
}

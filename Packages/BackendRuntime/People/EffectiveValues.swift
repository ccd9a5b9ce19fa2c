package import OrbitModels
package import Profiles

/// The effective value of a field: the value by which a person is compared with people who do not show their own value.
///
/// Each change of a person's own value reveals something of the values of all other people, so changes take effect
/// rarely:
///
/// - The first value takes effect at once.
/// - A later value takes effect ``EffectiveValues/days`` days after the last one took effect. Until then the last value
///   remains in effect.
///
/// No work is scheduled for that day. The effective value is computed from the saved value and the day.
package struct EffectiveValue<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The last value that is known to have taken effect.
    package private(set) var value: Value?
    /// The first day on which the value was in effect. If ``value`` is `nil`, the last day on which a value of an
    /// earlier account of the person took effect.
    package private(set) var since: CalendarDay?

    /// Creates an effective value.
    ///
    /// - Parameter since: The last day on which a value of the same person took effect; `nil` if no value ever did.
    package init(since: CalendarDay? = nil) {
        self.since = since
    }

    /// Returns the effective value on a day; `nil` if the person has no saved value.
    ///
    /// - Parameters:
    ///   - saved: The saved value.
    ///   - day: The day.
    package func value(saved: Value?, on day: CalendarDay) -> Value? {
        guard let saved else { return nil }
        return waits(saved, on: day) ? value : saved
    }

    /// Returns the day on which the saved value takes effect; `nil` if no value ever took effect, so that this value
    /// takes effect at once.
    package func start(of saved: Value) -> CalendarDay? {
        saved == value ? since : since?.advanced(byDays: EffectiveValues.days)
    }

    /// Returns the last day on which a value took effect.
    ///
    /// - Parameters:
    ///   - saved: The saved value.
    ///   - day: The current day.
    package func lastStart(saved: Value?, on day: CalendarDay) -> CalendarDay? {
        var effective = self
        effective.replace(saved, with: saved, on: day)
        return effective.since
    }

    /// Replaces or removes the saved value.
    package mutating func replace(_ before: Value?, with after: Value?, on day: CalendarDay) {
        // A waiting value whose day has passed took effect on that day.
        if let before { count(before, since: start(of: before) ?? day, on: day) }
        if let after { count(after, since: day, on: day) }
    }

    private mutating func count(_ saved: Value, since start: CalendarDay, on day: CalendarDay) {
        guard saved != value, !waits(saved, on: day) else { return }
        (value, since) = (saved, start)
    }

    /// Returns the description of a saved value's effective date, for the owner of the profile. It changes only when
    /// the owner saves. It is `nil` without a saved value, or if no value ever took effect.
    fileprivate func effectiveDate(of saved: Value?) -> EffectiveDate<Value>? {
        guard let saved, let start = start(of: saved) else { return nil }
        return EffectiveDate(from: start, before: saved == value ? nil : value)
    }

    private func waits(_ saved: Value, on day: CalendarDay) -> Bool {
        saved != value && start(of: saved).map { day < $0 } ?? false
    }
}

/// The effective values of a person's free hours and home.
package struct EffectiveValues: Codable, Hashable, Sendable {
    /// The minimum number of days for which each value is in effect.
    package static let days = 30

    package private(set) var hours: EffectiveValue<WeeklyAvailability>
    package private(set) var home: EffectiveValue<Coordinates>

    /// Creates the effective values of an account.
    ///
    /// - Parameter since: The last day on which either value of an earlier account of the person took effect; `nil` if
    ///   neither did.
    package init(since: CalendarDay? = nil) {
        (hours, home) = (EffectiveValue(since: since), EffectiveValue(since: since))
    }

    /// Returns the profile with the effective hours and home in place of the saved ones.
    package func profile(_ profile: Profile, on day: CalendarDay) -> Profile {
        var effective = profile
        effective.availability = hours.value(saved: profile.availability, on: day)
        effective.location?.coordinates = home.value(saved: profile.location?.coordinates, on: day)
        return effective
    }

    /// Returns the description of the effective values for the owner.
    package func effectiveDates(in profile: Profile) -> EffectiveDates {
        EffectiveDates(
            availability: hours.effectiveDate(of: profile.availability),
            coordinates: home.effectiveDate(of: profile.location?.coordinates))
    }

    /// Returns the last day on which either value took effect.
    package func lastStart(in profile: Profile?, on day: CalendarDay) -> CalendarDay? {
        [
            hours.lastStart(saved: profile?.availability, on: day),
            home.lastStart(saved: profile?.location?.coordinates, on: day),
        ].compactMap(\.self).max()
    }

    /// Replaces the saved values with the values of a new profile.
    package mutating func replace(_ before: Profile?, with after: Profile, on day: CalendarDay) {
        hours.replace(before?.availability, with: after.availability, on: day)
        home.replace(before?.location?.coordinates, with: after.location?.coordinates, on: day)
    }
}

extension CalendarDay {
    /// Returns the day that is a number of days later, clamped to the years 0 to 9999.
    package func advanced(byDays days: Int) -> CalendarDay { CalendarDay(sinceEpoch: sinceEpoch + days) }
}

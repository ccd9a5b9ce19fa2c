package import OrbitModels
package import Profiles

/// What counts of a value by which a person is compared with people who do not show theirs.
///
/// Each set of own values is a look at everyone else's, so looks are few: the first value counts at once, and a later
/// one
/// ``CountedValues/days`` days after the last that counted. Until then the last one counts. Nothing is done on the day:
/// what counts follows from the value that the owner offers, and the day.
package struct Counted<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The last that is known to have counted.
    package private(set) var value: Value?
    /// The first day on which it did. Without a value, when one of an earlier account of the person last did.
    package private(set) var since: CalendarDay?

    /// - Parameter since: when a value of the same person counted last; `nil` if none ever did.
    package init(since: CalendarDay? = nil) {
        self.since = since
    }

    /// What counts on a day, of a person who offers a value to be compared by; nothing if they offer none.
    package func value(offering offered: Value?, on day: CalendarDay) -> Value? {
        guard let offered else { return nil }
        return waits(offered, on: day) ? value : offered
    }

    /// The day from which the offered value counts; `nil` if none ever counted, so that it counts at once.
    package func start(of offered: Value) -> CalendarDay? {
        offered == value ? since : since?.advanced(byDays: CountedValues.days)
    }

    /// The last day from which a value counted, of a person who offers one.
    package func lastStart(offering offered: Value?, on day: CalendarDay) -> CalendarDay? {
        var counted = self
        counted.replace(offered, with: offered, on: day)
        return counted.since
    }

    /// The owner offers another value, or none.
    package mutating func replace(_ before: Value?, with after: Value?, on day: CalendarDay) {
        // What waited and has had its day counted from then on.
        if let before { count(before, since: start(of: before) ?? day, on: day) }
        if let after { count(after, since: day, on: day) }
    }

    private mutating func count(_ offered: Value, since start: CalendarDay, on day: CalendarDay) {
        guard offered != value, !waits(offered, on: day) else { return }
        (value, since) = (offered, start)
    }

    /// What the owner is told of a value that they have saved. It changes only when they save.
    fileprivate func counting(_ offered: Value?) -> CountingValue<Value>? {
        guard let offered, let start = start(of: offered) else { return nil }
        return CountingValue(from: start, before: offered == value ? nil : value)
    }

    private func waits(_ offered: Value, on day: CalendarDay) -> Bool {
        offered != value && start(of: offered).map { day < $0 } ?? false
    }
}

/// What counts of a person's free hours and home.
package struct CountedValues: Codable, Hashable, Sendable {
    /// How long each counts at least, in days.
    package static let days = 30

    package private(set) var hours: Counted<WeeklyAvailability>
    package private(set) var home: Counted<Coordinates>

    /// - Parameter since: when either last counted for an earlier account of the person; `nil` if neither did.
    package init(since: CalendarDay? = nil) {
        (hours, home) = (Counted(since: since), Counted(since: since))
    }

    /// The profile with the hours and the home that count in place of those that its owner has saved.
    package func profile(_ profile: Profile, on day: CalendarDay) -> Profile {
        var counted = profile
        counted.availability = hours.value(offering: profile.availability, on: day)
        counted.location?.coordinates = home.value(offering: profile.location?.coordinates, on: day)
        return counted
    }

    /// What the owner is told.
    package func counting(in profile: Profile) -> CountingValues {
        CountingValues(
            availability: hours.counting(profile.availability),
            coordinates: home.counting(profile.location?.coordinates))
    }

    /// The last day from which either counted.
    package func lastStart(in profile: Profile?, on day: CalendarDay) -> CalendarDay? {
        [
            hours.lastStart(offering: profile?.availability, on: day),
            home.lastStart(offering: profile?.location?.coordinates, on: day),
        ].compactMap(\.self).max()
    }

    /// The owner saves a profile.
    package mutating func replace(_ before: Profile?, with after: Profile, on day: CalendarDay) {
        hours.replace(before?.availability, with: after.availability, on: day)
        home.replace(before?.location?.coordinates, with: after.location?.coordinates, on: day)
    }
}

extension CalendarDay {
    /// The day so many days later, clamped to the years 0 to 9999.
    package func advanced(byDays days: Int) -> CalendarDay { CalendarDay(sinceEpoch: sinceEpoch + days) }
}

public import Foundation
public import OrbitModels

/// What the people of one campus are measured by.
public struct CampusScale: Hashable, Sendable {
    public var rarity: InterestRarity
    /// Free hours are compared on this wall clock, whatever zone they were given in.
    public var timeZone: TimeZone
    /// In the week of this day; it matters only to people in other zones.
    public var day: CalendarDay

    public init(rarity: InterestRarity = .unknown, timeZone: TimeZone, day: CalendarDay) {
        self.rarity = rarity
        self.timeZone = timeZone
        self.day = day
    }

    /// The whole hours of the campus clock in which someone is free.
    func hours(of profile: Profile) -> HourSet {
        guard let availability = profile.availability else { return HourSet() }
        guard availability.timeZone != timeZone else { return availability.hours }
        return Self.always(in: timeZone).hours(inWeekOf: day, sharedWith: availability)
    }

    /// Where someone lives, snapped.
    func place(of profile: Profile) -> EarthPoint? {
        profile.location?.coordinates.map { EarthPoint($0.snapped) }
    }

    /// The distinct interests that count: the first 64.
    static func interests(of profile: Profile) -> [Interest] {
        var seen: Set<Interest> = []
        return Array(profile.interests.filter { seen.insert($0).inserted }.prefix(CodedTraits.mostInterests))
    }

    private static func always(in zone: TimeZone) -> WeeklyAvailability {
        WeeklyAvailability(
            timeZone: zone,
            hours: HourSet(Weekday.allCases.flatMap { day in (0..<24).compactMap { HourOfWeek(day, hour: $0) } }))
    }
}

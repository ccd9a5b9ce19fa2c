public import Foundation
public import OrbitModels

/// The parameters by which the people of a campus are compared.
public struct CampusScale: Hashable, Sendable {
    /// How rare each interest is.
    public var rarity: InterestRarity
    /// The time zone of the wall clock on which free hours are compared.
    public var timeZone: TimeZone
    /// The week in which free hours are compared; relevant only for people in other zones.
    public var day: CalendarDay

    /// Creates the parameters.
    public init(rarity: InterestRarity = .unknown, timeZone: TimeZone, day: CalendarDay) {
        self.rarity = rarity
        self.timeZone = timeZone
        self.day = day
    }

    /// The whole hours of the campus clock in which the person is free.
    func hours(of profile: Profile) -> HourSet {
        guard let availability = profile.availability else { return HourSet() }
        guard availability.timeZone != timeZone else { return availability.hours }
        return Self.always(in: timeZone).hours(inWeekOf: day, sharedWith: availability)
    }

    /// The person's snapped place.
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

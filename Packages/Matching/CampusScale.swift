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
    /// The squares by which homes are compared.
    public var homes: HomeGrid

    /// Creates the parameters.
    public init(
        rarity: InterestRarity = .unknown, timeZone: TimeZone, day: CalendarDay, homes: HomeGrid = HomeGrid()
    ) {
        self.rarity = rarity
        self.timeZone = timeZone
        self.day = day
        self.homes = homes
    }

    /// How much free time two people have in common; `nil` if either has no free hours.
    public func freeTime(of one: Profile, with other: Profile) -> FreeTimeLevel? {
        let (mine, theirs) = (hours(of: one), hours(of: other))
        return AvailabilityTerm.level(
            shared: mine.intersection(theirs).count, mine: mine.count, theirs: theirs.count)
    }

    /// How far apart two people live; `nil` if either home is unknown.
    public func homeStep(from one: Profile, to other: Profile) -> HomeStep? {
        guard let mine = home(of: one), let theirs = home(of: other) else { return nil }
        return mine.step(to: theirs)
    }

    /// The whole hours of the campus clock in which the person is free.
    func hours(of profile: Profile) -> HourSet {
        guard let availability = profile.availability else { return HourSet() }
        guard availability.timeZone != timeZone else { return availability.hours }
        return Self.always(in: timeZone).hours(inWeekOf: day, sharedWith: availability)
    }

    /// The square of the person's home: nothing else reads the point.
    func home(of profile: Profile) -> HomeSquare? {
        profile.location?.coordinates.map(homes.square)
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

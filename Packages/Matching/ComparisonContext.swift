public import Foundation
public import OrbitModels

/// The context in which the people of a campus are compared.
public struct ComparisonContext: Hashable, Sendable {
    /// The rarity of each interest.
    public var rarity: InterestRarity
    /// The time zone of the wall clock on which free hours are compared.
    public var timeZone: TimeZone
    /// Any day of the calendar week in which free hours are compared. It matters only for people in other time zones.
    public var day: CalendarDay
    /// The grid by whose squares homes are compared.
    public var homes: HomeGrid

    /// Creates the context.
    ///
    /// - Parameters:
    ///   - rarity: The rarity of each interest.
    ///   - timeZone: The time zone of the campus.
    ///   - day: Any day of the calendar week in which free hours are compared.
    ///   - homes: The grid by whose squares homes are compared.
    public init(
        rarity: InterestRarity = .unknown, timeZone: TimeZone, day: CalendarDay, homes: HomeGrid = HomeGrid()
    ) {
        self.rarity = rarity
        self.timeZone = timeZone
        self.day = day
        self.homes = homes
    }

    /// Returns the amount of free time that two people share, or `nil` if either has no free hours.
    public func freeTime(of one: Profile, with other: Profile) -> FreeTimeLevel? {
        let (mine, theirs) = (hours(of: one), hours(of: other))
        return AvailabilityTerm.level(
            shared: mine.intersection(theirs).count, mine: mine.count, theirs: theirs.count)
    }

    /// Returns the distance between the homes of two people, or `nil` if either home is unknown.
    public func distanceLevel(from one: Profile, to other: Profile) -> DistanceLevel? {
        guard let mine = home(of: one), let theirs = home(of: other) else { return nil }
        return mine.distanceLevel(to: theirs)
    }

    /// Returns the whole hours of the campus clock in which the person is free.
    func hours(of profile: Profile) -> HourSet {
        guard let availability = profile.availability else { return HourSet() }
        guard availability.timeZone != timeZone else { return availability.hours }
        let always = WeeklyAvailability(timeZone: timeZone, hours: Self.allHours)
        return always.hours(inWeekOf: day, sharedWith: availability)
    }

    /// Returns the square of the person's home. No other code reads the coordinates of the home.
    func home(of profile: Profile) -> HomeSquare? {
        profile.location?.coordinates.map(homes.square)
    }

    /// Returns the first 64 distinct interests. The score ignores further interests.
    static func interests(of profile: Profile) -> [Interest] {
        var seen: Set<Interest> = []
        return Array(profile.interests.filter { seen.insert($0).inserted }.prefix(CodedTraits.maxInterests))
    }

    private static let allHours = HourSet(
        Weekday.allCases.flatMap { day in (0..<24).compactMap { HourOfWeek(day, hour: $0) } })
}

import Foundation
import Matching
import OrbitModels
import TimeAndChance

/// People with hidden hours and homes, and the campus's knowledge about them.
struct PrivateCampus {
    /// The middle of the campus.
    static let centre = (latitude: 42.45, longitude: -76.48)

    let people: [Profile]
    let weeks: [Week]
    let comparison: ComparisonContext

    init(people count: Int, seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var maker = WeekMaker(random: SplitMix64(seed: seed ^ 0x5EED))
        let weeks = (0..<count).map { _ in maker.week() }
        people = weeks.map { week in
            Profile(
                name: "Person", location: Location(city: "Ithaca", coordinates: Self.home(&random)),
                interests: Self.interests(&random),
                personality: Personality(
                    introvertExtrovert: Self.slider(&random), spontaneousPlanner: Self.slider(&random),
                    activeRelaxed: Self.slider(&random)),
                socialPreferences: SocialPreferences(
                    groupSize: GroupSize.known.randomElement(using: &random),
                    meetingFrequency: MeetingFrequency.known.randomElement(using: &random),
                    preferredTimes: PreferredTime.known.filter { _ in Bool.random(using: &random) }),
                availability: WeeklyAvailability(timeZone: .gmt, hours: week.hours))
        }
        self.weeks = weeks
        guard let day = CalendarDay(year: 2026, month: 9, day: 14) else {
            throw UnexpectedInput("There is no such day.")
        }
        comparison = ComparisonContext(
            rarity: InterestRarity(of: people.lazy.map(\.interests)), timeZone: .gmt, day: day,
            homes: HomeGrid(centre: Self.place(east: 0, north: 0)))
    }

    /// Returns the place at a distance in kilometres from the middle of the campus.
    static func place(east: Double, north: Double) -> Coordinates? {
        Coordinates(
            latitude: centre.latitude + north / 111.195,
            longitude: centre.longitude + east / 111.195 / cos(centre.latitude * .pi / 180))
    }

    /// Returns a random home. 79 % are within 8 km of the campus to each side, more often closer. The remaining homes
    /// are up to 40 km away.
    private static func home(_ random: inout SplitMix64) -> Coordinates? {
        func number(_ reach: Double) -> Double { .random(in: -reach...reach, using: &random) }
        guard Double.random(in: 0..<1, using: &random) >= 0.79 else {
            return place(east: (number(8) + number(8)) / 2, north: (number(8) + number(8)) / 2)
        }
        while true {
            let (east, north) = (number(39.9), number(39.9))
            if max(abs(east), abs(north)) > 8.1 { return place(east: east, north: north) }
        }
    }

    /// Returns three to eight interests. The first of the list is twice as frequent as the last.
    private static func interests(_ random: inout SplitMix64) -> [Interest] {
        let all = Interest.predefined
        var chosen: Set<Int> = []
        let count = Int.random(in: 3...8, using: &random)
        while chosen.count < min(count, all.count) {
            let place = Int.random(in: all.indices, using: &random)
            if Double.random(in: 0..<2, using: &random) < 2 - Double(place) / Double(all.count) { chosen.insert(place) }
        }
        return chosen.sorted().map { all[$0] }
    }

    private static func slider(_ random: inout SplitMix64) -> UnitInterval? {
        guard Int.random(in: 0..<8, using: &random) > 0 else { return nil }
        return UnitInterval((.random(in: 0...1, using: &random) + .random(in: 0...1, using: &random)) / 2)
    }
}

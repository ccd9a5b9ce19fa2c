import Foundation
import Matching
import OrbitModels
import TimeAndChance

/// Random people. Some have unanswered questions, and many are equal.
struct RandomPeople {
    var random: SplitMix64
    let vocabulary: Int

    init(seed: UInt64, vocabulary: Int = 20) {
        random = SplitMix64(seed: seed)
        self.vocabulary = vocabulary
    }

    mutating func chance(_ probability: Double) -> Bool { Double.random(in: 0..<1, using: &random) < probability }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    mutating func traits() -> RankTraits {
        let place = chance(0.8) ? coordinates() : nil
        return RankTraits(
            personality: personality(), interests: (0..<number(0...10)).map { _ in number(0...(vocabulary - 1)) },
            hours: hours(), preferences: preferences(),
            home: place.map { HomeGrid().square(of: $0) })
    }

    mutating func profile(_ zones: [TimeZone] = [.gmt]) -> Profile {
        let zone = zones[number(0...(zones.count - 1))]
        return Profile(
            name: "Someone", location: Location(city: "Berkeley", coordinates: chance(0.8) ? coordinates() : nil),
            interests: (0..<number(0...10)).map { _ in Interest("interest \(number(0...(vocabulary - 1)))") },
            personality: personality(), socialPreferences: preferences(),
            availability: chance(0.8) ? WeeklyAvailability(timeZone: zone, hours: hours()) : nil)
    }

    mutating func people(_ count: Int) -> [Person] {
        (0..<count).map { Person(id: UserID("u\($0)"), profile: profile()) }
    }

    /// Returns a set with this share of all hours of the week.
    mutating func hours(_ share: Double) -> HourSet {
        var hours = HourSet()
        for day in Weekday.allCases {
            for hour in 0..<24 where chance(share) {
                if let range = HourRange(from: hour, to: hour + 1) { hours.insert(range, on: day) }
            }
        }
        return hours
    }

    /// Returns a personality with sliders in quarters, so that people are often equal.
    private mutating func personality() -> Personality {
        func slider() -> UnitInterval? { chance(0.8) ? UnitInterval(Double(number(0...4)) / 4) : nil }
        return Personality(introvertExtrovert: slider(), spontaneousPlanner: slider(), activeRelaxed: slider())
    }

    private mutating func hours() -> HourSet {
        var hours = HourSet()
        for _ in 0..<number(0...5) {
            let (day, start) = (Weekday.allCases[number(0...6)], number(7...20))
            if let range = HourRange(from: start, to: start + number(1...4)) { hours.insert(range, on: day) }
        }
        return hours
    }

    private mutating func preferences() -> SocialPreferences {
        SocialPreferences(
            groupSize: chance(0.8) ? GroupSize.known[number(0...3)] : nil,
            meetingFrequency: chance(0.8) ? MeetingFrequency.known[number(0...3)] : nil,
            preferredTimes: PreferredTime.known.filter { _ in chance(0.5) })
    }

    private mutating func coordinates() -> Coordinates? {
        Coordinates(
            latitude: 37.87 + Double(number(-40...40)) / 100, longitude: -122.27 + Double(number(-40...40)) / 100)
    }
}

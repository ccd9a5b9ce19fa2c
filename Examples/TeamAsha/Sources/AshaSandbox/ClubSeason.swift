import Foundation
import OrbitModels
import Randonneuring
import TeamAshaApp
import TimeAndChance

/// The data of a club: riders, results of two seasons, activities of a year and upcoming brevets.
///
/// Equal seeds and dates give equal clubs.
public struct ClubSeason: Sendable {
    /// The riders.
    public var riders: [Rider] = []
    /// The upcoming brevets.
    public var upcoming: [Brevet]
    /// The results by rider.
    public var results: [RiderID: [BrevetResult]] = [:]
    /// The activities by rider, the latest first.
    public var activities: [RiderID: [Activity]] = [:]

    /// The zone of the club.
    public static let zoneName = "America/Los_Angeles"

    /// Creates a club.
    ///
    /// - Parameters:
    ///   - count: The number of riders, at most 400.
    ///   - seed: The seed of all random values.
    ///   - now: The present time.
    public init(riders count: Int = 24, seed: UInt64, now: Date) {
        let today = CalendarDay(now, in: .gmt)
        var random = SplitMix64(seed: seed)
        upcoming = Self.upcomingBrevets(after: today)
        for number in 0..<min(max(count, 0), 400) {
            let id = RiderID("r\(number + 1)")
            let strength = Double.random(in: 0.25...1, using: &random)
            let finished = Self.results(of: id, strength: strength, until: today, using: &random)
            let rides = RecordedYear(rider: id, strength: strength, until: now).activities(using: &random)
            results[id] = finished
            activities[id] = rides
            riders.append(
                Rider(
                    id: id, name: Self.name(number), rusaNumber: String(9_000 + number * 17),
                    badges: Self.badges(of: finished, number: number, on: today), brevetCount: finished.count))
        }
    }

    /// Returns the sums of the riders with results in a year, in the order of the riders.
    public func standings(of year: Int) -> [Standing] {
        riders.compactMap { rider in
            let finished = (results[rider.id] ?? []).filter { $0.day.year == year }.map(\.kilometres)
            guard let longest = finished.max() else { return nil }
            return Standing(
                rider: rider, kilometres: finished.reduce(0, +), brevets: finished.count, longest: longest)
        }
    }

    private static let names = [
        "Asha Rao", "Noémie Lefèvre", "Björn Åkesson", "Maya Iyer", "Tomás Ortega", "Wu Lan", "Priya Menon",
        "Jan de Vries", "Yuki Tanaka", "Amara Okafor", "Sam Whitfield", "Lucía Fernández", "Dev Patel", "Ines Kovač",
        "Omar Haddad", "Grace Lindqvist", "Ravi Subramaniam", "Chloé Martin", "Kofi Mensah", "Elena Petrova",
        "Niall Byrne", "Sofia Rossi", "Arjun Nair", "Hana Kim",
    ]

    private static func name(_ number: Int) -> String {
        let name = names[number % names.count]
        return number < names.count ? name : "\(name) \(number / names.count + 1)"
    }
}

extension ClubSeason {
    /// A brevet that takes place every year.
    private struct Yearly {
        let month: Int
        let kilometres: Int
        let name: String
    }

    private static let calendar = [
        Yearly(month: 1, kilometres: 200, name: "Two Rock and Valley Ford"),
        Yearly(month: 2, kilometres: 200, name: "Point Reyes Lighthouse"),
        Yearly(month: 3, kilometres: 300, name: "Russian River"),
        Yearly(month: 4, kilometres: 400, name: "Hopland"),
        Yearly(month: 5, kilometres: 600, name: "Fort Bragg"),
        Yearly(month: 6, kilometres: 200, name: "Mount Hamilton"),
        Yearly(month: 7, kilometres: 300, name: "Old Caz"),
        Yearly(month: 8, kilometres: 1_000, name: "Coast to Crater"),
        Yearly(month: 9, kilometres: 400, name: "Davis Night"),
        Yearly(month: 10, kilometres: 200, name: "Winters"),
        Yearly(month: 11, kilometres: 100, name: "Asha Populaire"),
        Yearly(month: 12, kilometres: 200, name: "Nicasio Winter"),
    ]

    private static func results(
        of rider: RiderID, strength: Double, until today: CalendarDay, using random: inout SplitMix64
    ) -> [BrevetResult] {
        var results: [BrevetResult] = []
        for year in [today.year - 1, today.year] {
            for yearly in calendar {
                let chance = strength * (yearly.kilometres >= 600 ? 0.7 : 1.1)
                let minutes = Double(yearly.kilometres) / Double.random(in: 16...25, using: &random) * 60
                guard Double.random(in: 0..<1, using: &random) < chance,
                    let day = CalendarDay(year: year, month: yearly.month, day: 14), day <= today
                else { continue }
                results.append(
                    BrevetResult(
                        id: Identifier("\(year)-\(yearly.month)-\(rider)"), name: yearly.name,
                        kilometres: yearly.kilometres, day: day, minutes: Int(minutes)))
            }
        }
        return results
    }

    private static func badges(of results: [BrevetResult], number: Int, on today: CalendarDay) -> [RiderBadge] {
        let finished = results.compactMap(\.finished)
        var badges: [RiderBadge] = number % 7 == 0 ? [.pbpFinisher] : []
        let years = [today.year - 1, today.year]
        if years.contains(where: { SuperRandonneur(finished, in: $0).isComplete }) { badges.append(.superRandonneur) }
        if let month = SeasonMonth(year: today.year, month: today.month),
            MonthlyAward(.r12, of: finished, asOf: month).awards > 0
        {
            badges.append(.r12)
        }
        // A newer server has badges that the app does not know.
        if number % 11 == 3 { badges.append(RiderBadge(rawValue: "flat_tyre_hero")) }
        return badges
    }

    /// Returns the brevets of the next twelve months, with controls every 60 km.
    private static func upcomingBrevets(after today: CalendarDay) -> [Brevet] {
        let zone = TimeZone(identifier: zoneName) ?? .gmt
        let all = [today.year, today.year + 1].flatMap { year in calendar.map { (year, $0) } }
        return all.compactMap { year, yearly in
            guard let day = CalendarDay(year: year, month: yearly.month, day: 14), day > today,
                let utc = RFC3339.date(from: "\(day)T06:00:00Z")
            else { return nil }
            let start = utc.addingTimeInterval(-TimeInterval(zone.secondsFromGMT(for: utc)))
            var stops = stride(from: 0, to: yearly.kilometres, by: 60).map {
                Brevet.Control("Control \($0)", at: Double($0))
            }
            // An organizer has typed a zero too many.
            if yearly.month == 10 { stops.append(Brevet.Control("Lake Solano", at: 1_900)) }
            return Brevet(
                id: BrevetID("\(year)-\(yearly.month)"), name: yearly.name, kilometres: yearly.kilometres,
                startsAt: start, zoneName: zoneName, place: "Golden Gate Bridge",
                status: yearly.month == 4 ? .full : .open, climbMetres: yearly.kilometres * 11,
                controls: stops + [Brevet.Control("Finish", at: Double(yearly.kilometres) * 1.01)])
        }
    }
}

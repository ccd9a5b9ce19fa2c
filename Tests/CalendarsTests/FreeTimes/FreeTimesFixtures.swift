import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Calendars

/// Returns the instant for seconds since 1970.
func instant(_ second: Int) -> Date { Date(timeIntervalSince1970: Double(second)) }

/// Returns the span between two instants in seconds since 1970.
func span(_ start: Int, _ end: Int) throws -> TimeSpan {
    try #require(TimeSpan(start: instant(start), end: instant(end)))
}

/// Returns the span between two local times in the format `yyyy-mm-ddThh:mm:ss`.
func span(_ start: String, _ end: String, _ zone: TimeZone) throws -> TimeSpan {
    let times = try [start, end].map { try #require(LocalDateTime($0)).instants(in: zone).first }
    return try #require(TimeSpan(start: times[0], end: times[1]))
}

func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

func range(_ start: Int, _ end: Int) throws -> HourRange { try #require(HourRange(from: start, to: end)) }

func availability(_ hours: String, _ zone: TimeZone, ifNeeded: String = "") throws -> Availability {
    Availability(
        week: WeeklyAvailability(timeZone: zone, hours: try #require(HourSet(hours))),
        ifNeeded: try #require(HourSet(ifNeeded)))
}

/// Zones whose clocks change by an hour, by half an hour, at midnight, on other days, and never.
let oddZones = [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "America/St_Johns",
    "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Apia", "Africa/Monrovia", "Asia/Pyongyang", "America/Caracas",
]

/// Instants around which the clocks of some of these zones change, in seconds since 1970.
let oddInstants = [
    1_774_746_000, 1_792_890_000,  // Berlin, 2026-03-29 and 2026-10-25
    1_775_314_800, 1_793_512_800,  // New York and Lord Howe, 2026-04-05 and 2026-11-01
    1_325_239_200,  // Apia skips 2011-12-30
    1_300_000_000, 1_320_550_000, 1_257_000_000,  // St John's changes at 00:01
    1_508_036_400, 1_518_912_000,  // São Paulo at midnight
    63_593_070,  // Monrovia by 44 min 30 s, 1972
    1_439_564_400, 1_525_446_000, 1_462_086_000,  // Pyongyang and Caracas by half an hour
]

/// Returns a random availability with hours, overrides and busy times.
func randomAvailability(near second: Int, _ random: inout SplitMix64) throws -> Availability {
    let zone = try zone(#require(oddZones.randomElement(using: &random)))
    var hours: [HourSet] = [HourSet(), HourSet()]
    for day in Weekday.allCases {
        for index in hours.indices where Bool.random(using: &random) {
            let start = Int.random(in: 0...23, using: &random)
            if let range = HourRange(from: start, to: (start + .random(in: 1...10, using: &random)) % 24) {
                hours[index].insert(range, on: day)
            }
        }
    }
    var availability = Availability(
        week: WeeklyAvailability(timeZone: zone, hours: hours[0]), ifNeeded: hours[1])
    let today = CalendarDay(instant(second), in: zone)
    for offset in -2...2 where Int.random(in: 0..<3, using: &random) == 0 {
        let overrides: [DayAvailability] = [
            .free, .busy, .hours([try range(20, 3)]), .hours([try range(9, 12)], ifNeeded: [try range(11, 14)]),
        ]
        availability.days[try #require(today.adding(days: offset))] = overrides.randomElement(using: &random)
    }
    availability.busy = TimeSet(
        try (0..<Int.random(in: 0...5, using: &random)).map { _ in
            let start = second + Int.random(in: -2_880...2_880, using: &random) * 60
            return try span(start, start + Int.random(in: 1...300, using: &random) * 60)
        })
    return availability
}

extension Availability {
    /// Returns whether a person is available (2), comes if needed (1) or is not free (0), computed from the local time.
    func level(at instant: Date, busy: TimeSet) throws -> Int {
        if busy.contains(instant) { return 0 }
        let wall = LocalDateTime(instant, in: week.timeZone)
        let night = try #require(wall.day.adding(days: -1))
        func level(_ available: Bool, _ ifNeeded: Bool) -> Int { available ? 2 : ifNeeded ? 1 : 0 }
        func has(_ ranges: [HourRange], _ hour: Int) -> Bool {
            ranges.contains { $0.start <= hour && hour < $0.end + ($0.endsNextDay ? 24 : 0) }
        }
        switch days[wall.day] {
        case .free: return 2
        case .busy: return 0
        case .hours(let hours, let ifNeeded): return level(has(hours, wall.hour), has(ifNeeded, wall.hour))
        case nil:
            let hour = try #require(HourOfWeek(wall.day.weekday, hour: wall.hour))
            let usual = level(week.hours.contains(hour), ifNeeded.contains(hour))
            guard case .hours(let hours, let ifNeeded) = days[night] else { return usual }
            return max(usual, level(has(hours, wall.hour + 24), has(ifNeeded, wall.hour + 24)))
        }
    }
}

import Foundation
import OrbitModels
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime

@Suite struct EffectiveValuesTests {
    /// A reference implementation that is updated every day. A new saved value takes effect as soon as the previous
    /// value has been effective for `EffectiveValues.days` days.
    private struct Diary {
        var saved: Int?
        var effective: Int?
        var since: Int?

        mutating func look(_ day: Int) {
            guard let saved, saved != effective, since.map({ day >= $0 + EffectiveValues.days }) ?? true else {
                return
            }
            (effective, since) = (saved, day)
        }
    }

    private static let start = CalendarDay("2027-01-15")

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func `effective values match a reference implementation that is updated every day`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let start = try #require(Self.start)
        let before = Bool.random(using: &random) ? Int.random(in: -40...0, using: &random) : nil
        var effective = EffectiveValue<Int>(since: before.map { start.advanced(byDays: $0) })
        var diary = Diary(since: before)
        var starts: [Int] = []
        let rarity = Int.random(in: 1...40, using: &random)
        for number in 0..<400 {
            let day = start.advanced(byDays: number)
            diary.look(number)
            for _ in 0..<3 where Int.random(in: 0..<rarity, using: &random) == 0 {
                let next = Int.random(in: 0..<5, using: &random)
                effective.replace(diary.saved, with: next == 0 ? nil : next, on: day)
                diary.saved = next == 0 ? nil : next
                diary.look(number)
            }
            #expect(effective.value(saved: diary.saved, on: day) == diary.saved.flatMap { _ in diary.effective })
            #expect(
                effective.lastStart(saved: diary.saved, on: day) == diary.since.map { start.advanced(byDays: $0) })
            if diary.since == number { starts.append(number) }
        }
        #expect(zip(starts, starts.dropFirst()).allSatisfy { $1 - $0 >= EffectiveValues.days })
        if let before, let first = starts.first { #expect(first - before >= EffectiveValues.days) }
    }

    @Test func `replacing a pending value keeps its effective date`() throws {
        let start = try #require(Self.start)
        var effective = EffectiveValue<Int>()
        effective.replace(nil, with: 1, on: start)
        effective.replace(1, with: 2, on: start.advanced(byDays: 3))
        effective.replace(2, with: 3, on: start.advanced(byDays: 20))
        #expect(effective.start(of: 3) == CalendarDay("2027-02-14"))
        #expect(effective.value(saved: 3, on: start.advanced(byDays: 29)) == 1)
        #expect(effective.value(saved: 3, on: start.advanced(byDays: 30)) == 3)
        // The next value waits from the day on which this value took effect, and not from the day on which it was
        // saved.
        effective.replace(3, with: 4, on: start.advanced(byDays: 59))
        #expect(effective.value(saved: 4, on: start.advanced(byDays: 59)) == 3)
        #expect(effective.value(saved: 4, on: start.advanced(byDays: 60)) == 4)
    }

    @Test func `a value saved after a removal takes effect 30 days after the start of the removed value`() throws {
        let start = try #require(Self.start)
        var effective = EffectiveValue<Int>()
        effective.replace(nil, with: 1, on: start)
        effective.replace(1, with: nil, on: start.advanced(byDays: 1))
        #expect(effective.value(saved: nil, on: start.advanced(byDays: 1)) == nil)
        effective.replace(nil, with: 2, on: start.advanced(byDays: 2))
        #expect(effective.value(saved: 2, on: start.advanced(byDays: 2)) == 1)
        #expect(effective.value(saved: 2, on: start.advanced(byDays: 30)) == 2)
    }

    @Test func `free hours in another time zone take effect only on their effective date`() throws {
        let start = try #require(Self.start)
        func profile(_ zone: String) throws -> Profile {
            var profile = Profile(
                name: "Maya", birthMonth: BirthMonth(year: 2006, month: 3),
                location: Location(city: "Palo Alto", state: "CA"), interests: [Interest("music")])
            let hours = HourSet([HourOfWeek(.monday, hour: 8)].compactMap(\.self))
            profile.availability = WeeklyAvailability(timeZone: try #require(TimeZone(identifier: zone)), hours: hours)
            return profile
        }
        let (here, there) = (try profile("America/New_York"), try profile("Asia/Tokyo"))
        var effective = EffectiveValues()
        effective.replace(nil, with: here, on: start)
        effective.replace(here, with: there, on: start)
        #expect(effective.profile(there, on: start).availability == here.availability)
        #expect(effective.effectiveDates(in: there).availability?.before == here.availability)
        #expect(effective.profile(there, on: start.advanced(byDays: 30)).availability == there.availability)
    }

    @Test func `the last calendar day and a clock that was set back do not trap`() throws {
        let last = try #require(CalendarDay("9999-12-31"))
        var effective = EffectiveValue<Int>()
        effective.replace(nil, with: 1, on: last)
        effective.replace(1, with: 2, on: last)
        #expect(effective.value(saved: 2, on: last) == 2)
        let first = try #require(CalendarDay("0000-01-01"))
        #expect(effective.value(saved: 2, on: first) == 2)
    }
}

import Foundation
import OrbitModels
import Testing

@Suite struct CalendarDayTests {
    @Test func `the day of an instant depends on the zone`() throws {
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        let kiritimati = try #require(TimeZone(identifier: "Pacific/Kiritimati"))
        let instant = try #require(RFC3339.date(from: "2026-11-21T02:00:00Z"))
        #expect(CalendarDay(instant, in: newYork).description == "2026-11-20")
        #expect(CalendarDay(instant, in: kiritimati).description == "2026-11-21")
    }

    @Test(arguments: [-1e300, 1e300, .infinity, .nan]) func `an extreme instant is clamped`(seconds: Double) {
        let day = CalendarDay(Date(timeIntervalSince1970: seconds), in: .gmt)
        #expect(day.year == 0 || day.year == 9_999)
    }

    @Test(arguments: ["2026-02-30", "2026-2-3", "2026-02", "2026-02-03T00:00:00Z", "2026-01-0A", ""])
    func `text that is not a day is refused`(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test func `days compare in order of time`() throws {
        let earlier = try #require(CalendarDay("2025-12-31"))
        let later = try #require(CalendarDay("2026-01-01"))
        #expect(earlier < later)
    }
}

@Suite struct BirthMonthTests {
    @Test func `a person's age increases after the month of birth`() throws {
        let born = try #require(BirthMonth("2008-11"))
        let inTheMonth = try #require(CalendarDay("2026-11-30"))
        let after = try #require(CalendarDay("2026-12-01"))
        #expect(born.age(on: inTheMonth) == 17)
        #expect(born.age(on: after) == 18)
    }

    @Test(arguments: ["2008-13", "2008-00", "08-11", "2008-11-01", "2008"])
    func `text that is not a month is refused`(text: String) {
        #expect(BirthMonth(text) == nil)
    }

    @Test func `a month outside the years 0 to 9999 is refused`() {
        #expect(BirthMonth(year: 0, month: 1) != nil && BirthMonth(year: 9_999, month: 12) != nil)
        #expect(BirthMonth(year: -1, month: 1) == nil && BirthMonth(year: 10_000, month: 1) == nil)
    }

    @Test func `a profile's age is computed from the birth month, or else the stated age`() throws {
        let day = try #require(CalendarDay("2026-11-21"))
        #expect(Profile(name: "Maya", birthMonth: BirthMonth("2006-03"), statedAge: 99).age(on: day) == 20)
        #expect(Profile(name: "Maya", statedAge: 21).age(on: day) == 21)
        #expect(Profile(name: "Maya").age(on: day) == nil)
    }
}

@Suite struct HourSetTests {
    @Test func `every hour of the week is stored separately`() throws {
        var hours = HourSet()
        for weekday in Weekday.allCases {
            for hour in 0..<24 {
                let slot = try #require(HourOfWeek(weekday, hour: hour))
                #expect(!hours.contains(slot))
                hours.insert(slot)
                #expect(hours.contains(slot))
                #expect((slot.weekday, slot.hour) == (weekday, hour))
            }
        }
        #expect(hours.count == 168)
        #expect(hours.hours.count == 168)
    }

    @Test func `each hour of the week changes the hash of a set`() throws {
        let sets = try #require(HourSet("Mon–Sun 0–24")).hours.map { HourSet([$0]) }
        #expect(Set(sets.map(\.hashValue)).count == 168)
        let (first, last) = (sets[0].hours[0], sets[167].hours[0])
        #expect(HourSet([first, last]).hashValue == HourSet([last, first]).hashValue)
    }

    @Test func `an intersection contains the hours of both sets`() throws {
        let tuesday5 = try #require(HourOfWeek(.tuesday, hour: 17))
        let tuesday6 = try #require(HourOfWeek(.tuesday, hour: 18))
        let sunday = try #require(HourOfWeek(.sunday, hour: 23))
        let mine = HourSet([tuesday5, tuesday6])
        let theirs = HourSet([tuesday6, sunday])
        #expect(mine.intersection(theirs).hours == [tuesday6])
        var rest = mine
        rest.remove(tuesday6)
        #expect(rest.hours == [tuesday5])
    }

    @Test func `an hour outside the day is refused`() {
        #expect(HourOfWeek(.monday, hour: 24) == nil)
        #expect(HourOfWeek(.monday, hour: -1) == nil)
    }
}

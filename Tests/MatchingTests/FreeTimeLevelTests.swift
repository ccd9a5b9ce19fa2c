import Foundation
import Matching
import OrbitModels
import Testing

@Suite struct FreeTimeLevelTests {
    @Test(arguments: [
        (Int.min, FreeTimeLevel.little), (-1, .little), (0, .little), (1, .little), (2, .some), (5, .some),
        (6, .plenty),
        (168, .plenty), (Int.max, .plenty),
    ])
    func `two shared hours are some free time, and six are plenty`(hours: Int, level: FreeTimeLevel) {
        #expect(FreeTimeLevel(sharedHours: hours) == level)
    }

    @Test func `levels are ordered from little to plenty`() {
        #expect(FreeTimeLevel.allCases == FreeTimeLevel.allCases.sorted())
        #expect(FreeTimeLevel.little < .some && FreeTimeLevel.some < .plenty)
    }

    @Test func `a level has the same score for any number of hours`() throws {
        let campus = ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay(year: 2026, month: 11, day: 21)))
        func profile(_ hours: String) -> Profile {
            Profile(
                name: "a", availability: WeeklyAvailability(timeZone: .gmt, hours: HourSet(hours) ?? HourSet()))
        }
        func worth(_ mine: String, _ theirs: String) -> Int {
            let score = Compatibility(of: profile(mine), with: profile(theirs), on: campus).score
            return Int((score / RankWeights.standard.availability * 1_000).rounded())
        }
        #expect(worth("tue 17-19", "tue 17-19") == 500)
        #expect(worth("tue 17-19", "mon-sun 0-24") == 500)
        #expect(worth("tue 12-24", "tue 19-24, mon 0-12") == 500)
        #expect(worth("tue 12-18", "mon-sun 0-24") == 950)
        #expect(worth("mon 9-20", "tue 9-20") == 50)
        #expect(worth("mon 9-20", "") == 0)
    }

    @Test func `the level is unknown unless both people have hours`() throws {
        let campus = ComparisonContext(timeZone: .gmt, day: try #require(CalendarDay(year: 2026, month: 11, day: 21)))
        let free = Profile(
            name: "a", availability: WeeklyAvailability(timeZone: .gmt, hours: HourSet("mon 9-12") ?? HourSet()))
        let never = Profile(name: "b", availability: WeeklyAvailability(timeZone: .gmt))
        for other in [never, Profile(name: "c")] {
            #expect(campus.freeTime(of: free, with: other) == nil)
            #expect(campus.freeTime(of: other, with: free) == nil)
            #expect(Compatibility(of: free, with: other, on: campus).confidence == 0)
        }
        #expect(campus.freeTime(of: free, with: free) == FreeTimeLevel.some)
    }
}

import Testing
import TimeAndChance

@testable import Trust

@Suite struct ExpectedAttendanceTests {
    private let campus = GuestReliability(kept: 800, noShow: 200)

    @Test func `fewer than five guests have no estimate`() {
        let guest = GuestReliability(kept: 9, noShow: 0)
        #expect(ExpectedAttendance(guests: [], campus: campus) == nil)
        #expect(ExpectedAttendance(guests: Array(repeating: guest, count: 4), campus: campus) == nil)
        #expect(ExpectedAttendance(guests: Array(repeating: guest, count: 5), campus: campus)?.expected == 5)
    }

    @Test func `a person who often does not come is expected less`() throws {
        let good = Array(repeating: GuestReliability(kept: 30, noShow: 0), count: 20)
        let bad = Array(repeating: GuestReliability(kept: 10, noShow: 10), count: 20)
        #expect(try #require(ExpectedAttendance(guests: good, campus: campus)).expected >= 18)
        #expect(try #require(ExpectedAttendance(guests: bad, campus: campus)).expected <= 12)
    }

    @Test func `each of up to four further guests has the same effect on the estimate, whatever their record`() {
        let guests = Array(repeating: GuestReliability(kept: 10, noShow: 2), count: 10)
        for more in 1...4 {
            let known = Array(repeating: GuestReliability(kept: 6, noShow: 1), count: more - 1)
            let reliable = ExpectedAttendance(
                guests: guests + known + [GuestReliability(kept: 500, noShow: 0)], campus: campus)
            let other = ExpectedAttendance(
                guests: guests + known + [GuestReliability(kept: 0, noShow: 500)], campus: campus)
            #expect(reliable == other)
        }
    }

    @Test(arguments: [
        (10, 8, 6, 10), (19, 15, 13, 17), (20, 16, 14, 18), (50, 40, 35, 45), (200, 160, 150, 170),
    ])
    func `guests without records attend as often as the campus, in numbers rounded to growing steps`(
        count: Int, expected: Int, low: Int, high: Int
    ) {
        let guests = Array(repeating: GuestReliability(kept: 0, noShow: 0), count: count)
        #expect(
            ExpectedAttendance(guests: guests, campus: campus)
                == ExpectedAttendance(expected: expected, low: low, high: high))
    }

    @Test func `a record is averaged with five appointments of the campus, and attendance is never certain`() {
        let never = Array(repeating: GuestReliability(kept: 0, noShow: 3), count: 10)
        // (0 + 5 * 0.8) / (3 + 5), ten times.
        #expect(ExpectedAttendance(guests: never, campus: campus)?.expected == 5)
        let rarely = Array(repeating: GuestReliability(kept: 5, noShow: 5), count: 10)
        // (5 + 4) / (10 + 5), ten times.
        #expect(ExpectedAttendance(guests: rarely, campus: campus)?.expected == 6)
        let always = Array(repeating: GuestReliability(kept: 1_000_000, noShow: 0), count: 100)
        #expect(ExpectedAttendance(guests: always, campus: campus)?.low == 95)
    }

    @Test func `the distribution is that of all outcomes counted one by one`() {
        let chances = [0.5, 0.9, 0.7, 0.98, 0.6]
        var counted = Array(repeating: 0.0, count: 6)
        for outcome in 0..<32 {
            let coming = chances.indices.map { outcome >> $0 & 1 == 1 }
            counted[coming.filter(\.self).count] += zip(chances, coming).reduce(1) { $0 * ($1.1 ? $1.0 : 1 - $1.0) }
        }
        for (one, other) in zip(ExpectedAttendance.distribution(of: chances), counted) {
            #expect(abs(one - other) < 1e-12)
        }
    }

    @Test(arguments: [5, 7, 19, 20, 50, 200, 1_000, 3_000])
    func `numbers are in order and in range`(count: Int) throws {
        var random = SplitMix64(seed: UInt64(count))
        let guests = (0..<count).map { _ in
            GuestReliability(
                kept: Int.random(in: 0...20, using: &random), noShow: Int.random(in: 0...9, using: &random))
        }
        let expected = try #require(ExpectedAttendance(guests: guests, campus: campus))
        #expect(0 <= expected.low && expected.low <= expected.expected)
        #expect(expected.expected <= expected.high && expected.high <= count)
        #expect(!expected.phrase().isEmpty)
    }

    @Test func `extreme numbers do not trap`() {
        let strange = [Int.min, -1, 0, .max].flatMap { kept in
            [Int.min, -1, 0, .max].map { GuestReliability(kept: kept, noShow: $0) }
        }
        for campus in strange { #expect(ExpectedAttendance(guests: strange, campus: campus) != nil) }
    }
}

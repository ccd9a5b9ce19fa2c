import Randonneuring
import Testing

@Suite struct AwardsTests {
    private func month(_ year: Int, _ month: Int) throws -> SeasonMonth {
        try #require(SeasonMonth(year: year, month: month))
    }

    private func brevet(_ kilometres: Int, _ year: Int, _ month: Int) throws -> FinishedBrevet {
        try #require(FinishedBrevet(kilometres: kilometres, month: try self.month(year, month)))
    }

    /// A brevet in each of consecutive months.
    private func series(of kilometres: Int, months: Int, from year: Int, _ first: Int) throws -> [FinishedBrevet] {
        try (0..<months).map { offset in
            let index = first - 1 + offset
            return try brevet(kilometres, year + index / 12, index % 12 + 1)
        }
    }

    @Test func `brevets of 200, 300, 400 and 600 km in a year make a Super Randonneur`() throws {
        let brevets = try [brevet(600, 2026, 7), brevet(200, 2026, 3), brevet(400, 2026, 5), brevet(300, 2026, 4)]
        #expect(SuperRandonneur(brevets, in: 2026).isComplete)
        #expect(SuperRandonneur(brevets, in: 2025).missing == [200, 300, 400, 600])
        #expect(SuperRandonneur(brevets.dropFirst(), in: 2026).missing == [600])
    }

    @Test func `a longer brevet replaces a shorter one, and each brevet counts once`() throws {
        let withThousand = try [
            brevet(1_000, 2026, 8), brevet(600, 2026, 7), brevet(400, 2026, 5), brevet(200, 2026, 3),
        ]
        #expect(SuperRandonneur(withThousand, in: 2026).isComplete)
        let short = try [brevet(600, 2026, 7), brevet(400, 2026, 5), brevet(300, 2026, 4)]
        #expect(SuperRandonneur(short, in: 2026).missing == [200])
        let repeated = try [brevet(200, 2026, 3), brevet(200, 2026, 4), brevet(200, 2026, 5), brevet(200, 2026, 6)]
        #expect(SuperRandonneur(repeated, in: 2026).missing == [300, 400, 600])
    }

    @Test func `four brevets of two years do not make a Super Randonneur`() throws {
        let brevets = try [brevet(600, 2025, 7), brevet(400, 2025, 5), brevet(300, 2026, 4), brevet(200, 2026, 3)]
        #expect(!SuperRandonneur(brevets, in: 2025).isComplete)
        #expect(!SuperRandonneur(brevets, in: 2026).isComplete)
    }

    @Test func `brevets in twelve consecutive months make an R-12, also across a new year`() throws {
        let brevets = try series(of: 200, months: 12, from: 2025, 5)
        let award = MonthlyAward(.r12, of: brevets.reversed(), asOf: try month(2026, 4))
        #expect(award.awards == 1 && award.currentMonths == 0)
    }

    @Test func `each window of twelve months gives one award`() throws {
        let brevets = try series(of: 300, months: 25, from: 2024, 1)
        let award = MonthlyAward(.r12, of: brevets, asOf: try month(2026, 1))
        #expect(award.awards == 2 && award.currentMonths == 1)
    }

    @Test func `a missed month ends a window, and the present month does not`() throws {
        let brevets = try series(of: 200, months: 7, from: 2026, 1)
        #expect(MonthlyAward(.r12, of: brevets, asOf: try month(2026, 7)).currentMonths == 7)
        #expect(MonthlyAward(.r12, of: brevets, asOf: try month(2026, 8)).currentMonths == 7)
        #expect(MonthlyAward(.r12, of: brevets, asOf: try month(2026, 9)).currentMonths == 0)
    }

    @Test func `a second brevet of a month and a brevet of the future do not lengthen a window`() throws {
        let brevets = try series(of: 200, months: 3, from: 2026, 1) + [brevet(600, 2026, 2), brevet(200, 2026, 4)]
        #expect(MonthlyAward(.r12, of: brevets, asOf: try month(2026, 3)).currentMonths == 3)
    }

    @Test func `a longer brevet counts for the R-12, but not for the P-12`() throws {
        let brevets = try series(of: 100, months: 11, from: 2026, 1) + [brevet(200, 2026, 12)]
        #expect(MonthlyAward(.p12, of: brevets, asOf: try month(2026, 12)).awards == 0)
        #expect(MonthlyAward(.p12, of: brevets, asOf: try month(2026, 12)).currentMonths == 11)
        #expect(MonthlyAward(.r12, of: brevets, asOf: try month(2026, 12)).currentMonths == 1)
    }

    @Test func `a full series before July qualifies for Paris–Brest–Paris, and one of the year before does not`()
        throws
    {
        let edition = try #require(ParisBrestParis(year: 2027))
        let inTime = try [brevet(200, 2027, 1), brevet(300, 2027, 3), brevet(400, 2027, 5), brevet(600, 2027, 6)]
        #expect(edition.series(of: inTime).isComplete)
        #expect(!edition.series(of: try inTime.dropLast() + [brevet(600, 2027, 7)]).isComplete)
        #expect(!edition.series(of: try inTime.dropLast() + [brevet(600, 2026, 9)]).isComplete)
        #expect(edition.series(of: try inTime.dropLast() + [brevet(600, 2026, 9)], .southern).isComplete)
    }

    @Test func `the longest brevet of the qualifying period determines the pre-registration`() throws {
        let edition = try #require(ParisBrestParis(year: 2027))
        let brevets = try [
            brevet(1_000, 2025, 10), brevet(600, 2025, 11), brevet(400, 2026, 10), brevet(1_000, 2026, 11),
        ]
        #expect(edition.preRegistrationKilometres(of: brevets) == 600)
        #expect(edition.preRegistrationKilometres(of: [try brevet(150, 2026, 5)]) == nil)
    }

    @Test func `Paris–Brest–Paris takes place every fourth year`() {
        #expect([2023, 2027, 2031].allSatisfy { ParisBrestParis(year: $0) != nil })
        #expect([2024, 2025, 2026, 1_000, Int.max].allSatisfy { ParisBrestParis(year: $0) == nil })
        #expect(ParisBrestParis.next(from: 2026)?.year == 2027)
        #expect(ParisBrestParis.next(from: 2027)?.year == 2027)
        #expect(ParisBrestParis.next(from: 2_500) == nil)
    }

    @Test(arguments: [(-1, 5), (49, 5), (5_001, 5), (Int.max, 5), (200, 0), (200, 13)])
    func `a brevet of an impossible distance or month is refused`(kilometres: Int, month: Int) {
        let brevet = SeasonMonth(year: 2026, month: month).flatMap { FinishedBrevet(kilometres: kilometres, month: $0) }
        #expect(brevet == nil)
    }
}

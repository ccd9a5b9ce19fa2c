import Randonneuring
import Testing
import TimeAndChance

@Suite struct LeaderboardTests {
    private func result(_ rider: String, _ kilometres: Int, _ year: Int = 2026) throws -> SeasonResult {
        let month = try #require(SeasonMonth(year: year, month: 5))
        return SeasonResult(rider: rider, brevet: try #require(FinishedBrevet(kilometres: kilometres, month: month)))
    }

    @Test func `riders are ordered by kilometres, then by their longest brevet`() throws {
        let board = Leaderboard(
            try [result("ada", 200), result("ada", 400), result("bo", 300), result("bo", 300), result("cy", 1_000)],
            year: 2026)
        #expect(board.rows.map(\.season.rider) == ["cy", "ada", "bo"])
        #expect(board.rows.map(\.rank) == [1, 2, 3])
        #expect(board.rows.map(\.season.kilometres) == [1_000, 600, 600])
    }

    @Test func `equal riders share a rank, and the next rank is skipped`() throws {
        let board = Leaderboard(
            try [result("d", 200), result("c", 300), result("b", 300), result("a", 600)], year: 2026)
        #expect(board.rows.map(\.season.rider) == ["a", "b", "c", "d"])
        #expect(board.rows.map(\.rank) == [1, 2, 2, 4])
    }

    @Test func `results of other years do not count`() throws {
        let board = Leaderboard(try [result("ada", 600, 2025), result("bo", 200)], year: 2026)
        #expect(board.rows.map(\.season.rider) == ["bo"])
        #expect(Leaderboard([SeasonResult](), year: 2026).rows.isEmpty)
    }

    @Test func `the order of the results has no effect`() throws {
        var random = SplitMix64(seed: 7)
        let results = try (0..<400).map { try result("r\($0 % 60)", [200, 300, 400, 600][$0 % 4]) }
        #expect(
            Leaderboard(results, year: 2026) == Leaderboard(results.shuffled(using: &random), year: 2026))
    }
}

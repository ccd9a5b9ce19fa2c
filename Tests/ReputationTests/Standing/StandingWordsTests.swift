import OrbitModels
import Reputation
import Testing

@Suite struct StandingWordsTests {
    @Test(arguments: [(0.2, "1"), (1, "1"), (3.5, "3.5"), (4.2, "4"), (4.3, "4.5"), (5, "5"), (5.6, "5")])
    func `an average is shown in halves between 1 and 5`(average: Double, text: String) throws {
        let line = try #require(ReputationStats(averageRating: average, ratersAtLeast: 10).lines().first)
        #expect(line.split { !"0123456789.".contains($0) }.first.map(String.init) == text, "\(line)")
    }

    @Test func `a count of zero has no line`() {
        let nothing = ReputationStats().lines()
        let attended = ReputationStats(attendedAtLeast: 1).lines()
        let hosted = ReputationStats(hostedAtLeast: 1).lines()
        #expect(nothing.count == 1)  // the line for a new person
        #expect(attended.count == 2 && hosted.count == 2 && attended.last != hosted.last)
        #expect(AttendanceCounts().lines().isEmpty)
        #expect(AttendanceCounts(kept: 1).lines().count == 1)
    }
}

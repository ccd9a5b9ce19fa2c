import OrbitModels
import Reputation
import Testing

@Suite struct StandingWordsTests {
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

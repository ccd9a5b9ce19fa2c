import OrbitModels
import Reputation
import Testing

@Suite struct StandingWordsTests {
    @Test func `what there is none of has no line`() {
        let nothing = ReputationStats().lines()
        let attended = ReputationStats(eventsAttended: 1).lines()
        let hosted = ReputationStats(eventsHosted: 1).lines()
        #expect(nothing.count == 1)  // that the person is new
        #expect(attended.count == 2 && hosted.count == 2 && attended.last != hosted.last)
        #expect(AttendanceCounts().lines().isEmpty)
        #expect(AttendanceCounts(kept: 1).lines().count == 1)
    }
}

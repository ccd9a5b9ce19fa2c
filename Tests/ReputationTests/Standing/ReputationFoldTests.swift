import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Reputation
import Testing
import TimeAndChance

@Suite @MainActor struct ReputationFoldTests {
    @Test func `hiding a person clears their reputation, and hiding another person keeps it`() async {
        let log = EventLog(time: VirtualClock(), random: .seeded(2))
        let stats = ReputationStats(attendedAtLeast: 5)
        let resource = Resource(ResourceDefinition<ReputationStats>.reputation(of: "liam"), on: log) {
            Snapshot(stats, at: LogPosition(epoch: "e", seq: 1))
        }
        await resource.load()
        for (seq, person) in [(2, UserID("ana")), (3, UserID("liam"))] {
            #expect(resource.state == .loaded(stats))
            let event = LogEvent(.personHidden, subject: person).numbered(seq)
            log.receive(LogSlice(at: LogPosition(epoch: "e", seq: seq), events: [event]))
        }
        #expect(resource.state == .empty)
    }
}

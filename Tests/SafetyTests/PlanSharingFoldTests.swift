import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Safety
import Testing
import TimeAndChance

/// The effect of events on the link to a plan and on the notice of blocked people.
@Suite @MainActor struct PlanSharingFoldTests {
    private let log = EventLog(time: VirtualClock(), random: .seeded(2))

    private func position(_ seq: Int) -> LogPosition { LogPosition(epoch: "e", seq: seq) }

    private func receive(_ seq: Int, _ event: LogEvent) {
        log.receive(LogSlice(at: position(seq), events: [event.numbered(seq)]))
    }

    @Test func `the link of a meetup changes by its events, and not by other events`() async {
        let absent = PlanShare(meetupID: "m")
        let made = PlanShare(meetupID: "m", createdAt: Date(timeIntervalSince1970: 1_800_000_000))
        let resource = Resource(ResourceDefinition<PlanShare>.planShare(of: "m"), on: log) {
            Snapshot(absent, at: self.position(1))
        }
        await resource.load()
        receive(2, LogEvent(EventKind(rawValue: "newer"), data: Keyed(made)))
        receive(3, LogEvent(.planShareChanged, data: Keyed(PlanShare(meetupID: "x", createdAt: made.createdAt))))
        #expect(resource.state == .loaded(absent))
        receive(4, LogEvent(.planShareChanged, data: Keyed(made)))
        #expect(resource.state == .loaded(made))
    }

    @Test func `the notice of a blocked person changes by the events of its meetup`() async {
        let absent = BlockedAttendance(meetupID: "m", isAttended: false)
        let resource = Resource(ResourceDefinition<BlockedAttendance>.blockedAttendance(at: "m"), on: log) {
            Snapshot(absent, at: self.position(1))
        }
        await resource.load()
        receive(
            2, LogEvent(.blockedAttendanceChanged, data: Keyed(BlockedAttendance(meetupID: "x", isAttended: true))))
        #expect(resource.state == .loaded(absent))
        let present = BlockedAttendance(meetupID: "m", isAttended: true)
        receive(3, LogEvent(.blockedAttendanceChanged, data: Keyed(present)))
        #expect(resource.state == .loaded(present))
    }
}

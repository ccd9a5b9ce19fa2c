import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// Actions that wait in an outbox, shown in a list of letters.
@Suite @MainActor struct ShownQueueTests {
    private let log = EventLog(time: VirtualClock(), random: .seeded(1))
    private let key = IdempotencyKey(rawValue: "k")
    private let letter = Letter("new", sent: 9)

    private func list(at position: LogPosition?) async -> PagedList<Letter> {
        let list = Pages([.letters([Letter("old", sent: 1)], at: position)]).list(on: log, .letters(.byTime))
        await list.load()
        return list
    }

    @Test func `a queued action is shown until the log contains its effect`() async {
        let list = await list(at: .e(1))
        log.showQueued(key, expecting: [.sent(letter)])
        #expect(list.ids == ["new", "old"])
        log.receive(.e(2, .sent(letter, action: "k")))
        #expect(list.ids == ["new", "old"])
        log.receive(.e(3, .gone("new")))
        #expect(list.ids == ["old"])
    }

    @Test func `a second call with the same key replaces the expected effects`() async {
        let list = await list(at: .e(1))
        log.showQueued(key, expecting: [.sent(letter)])
        log.showQueued(key, expecting: [.sent(Letter("edited", sent: 9))])
        #expect(list.ids == ["edited", "old"])
        log.showQueued(key, expecting: [])
        #expect(list.ids == ["old"])
    }

    @Test func `a withdrawn action is no longer shown`() async {
        let list = await list(at: .e(1))
        log.showQueued(key, expecting: [.sent(letter)])
        log.withdrawQueued(key)
        #expect(list.ids == ["old"])
        log.withdrawQueued(key)
        #expect(list.ids == ["old"])
    }

    @Test func `without a log of the server, a completed action stays in the list`() async {
        let list = await list(at: nil)
        log.showQueued(key, expecting: [.sent(letter)])
        log.completeQueued(key, with: [.sent(letter)])
        #expect(list.ids == ["new", "old"])
    }
}

import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import Presentation

@Suite @MainActor struct FollowLogTests {
    private let clock = VirtualClock()

    private func log(_ seed: UInt64 = 1) -> EventLog { EventLog(time: clock, random: .seeded(seed)) }

    /// Returns the current wait of the log, in seconds.
    private func wait(of log: EventLog) async -> Double {
        await waitUntil { if case .waiting = log.connection { true } else { false } }
        guard case .waiting(let end) = log.connection else { return -1 }
        await clock.waitForSleepers(atLeast: 1)
        return end.timeIntervalSince(clock.date)
    }

    @Test
    func `an unsupported transport falls back to the next, and without a supported transport the log is unavailable`()
        async
    {
        let log = log()
        let none = ScriptedLog([.failure(EventTransportError.unsupported)])
        let other = ScriptedLog([.messages([], then: .failure(EventTransportError.unsupported))])
        await log.follow([none, other])
        #expect(none.opened.count == 1 && other.opened.count == 1)
        #expect(log.connection == .unavailable)
    }

    @Test func `a live log applies events, and is off after a cancellation`() async {
        let log = log()
        let script = ScriptedLog()
        #expect(log.connection == .off)
        let list = Pages([.page(["a"], at: 1)]).list(on: log)
        await list.load()
        let following = Task { await log.follow([script]) }
        await waitUntil { log.connection == .live }
        script.send(.heartbeat)
        script.send(.slice(.e(2, .sent(Letter("b")))))
        await waitUntil { list.ids == ["b", "a"] }
        #expect(script.opened == [.e(1)])
        following.cancel()
        await following.value
        #expect(log.connection == .off)
    }

    @Test func `waits before reconnecting are random, below 1, 2, 4 and at most 60 seconds`() async {
        for seed in 1...20 as ClosedRange<UInt64> {
            let log = log(seed)
            let script = ScriptedLog((1...10).map { _ in .failure(NoNetwork()) })
            let following = Task { await log.follow([script]) }
            for ceiling in [1, 2, 4, 8, 16, 32, 60, 60, 60] as [Double] {
                let wait = await wait(of: log)
                #expect(wait >= 0 && wait < ceiling)
                let count = script.opened.count
                clock.advance(by: .seconds(wait) + .milliseconds(1))
                await waitUntil { log.connection != .connecting && script.opened.count > count }
            }
            following.cancel()
            await following.value
            #expect(log.connection == .off)
        }
    }

    @Test func `only a connection that lasted thirty seconds resets the back-off`() async {
        for (lasted, isGood) in [(29, false), (30, true)] {
            var longest = 0.0
            for seed in 1...30 as ClosedRange<UInt64> {
                let log = log(seed)
                let script = ScriptedLog([
                    .failure(NoNetwork()), .failure(NoNetwork()), .failure(NoNetwork()), .messages([]),
                ])
                let following = Task { await log.follow([script]) }
                for _ in 1...3 {
                    let wait = await wait(of: log)
                    let count = script.opened.count
                    clock.advance(by: .seconds(wait) + .milliseconds(1))
                    await waitUntil { log.connection != .connecting && script.opened.count > count }
                }
                await waitUntil { log.connection == .live }
                clock.advance(by: .seconds(lasted))
                script.fail(NoNetwork())
                longest = max(longest, await wait(of: log))
                following.cancel()
                await following.value
            }
            #expect(isGood ? longest < 1 : longest > 4)
        }
    }

    @Test(arguments: [true, false])
    func `the server's retry time is respected after the end or failure of a stream`(_ ends: Bool) async {
        let log = log()
        let script = ScriptedLog([.messages([.retry(.seconds(40))], then: ends ? .end : .failure(NoNetwork()))])
        let following = Task { await log.follow([script]) }
        let wait = await wait(of: log)
        #expect(wait >= 40 && wait < 41)
        following.cancel()
        await following.value
    }

    @Test func `a list that failed to load is loaded again once the connection is restored`() async {
        let log = log()
        let list = Pages([.page(["a"], at: 1), .failure(NoNetwork()), .page(["b"], at: 1)]).list(on: log)
        await list.load()
        await list.load()
        #expect(list.items.failure != nil)
        let following = Task { await log.follow([ScriptedLog()]) }
        await waitUntil { list.items == .loaded([Letter("b")]) }
        following.cancel()
        await following.value
    }

    /// A transport that cancels its reader just before a message arrives.
    private struct LateMessage: EventTransport {
        let message: EventMessage

        func open(after position: LogPosition?) async throws -> EventStream {
            EventStream(read: {
                try Task.checkCancellation()
                withUnsafeCurrentTask { $0?.cancel() }
                return message
            })
        }
    }

    @Test func `a message that arrives after following was cancelled is not applied`() async {
        let log = log()
        let list = Pages([.page(["a"], at: 1)]).list(on: log)
        await list.load()
        await Task { await log.follow([LateMessage(message: .slice(.e(2, .sent(Letter("b")))))]) }.value
        #expect(list.ids == ["a"])
        #expect(log.connection == .off)
    }
}

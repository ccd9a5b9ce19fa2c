import Networking
import NetworkingTesting
import Observation
import OrbitModels
import Testing
import TimeAndChance

@testable import Presentation

@Suite @MainActor struct EventLogTests {
    private let clock = VirtualClock()
    private let log: EventLog

    init() {
        log = EventLog(time: clock, random: .seeded(1))
    }

    private func loaded(_ response: Pages.Response..., definition: ListDefinition<Letter> = .letters()) async
        -> PagedList<
            Letter
        >
    {
        let list = Pages(response).list(on: log, definition)
        await list.load()
        return list
    }

    private func follow(_ script: ScriptedLog) -> Task<Void, Never> {
        Task { await log.follow([script]) }
    }

    @Test func `an event that arrives twice is applied once`() async {
        let list = await loaded(.page(["a"], at: 1))
        log.receive(.e(2, .gone("a")))
        log.receive(.e(3, .sent(Letter("a"))))
        log.receive(.e(2, .gone("a")))
        log.receive(.e(3, .gone("a"), .sent(Letter("a"))))
        #expect(list.ids == ["a"] && log.position == .e(3))
    }

    @Test func `events after a gap are applied once the missing events have been fetched`() async {
        let list = await loaded(.page(["a"], at: 1))
        let script = ScriptedLog([
            .messages([]), .messages([.slice(.e(4, .sent(Letter("2")), .sent(Letter("3")), .sent(Letter("4"))))]),
        ])
        let following = follow(script)
        await waitUntil { log.connection == .live }
        log.receive(.e(6, .gone("a")))
        log.receive(.e(5, .gone("3")))
        #expect(list.ids == ["a"] && log.position == .e(1))
        await waitUntil { list.ids == ["4", "2"] }
        #expect(script.opened == [.e(1), .e(1)] && log.position == .e(6))
        following.cancel()
        await following.value
    }

    @Test func `missing events are fetched again at the next heartbeat if their fetch has failed`() async {
        let list = await loaded(.page(["a"], at: 1))
        let script = ScriptedLog([
            .messages([]), .failure(NoNetwork()),
            .messages([.slice(.e(3, .sent(Letter("2")), .sent(Letter("3"))))]),
        ])
        let following = follow(script)
        await waitUntil { log.connection == .live }
        log.receive(.e(4, .gone("a")))
        await log.isCaughtUp()
        #expect(list.ids == ["a"] && log.position == .e(1))
        script.send(.heartbeat)
        await waitUntil { list.ids == ["3", "2"] }
        #expect(script.opened.count == 3 && log.position == .e(4))
        following.cancel()
        await following.value
    }

    @Test func `slices that arrive in any order produce the same list`() async {
        let list = await loaded(.page(["a"], at: 1))
        let script = ScriptedLog([.messages([]), .messages([])])
        let following = follow(script)
        await waitUntil { log.connection == .live }
        for seq in [5, 3, 4, 2, 3] { log.receive(.e(seq, .sent(Letter("\(seq)")))) }
        #expect(list.ids == ["5", "4", "3", "2", "a"] && log.position == .e(5))
        following.cancel()
        await following.value
    }

    @Test func `a slice whose event numbers do not lead to its position is ignored`() async {
        let list = await loaded(.page(["a"], at: 1))
        let script = ScriptedLog([.messages([]), .messages([])])
        let following = follow(script)
        await waitUntil { log.connection == .live }
        log.receive(LogSlice(at: .e(3), events: [.sent(Letter("b"), seq: 2), .sent(Letter("c"), seq: 7)]))
        log.receive(LogSlice(at: .e(3), events: [.sent(Letter("b"), seq: 3), .sent(Letter("c"), seq: 2)]))
        #expect(list.ids == ["a"] && log.position == .e(1))
        following.cancel()
        await following.value
    }

    @Test func `lists are reloaded after a gap if the missing events cannot be fetched`() async {
        let list = await loaded(.page(["a", "x"], at: 1), .page(["b", "new"], at: 9))
        log.receive(.e(5, .gone("a")))
        #expect(list.ids == ["x"] && log.position == .e(5))
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(2))
        await waitUntil { list.ids == ["b", "new"] }
    }

    @Test(arguments: [true, false])
    func `a person hidden after a gap is removed from loaded and unloaded lists`(_ isLoaded: Bool) async {
        let list = Pages([.page([], at: 1), .failure(NoNetwork())]).list(on: log)
        if isLoaded { await list.load() } else { log.receive(.e(1)) }
        log.receive(.e(2, .sent(Letter("a"))))
        #expect(list.known.map(\.id) == ["a"])
        // The receipt belongs to an action unrelated to the list. Events of other people precede it.
        log.receive(LogReceipt(at: .e(5), events: [LogEvent(.personShown, seq: 5, subject: "another")]))
        log.receive(.e(6, .hidden("a")))
        #expect(list.known.isEmpty && log.position == .e(6))
    }

    @Test func `a resync clears a list that was not loaded`() {
        let list = Pages([]).list(on: log)
        log.receive(.e(1, .sent(Letter("a"))))
        #expect(list.known.map(\.id) == ["a"])
        log.receive(LogSlice(at: .e(300), isResync: true))
        #expect(list.known.isEmpty)
    }

    @Test func `a resync reloads every list, and later events continue from its position`() async {
        let list = await loaded(.page(["a"], at: 1), .letters([Letter("b")], at: LogPosition(epoch: "f", seq: 3)))
        log.receive(LogSlice(at: LogPosition(epoch: "f", seq: 3), isResync: true))
        #expect(list.ids == ["a"])
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(2))
        await waitUntil { list.ids == ["b"] }
        log.receive(LogSlice(at: LogPosition(epoch: "f", seq: 4), events: [.gone("b", seq: 4)]))
        #expect(list.items == .empty)
    }

    @Test func `a resync keeps an effect that the server has confirmed`() async {
        let list = await loaded(.page(["a", "b"], at: 1))
        let script = ScriptedLog([.messages([]), .messages([])])
        let following = follow(script)
        await waitUntil { log.connection == .live }
        await ActionRunner<Int>(log: log).run(1, expecting: [.hidden("a")]) { [log] key in
            log.receive(
                LogReceipt(at: .e(9), action: key.rawValue, events: [.hidden("a", seq: 9, action: key.rawValue)]))
            return [.hidden("a")]
        }
        #expect(list.ids == ["b"] && log.position == .e(1))
        for position in [LogPosition.e(20), LogPosition(epoch: "f", seq: 2)] {
            log.receive(LogSlice(at: position, isResync: true))
            #expect(list.ids == ["b"])
            #expect(log.pending.isEmpty)
        }
        following.cancel()
        await following.value
    }

    @Test func `a resync keeps a confirmed effect on a list that was not loaded`() async {
        let list = Pages([]).list(on: log)
        log.receive(.e(1))
        let script = ScriptedLog([.messages([]), .messages([])])
        let following = follow(script)
        await waitUntil { log.connection == .live }
        await ActionRunner<Int>(log: log).run(1, expecting: [.sent(Letter("a"))]) { [log] key in
            log.receive(
                LogReceipt(at: .e(9), action: key.rawValue, events: [.sent(Letter("a"), seq: 9, action: key.rawValue)]))
            return []
        }
        #expect(list.known.map(\.id) == ["a"] && log.position == .e(1))
        log.receive(LogSlice(at: .e(20), isResync: true))
        #expect(list.known.map(\.id) == ["a"] && log.pending.isEmpty)
        following.cancel()
        await following.value
    }

    @Test func `a page of another epoch reopens the log, which continues at its position`() async {
        let f = LogPosition(epoch: "f", seq: 2)
        let script = ScriptedLog([.messages([]), .messages([.slice(LogSlice(at: f, isResync: true))])])
        log.receive(.e(7))
        let following = follow(script)
        await waitUntil { log.connection == .live }
        let list = await loaded(.letters([Letter("b")], at: f), .letters([Letter("b")], at: f))
        #expect(list.items == .loaded([Letter("b")]) && log.position == f)
        #expect(script.opened == [.e(7), .e(7)])
        following.cancel()
        await following.value
    }

    @Test func `a page of another epoch is accepted if no log can be read`() async {
        log.receive(.e(7))
        let f = LogPosition(epoch: "f", seq: 2)
        let list = await loaded(.letters([Letter("b")], at: f), .letters([Letter("b")], at: f))
        #expect(list.items == .loaded([Letter("b")]) && log.position == f)
    }

    @Test func `a page from before the log was reset is requested again`() async {
        let f = LogPosition(epoch: "f", seq: 2)
        let held = HeldPage(.page(["a"], at: 7))
        let list = Pages([.held(held), .letters([Letter("b")], at: f)]).list(on: log)
        log.receive(.e(7))
        let load = Task { await list.load() }
        await held.waitForRequest()
        log.receive(LogSlice(at: f, isResync: true))
        held.release()
        await load.value
        #expect(list.items == .loaded([Letter("b")]) && log.position == f)
    }

    @Test(arguments: [true, false])
    func `an event in a receipt and in the stream is applied once, in either order`(_ isStreamFirst: Bool) async {
        let list = await loaded(.page(["a", "b"], at: 1))
        await ActionRunner<Int>(log: log).run(1, expecting: [.gone("a")]) { [log] key in
            let event = LogEvent.gone("a", seq: 2, action: key.rawValue)
            if isStreamFirst { log.receive(LogSlice(at: .e(2), events: [event])) }
            log.receive(LogReceipt(at: .e(2), action: key.rawValue, events: [event]))
            if !isStreamFirst { log.receive(LogSlice(at: .e(2), events: [event])) }
            return [.gone("a")]
        }
        #expect(list.ids == ["b"] && log.position == .e(2) && log.pending.isEmpty)
    }

    @Test func `a receipt applies its effect without moving the log past missing events`() async {
        let list = await loaded(.page(["a", "b", "c"], at: 1))
        let script = ScriptedLog([.messages([]), .messages([])])
        let following = follow(script)
        await waitUntil { log.connection == .live }
        await ActionRunner<Int>(log: log).run(1, expecting: [.gone("a")]) { [log] key in
            log.receive(LogReceipt(at: .e(3), action: key.rawValue, events: [.gone("a", seq: 3, action: key.rawValue)]))
            return [.gone("a")]
        }
        #expect(list.ids == ["b", "c"] && log.position == .e(1))
        log.receive(.e(2, .gone("b")))
        #expect(list.ids == ["c"] && log.position == .e(3) && log.pending.isEmpty)
        following.cancel()
        await following.value
    }

    @Test func `an expected effect is reverted if the server reports no effect`() async {
        let list = await loaded(.page(["a"], at: 1))
        await ActionRunner<Int>(log: log).run(1, expecting: [.gone("a")]) { [log] key in
            log.receive(LogReceipt(at: .e(1), action: key.rawValue))
            return [.gone("a")]
        }
        #expect(list.ids == ["a"])
    }

    @Test func `an event that hides a person also hides their pending letters`() async {
        let list = await loaded(.page(["b"], at: 1))
        let action = PausedAction()
        let run = Task {
            await ActionRunner<Int>(log: log).run(1, expecting: [.sent(Letter("a"))]) { _ in try await action.end() }
        }
        await action.waitForRequest()
        #expect(list.ids == ["a", "b"])
        log.receive(.e(2, .hidden("a")))
        #expect(list.ids == ["b"])
        action.release(.failure(NoNetwork()))
        #expect(await run.value.failure != nil)
    }

    @Test func `all lists apply an event before any list notifies its observers`() async {
        let one = await loaded(.page(["a"], at: 1))
        let other = await loaded(.page(["a"], at: 1))
        let seen = LockedState(0)
        withObservationTracking {
            _ = one.items
        } onChange: {
            // No list notifies its observers before every list has folded the event.
            MainActor.assumeIsolated { seen.withLock { $0 += other.ids.count } }
        }
        log.receive(.e(2, .gone("a")))
        #expect(one.items == .empty && other.items == .empty)
        #expect(seen.withLock { $0 } == 1)
    }
}

/// The log that a device keeps for a server without a log.
@Suite @MainActor struct DeviceLogTests {
    private let log = EventLog(time: VirtualClock(), random: .seeded(1))

    @Test func `a page that was requested before an action does not revert the action`() async {
        let held = HeldPage(.page(["a", "b"]))
        let list = Pages([.page(["a", "b"]), .held(held)]).list(on: log)
        await list.load()
        let refresh = Task { await list.load() }
        await held.waitForRequest()
        await ActionRunner<Int>(log: log).run(1) { _ in [.gone("a")] }
        held.release()
        await refresh.value
        #expect(list.ids == ["b"])
    }

    @Test func `the late response of an action does not restore a hidden person`() async {
        let list = Pages([.page(["a", "b"])]).list(on: log)
        await list.load()
        let action = PausedAction()
        let runner = ActionRunner<Int>(log: log)
        let run = Task { await runner.run(1) { _ in try await action.end() } }
        await action.waitForRequest()
        await runner.run(2, expecting: [.hidden("a")]) { _ in [.hidden("a")] }
        action.release(.success([.sent(Letter("a", text: "late"))]))
        #expect(await run.value == .done)
        #expect(list.ids == ["b"])
        await runner.run(3) { _ in [LogEvent(.personShown, subject: Letter("a").author)] }
        await runner.run(4) { _ in [.sent(Letter("a"))] }
        #expect(list.ids == ["a", "b"])
    }

    @Test func `the first position from a server replaces the numbers that the device has counted`() async {
        let list = Pages([.page(["a", "b"]), .page(["b"], at: 5)]).list(on: log)
        await list.load()
        await ActionRunner<Int>(log: log).run(1) { _ in [.gone("a")] }
        await list.load()
        #expect(list.ids == ["b"] && log.position == .e(5))
        log.receive(.e(6, .gone("b")))
        #expect(list.items == .empty)
    }
}

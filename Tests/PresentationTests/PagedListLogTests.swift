import Foundation
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// A list of letters, sorted by time, that follows a log.
@Suite @MainActor struct PagedListLogTests {
    private let clock = VirtualClock()
    private let log: EventLog

    init() {
        log = EventLog(time: clock, random: .seeded(1))
    }

    private func letters(_ sent: Int...) -> [Letter] { sent.map { Letter("\($0)", sent: $0) } }

    @Test func `an event within the loaded pages is inserted in order, and an event beyond them is ignored`() async {
        let pages = Pages([
            .letters(letters(9, 5), next: "n", at: .e(1)), .letters(letters(4, 2), at: .e(3)),
        ])
        let list = pages.list(on: log, .letters(.byTime))
        await list.load()
        log.receive(.e(2, .sent(letters(7)[0])))
        #expect(list.ids == ["9", "7", "5"])
        log.receive(.e(3, .sent(letters(4)[0])))
        #expect(list.ids == ["9", "7", "5"])
        await list.loadMore()
        #expect(list.ids == ["9", "7", "5", "4", "2"])
        log.receive(.e(4, .sent(letters(1)[0])))
        #expect(list.ids.last == "1")
    }

    @Test func `the last loaded element stays in the list when an event changes it`() async {
        let list = Pages([.letters(letters(9, 5), next: "n", at: .e(1))]).list(on: log, .letters(.byTime))
        await list.load()
        log.receive(.e(2, .sent(letters(5)[0])))
        #expect(list.ids == ["9", "5"])
    }

    @Test func `events are inserted in a list with the earliest first, and equal times are sorted by id`() async {
        let pages = Pages([.letters(letters(3, 5), next: "n", at: .e(1))])
        let list = pages.list(
            on: log, .letters(.earliestFirst { Date(timeIntervalSinceReferenceDate: Double($0.sent)) }))
        await list.load()
        log.receive(
            .e(5, .sent(letters(4)[0]), .sent(letters(6)[0]), .sent(Letter("b", sent: 4)), .sent(Letter("A", sent: 4))))
        #expect(list.ids == ["3", "4", "A", "b", "5"])
        log.receive(.e(6, .sent(Letter("3", sent: 9))))
        #expect(list.ids == ["4", "A", "b", "5"])
    }

    @Test func `pages that were read at different positions form a consistent list`() async {
        let list = Pages([
            .letters(letters(9, 5), next: "n", at: .e(1)), .letters(letters(3, 1), at: .e(4)),
        ]).list(on: log, .letters(.byTime))
        await list.load()
        log.receive(.e(2, .gone("9")))
        await list.loadMore()
        #expect(list.ids == ["5", "3", "1"])
        // The second page is two events ahead of the log.
        log.receive(.e(4, .sent(letters(3)[0]), .gone("2")))
        #expect(list.ids == ["5", "3", "1"])
        log.receive(.e(6, .sent(letters(2)[0]), .gone("1")))
        #expect(list.ids == ["5", "3", "2"])
    }

    @Test func `an element that moved to a page newer than the log is shown once`() async {
        let list = Pages([.page(["a", "b"], next: "n", at: 1), .page(["b", "c"], at: 2)]).list(on: log)
        await list.load()
        await list.loadMore()
        #expect(list.ids == ["a", "b", "c"])
    }

    @Test func `a page that is older than the log is updated by the later events`() async {
        let held = HeldPage(.letters(letters(9, 5), at: .e(1)))
        let list = Pages([.held(held)]).list(on: log, .letters(.byTime))
        log.receive(.e(1))
        let load = Task { await list.load() }
        await held.waitForRequest()
        log.receive(.e(3, .gone("9"), .sent(letters(7)[0])))
        held.release()
        await load.value
        #expect(list.ids == ["7", "5"])
    }

    @Test func `a page that is older than all known events is requested at most three times`() async {
        let pages = Pages([.page(["a"], at: 1), .page(["a"], at: 9)] + (1...9).map { _ in .page(["a"], at: 2) })
        let list = pages.list(on: log)
        log.receive(.e(9))
        await list.load()
        #expect(list.items == .loaded([Letter("a")]))
        #expect(pages.requested.count == 2)
        await list.load()
        #expect(list.items.failure?.canRetry == true && list.ids == ["a"])
        #expect(pages.requested.count == 5)
    }

    @Test func `an outdated list reloads all of its loaded pages within two seconds`() async {
        let first = (0..<15).map { Pages.Response.page(["\($0)"], next: "\($0)", at: 1) }
        let again = (0..<15).map { Pages.Response.page(["again \($0)"], next: "\($0)", at: 2) }
        let pages = Pages(first + again)
        let list = pages.list(on: log)
        await list.load()
        for _ in 1..<15 { await list.loadMore() }
        #expect(list.ids.count == 15)
        log.receive(.e(2, LogEvent(.lettersShuffled)))
        await clock.waitForSleepers(atLeast: 1)
        #expect(pages.requested.count == 15)
        clock.advance(by: .seconds(2))
        await waitUntil { list.ids.first == "again 0" }
        #expect(list.ids == (0..<15).map { "again \($0)" })
    }

    @Test func `a next page that is older than the event that outdated the list is loaded again`() async {
        let pages = Pages([.page(["a"], next: "n", at: 2), .page(["b"], at: 1), .page(["c"], at: 2)])
        let list = pages.list(on: log)
        log.receive(.e(1))
        await list.load()
        log.receive(.e(2, LogEvent(.lettersShuffled)))
        #expect(clock.pendingSleeps.isEmpty)
        await list.loadMore()
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(2))
        await waitUntil { list.ids == ["c"] }
    }

    @Test func `an event during the reload of an outdated list does not cause another reload`() async {
        let held = HeldPage(.page(["b"], at: 2))
        let pages = Pages([.page(["a"], at: 1), .held(held)])
        let list = pages.list(on: log)
        await list.load()
        log.receive(.e(2, LogEvent(.lettersShuffled)))
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(2))
        await held.waitForRequest()
        log.receive(.e(3, .sent(Letter("c"))))
        held.release()
        await waitUntil { list.items == .loaded([Letter("c"), Letter("b")]) }
        #expect(pages.requested.count == 2)
        #expect(clock.pendingSleeps.isEmpty)
    }

    @Test func `a list that is outdated while it loads is loaded again afterwards`() async {
        let held = HeldPage(.page(["a"], at: 1))
        let pages = Pages([.held(held), .page(["b"], at: 2)])
        let list = pages.list(on: log)
        log.receive(.e(1))
        let load = Task { await list.load() }
        await held.waitForRequest()
        log.receive(.e(2, LogEvent(.lettersShuffled)))
        held.release()
        await load.value
        #expect(list.ids == ["a"])
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(2))
        await waitUntil { list.ids == ["b"] }
    }

    @Test func `an unreadable event outdates the lists that it touches and leaves other lists alone`() async {
        let pages = Pages([.page(["a"], at: 1), .page(["b"], at: 3)])
        let list = pages.list(on: log)
        await list.load()
        log.receive(.e(2, LogEvent(EventKind(rawValue: "new"), touches: [ListName(rawValue: "other")])))
        #expect(clock.pendingSleeps.isEmpty)
        log.receive(.e(3, LogEvent(.void, touches: [.letters])))
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(2))
        await waitUntil { list.ids == ["b"] }
    }

    @Test func `hiding a person removes their elements from the list and from the known elements`() async {
        let list = Pages([.page(["a", "b"], at: 1)]).list(on: log)
        log.receive(.e(1, .sent(Letter("a"))))
        log.receive(.e(2, .hidden("a")))
        #expect(list.known.isEmpty)
        await list.load()
        #expect(list.ids == ["b"])
    }

    @Test func `an element is removed when it has expired`() async {
        let end = clock.date.addingTimeInterval(60)
        let list = Pages([.page(["a", "b"])]).list(on: log, .letters(isExpired: { $0.id == "a" && $1 >= end }))
        await list.load()
        clock.advance(by: .seconds(60))
        list.removeExpired()
        #expect(list.ids == ["b"])
    }

    @Test func `a list removes each element at its expiry while the clock runs`() async {
        let expiries = ["a": clock.date.addingTimeInterval(90), "b": clock.date.addingTimeInterval(7_200)]
        let definition: ListDefinition<Letter> = .letters(
            isExpired: { letter, now in expiries[letter.id].map { now >= $0 } ?? false }, expiresAt: { expiries[$0.id] }
        )
        let list = Pages([.page(["a", "b", "c"])]).list(on: log, definition)
        await list.load()
        let running = Task { await log.clock.run() }
        var shown: [[String]] = []
        for await ids in changes(of: { list.ids }) {
            shown.append(ids)
            if ids == ["c"] { break }
            clock.advance(by: shown.count == 1 ? .seconds(90) : .seconds(7_200))
        }
        #expect(shown == [["a", "b", "c"], ["b", "c"], ["c"]])
        running.cancel()
        await running.value
    }

    @Test func `a concealed element returns to its place when it is revealed`() async {
        let list = Pages([.page(["a", "b"], at: 1)]).list(on: log)
        await list.load()
        log.receive(.e(2, LogEvent(.letterPutAside, data: "a")))
        #expect(list.ids == ["b"] && list.concealed == [Letter("a")])
        log.receive(.e(3, LogEvent(.letterTakenUp, data: "a")))
        #expect(list.ids == ["a", "b"] && list.concealed.isEmpty)
    }

    @Test func `a list is released with its last owner`() async {
        weak var gone: PagedList<Letter>?
        do {
            let list = Pages([.page(["a"], at: 1)]).list(on: log)
            await list.load()
            log.receive(.e(2, .gone("a")))
            gone = list
        }
        #expect(gone == nil)
    }
}

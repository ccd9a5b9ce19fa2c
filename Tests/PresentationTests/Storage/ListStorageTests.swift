import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// The content that lists show at an offline start.
@Suite @MainActor struct ListStorageTests {
    private let device = StoredDevice()

    @MainActor private final class Changes {
        var values: [String?] = []
    }

    @Test func `a list shows its stored elements before any request, with the time at which they were current`() async {
        let first = await device.begin(.letters([Letter("a"), Letter("b")], next: "more", at: .e(5)))
        await first.list.load()
        #expect(!first.list.isStored)
        let date = device.clock.date
        await first.log.storage.flush()
        device.clock.advance(by: .seconds(600))
        let second = await device.begin()
        #expect(second.list.items == .loaded([Letter("a"), Letter("b")]))
        #expect(second.list.isStored && second.list.storedDate == date)
        #expect(second.list.hasMore && second.pages.requested.isEmpty)
        #expect(second.log.position == .e(5))
    }

    @Test func `a failed load keeps stored elements with their mark, and a successful load removes the mark`() async {
        await device.storeLetters()
        let second = await device.begin(.failure(NoNetwork()), .letters([Letter("c")], at: .e(6)))
        await second.list.load()
        #expect(second.list.items.failure != nil && second.list.ids == ["a", "b"] && second.list.isStored)
        await second.list.load()
        #expect(second.list.items == .loaded([Letter("c")]) && !second.list.isStored)
    }

    @Test func `stored content keeps its time over several offline starts`() async {
        await device.storeLetters()
        let date = device.clock.date
        for _ in 0..<3 {
            device.clock.advance(by: .seconds(600))
            let again = await device.begin()
            #expect(again.list.storedDate == date)
            await again.log.storage.flush()
        }
    }

    @Test func `an empty list is restored as empty, and a list without a load is not restored`() async {
        let first = await device.begin(.letters([], at: .e(5)))
        await first.list.load()
        let other = PagedList<Letter>(.letters(), on: first.log) { _ in throw NoNetwork() }
        first.log.storage.add(other, as: "other")
        await first.log.storage.flush()
        let second = device.launch()
        let otherAgain = PagedList<Letter>(.letters(), on: second.log) { _ in throw NoNetwork() }
        second.log.storage.add(otherAgain, as: "other")
        await second.log.storage.begin(as: device.maya)
        #expect(second.list.items == .empty && second.list.isStored)
        #expect(otherAgain.items == .idle && !otherAgain.isStored)
    }

    @Test func `the log continues at the stored position, and its events bring the list up to date`() async {
        await device.storeLetters()
        let second = await device.begin()
        let script = ScriptedLog([.messages([.slice(.e(7, .gone("a"), .sent(Letter("c"))))])])
        let following = Task { await second.log.follow([script]) }
        await waitUntil { !second.list.isStored }
        #expect(script.opened == [.e(5)])
        #expect(second.list.items == .loaded([Letter("c"), Letter("b")]) && second.pages.requested.isEmpty)
        following.cancel()
        await following.value
    }

    @Test func `a heartbeat without events shows that stored elements are current`() async {
        await device.storeLetters()
        let second = await device.begin()
        let following = Task { await second.log.follow([ScriptedLog([.messages([.heartbeat])])]) }
        await waitUntil { !second.list.isStored }
        #expect(second.list.ids == ["a", "b"])
        following.cancel()
        await following.value
    }

    @Test(arguments: [true, false])
    func `after a resync or in another epoch, stored elements stay until the response`(isResync: Bool) async {
        await device.storeLetters()
        let next = LogPosition(epoch: "f", seq: 3)
        let held = HeldPage(.letters([Letter("c")], at: next))
        let second = await device.begin(.held(held))
        let resync = EventMessage.slice(LogSlice(at: next, isResync: true))
        let script = ScriptedLog(
            isResync
                ? [.messages([resync])]
                : [.messages([.slice(LogSlice(at: next))]), .messages([resync])])
        let following = Task { await second.log.follow([script]) }
        await held.waitForRequest()
        #expect(second.list.ids == ["a", "b"] && second.list.isStored)
        held.release()
        await waitUntil { !second.list.isStored }
        #expect(second.list.ids == ["c"])
        following.cancel()
        await following.value
    }

    @Test func `without a log of the server, stored elements keep their mark until a load`() async {
        let first = await device.begin(.letters([Letter("a")]))
        await first.list.load()
        await first.log.storage.flush()
        let second = await device.begin(.letters([Letter("b")]))
        #expect(second.list.ids == ["a"] && second.list.isStored && second.log.position == nil)
        await second.list.load()
        #expect(second.list.ids == ["b"] && !second.list.isStored)
    }

    @Test func `a list that the log does not announce is loaded again when the connection is restored`() async {
        await device.storeLetters()
        let log = EventLog(time: device.clock, random: .seeded(1), storedIn: device.file())
        let pages = Pages([.letters([Letter("c")], at: .e(5))])
        let list = pages.list(on: log)
        log.storage.add(list, as: "letters", reloads: true)
        await log.storage.begin(as: device.maya)
        #expect(list.ids == ["a", "b"])
        let following = Task { await log.follow([ScriptedLog([.messages([.heartbeat])])]) }
        await waitUntil { !list.isStored }
        #expect(list.ids == ["c"])
        following.cancel()
        await following.value
    }

    @Test func `a list that an event has outdated is loaded again after a launch that ended before its reload`() async {
        let first = await device.begin(.letters([Letter("a")], at: .e(5)), .failure(NoNetwork()))
        await first.list.load()
        await first.log.storage.flush()
        first.log.receive(.e(6, LogEvent(.lettersShuffled)))
        await first.log.storage.flush()
        let second = await device.begin(.letters([Letter("c")], at: .e(6)))
        #expect(second.list.ids == ["a"] && second.log.position == .e(6))
        let following = Task { await second.log.follow([ScriptedLog([.messages([.heartbeat])])]) }
        await waitUntil { second.list.ids == ["c"] }
        #expect(!second.list.isStored)
        following.cancel()
        await following.value
    }

    @Test func `concealed elements keep their positions over a start`() async {
        await device.storeLetters("a", "b", "c")
        let second = await device.begin()
        second.log.receive(.e(6, LogEvent(.letterPutAside, data: "b")))
        await second.log.storage.flush()
        let third = await device.begin()
        #expect(third.list.ids == ["a", "c"] && third.list.concealed.map(\.id) == ["b"])
        third.log.receive(.e(7, LogEvent(.letterTakenUp, data: "b")))
        #expect(third.list.ids == ["a", "b", "c"])
    }

    @Test func `a restored list has the range up to its next page, although its last element was removed`() async {
        let letters = [Letter("c", sent: 3), Letter("b", sent: 2), Letter("a", sent: 1)]
        let first = await device.begin(.letters(letters, next: "more", at: .e(5)), definition: .letters(.byTime))
        await first.list.load()
        first.log.receive(.e(6, .gone("a")))
        await first.log.storage.flush()
        let second = await device.begin(definition: .letters(.byTime))
        #expect(second.list.ids == ["c", "b"])
        second.log.receive(.e(8, .sent(Letter("z", sent: 1)), .sent(Letter("y", sent: 0))))
        #expect(second.list.ids == ["c", "b", "z"])
    }

    @Test func `a resource shows its stored value and follows the log`() async {
        let definition = ResourceDefinition<String>(.letters) { event, text throws(LogEventError) in
            guard event.kind == .letterSent else { return .unknown }
            text = try event.data(Letter.self).text
            return .applied
        }
        let first = device.launch()
        let resource = Resource(definition, on: first.log) { Snapshot("old", at: .e(5)) }
        first.log.storage.add(resource, as: "text")
        await first.log.storage.begin(as: device.maya)
        await resource.load()
        await first.log.storage.flush()
        let second = device.launch()
        let again = Resource(definition, on: second.log) { throw NoNetwork() }
        second.log.storage.add(again, as: "text")
        let changes = Changes()
        again.onChange = { changes.values.append($0) }
        await second.log.storage.begin(as: device.maya)
        #expect(again.state == .loaded("old") && again.isStored && changes.values == ["old"])
        await again.load()
        #expect(again.state.value == "old" && again.state.failure != nil && again.isStored)
        second.log.receive(.e(6, .sent(Letter("a", text: "new"))))
        #expect(again.state.value == "new")
    }

    @Test func `a list that is added after the start shows stored elements with the events since then`() async {
        await device.storeLetters()
        let log = EventLog(time: device.clock, random: .seeded(1), storedIn: device.file())
        await log.storage.begin(as: device.maya)
        log.receive(.e(6, .hidden("a")))
        let list = Pages([]).list(on: log)
        log.storage.add(list, as: "letters")
        #expect(list.ids == ["b"] && list.isStored)
    }

    @Test func `a list that is added after the log has started over shows no stored elements`() async {
        await device.storeLetters()
        let log = EventLog(time: device.clock, random: .seeded(1), storedIn: device.file())
        await log.storage.begin(as: device.maya)
        log.receive(LogSlice(at: LogPosition(epoch: "f", seq: 3), isResync: true))
        let list = Pages([]).list(on: log)
        log.storage.add(list, as: "letters")
        #expect(list.items == .idle && list.known.isEmpty)
    }

    @Test func `a log that has begun ignores stored content`() async {
        await device.storeLetters()
        let second = device.launch(.letters([Letter("c")], at: .e(9)))
        await second.list.load()
        await second.log.storage.begin(as: device.maya)
        #expect(second.list.ids == ["c"] && !second.list.isStored && second.log.position == .e(9))
    }
}

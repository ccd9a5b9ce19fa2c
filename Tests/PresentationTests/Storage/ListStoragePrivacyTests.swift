import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// Stored content of other people, of hidden people, and after a sign-out.
@Suite @MainActor struct ListStoragePrivacyTests {
    private let device = StoredDevice()

    @Test func `a sign-out removes the file, and later changes are not stored`() async throws {
        await device.storeLetters()
        let second = await device.begin(.letters([Letter("c")], at: .e(6)))
        second.log.storage.end()
        try await second.log.storage.removeFile()
        #expect(await device.file().read() == .absent)
        await second.list.load()
        await second.log.storage.flush()
        #expect(await device.file().read() == .absent)
    }

    @Test func `a sign-out during the start shows no stored elements`() async throws {
        await device.storeLetters()
        let second = device.launch()
        let start = Task { await second.log.storage.begin(as: device.maya) }
        await Task {}.value  // lets the start begin to read, if the main actor runs tasks in their order
        second.log.storage.end()
        await start.value
        #expect(second.list.items == .idle && second.log.position == nil)
    }

    @Test func `the content of another person is not shown, and is removed`() async {
        await device.storeLetters()
        let second = device.launch()
        await second.log.storage.begin(as: "liam")
        #expect(second.list.items == .idle && second.log.position == nil)
        #expect(await device.file().read() == .absent)
    }

    @Test func `a person who was hidden since the last launch is not shown after the catch-up, nor at the next start`()
        async
    {
        await device.storeLetters()
        let second = await device.begin()
        #expect(second.list.ids == ["a", "b"])
        second.log.receive(.e(6, .hidden("a")))
        #expect(second.list.ids == ["b"])
        await second.log.storage.writesEnd()  // without the delay
        let third = await device.begin()
        #expect(third.list.ids == ["b"] && third.log.position == .e(6))
    }

    @Test func `a failing call while a hidden person is removed from the file never leaves the person in it`() async {
        var faults = 0
        for offset in 0..<60 {
            let device = StoredDevice()
            await device.storeLetters()
            let second = await device.begin()
            let count = device.disk.calls.count
            device.disk.plan(.error(.diskFull), afterCalls: offset)
            second.log.receive(.e(6, .hidden("a")))
            await second.log.storage.writesEnd()
            guard device.disk.calls.count > count + offset else { break }
            faults += 1
            let third = await device.begin()
            #expect(!third.list.ids.contains("a"), "call \(offset): \(device.disk.calls[count + offset])")
        }
        #expect(faults > 5)
    }

    @Test func `excluded people are left out of stored elements`() async {
        await device.storeLetters()
        let second = device.launch()
        second.log.setExclusionFilter { _, _ in [Letter("a").author] }
        await second.log.storage.begin(as: device.maya)
        #expect(second.list.ids == ["b"] && second.list.known.map(\.id) == ["a", "b"])
    }

    @Test func `essential lists are restored first, and without them nothing is restored`() async throws {
        let first = device.launch(.letters([Letter("b")], at: .e(5)))
        let filter = Pages([.letters([Letter("a")], at: .e(5))]).list(on: first.log)
        first.log.storage.add(filter, as: "filter", isEssential: true)
        await first.log.storage.begin(as: device.maya)
        await first.list.load()
        await filter.load()
        await first.log.storage.flush()

        let second = device.launch()
        let again = Pages([]).list(on: second.log)
        second.log.setExclusionFilter { _, _ in again.known.isEmpty ? [] : [Letter("b").author] }
        second.log.storage.add(again, as: "filter", isEssential: true)
        await second.log.storage.begin(as: device.maya)
        #expect(again.known.map(\.id) == ["a"] && second.list.ids.isEmpty && second.list.known.map(\.id) == ["b"])

        let third = device.launch()
        let unreadable = Resource(ResourceDefinition<Int>(.letters) { _, _ in .unknown }, on: third.log) {
            throw NoNetwork()
        }
        third.log.storage.add(unreadable, as: "filter", isEssential: true)
        await third.log.storage.begin(as: device.maya)
        #expect(third.list.items == .idle && third.log.position == nil)
    }
}

import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// The file of stored content: its writes, its limit and its damages.
@Suite @MainActor struct ListStorageDiskTests {
    private let device = StoredDevice()

    /// The ways in which a file cannot be used.
    enum Damage: CaseIterable, Sendable {
        case flippedByte, truncatedFile, emptyFile, newerVersion, truncatedPayload, longerPayload, emptyPayload
    }

    @Test func `a change is stored after the delay, and not before`() async {
        let first = await device.begin(.letters([Letter("a")], at: .e(5)))
        await first.list.load()
        await device.clock.waitForSleepers(atLeast: 1)
        #expect(device.clock.pendingSleeps.contains(ListStorage.delay))
        #expect(await device.file().read() == .absent)
        device.clock.advance(by: ListStorage.delay)
        await first.log.storage.writesEnd(includesDelayed: true)
        #expect(await device.begin().list.ids == ["a"])
    }

    @Test func `unchanged content is not written again after the delay`() async {
        let first = await device.begin(.letters([Letter("a")], at: .e(5)), .failure(NoNetwork()))
        await first.list.load()
        await first.log.storage.flush()
        let renames = device.disk.calls.count { $0 == "rename" }
        let second = await device.begin()
        await second.log.storage.writesEnd()
        #expect(device.clock.pendingSleeps.allSatisfy { $0 > .seconds(60) })
        #expect(device.disk.calls.count { $0 == "rename" } == renames)
    }

    @Test(arguments: Damage.allCases)
    func `a damaged or newer file is ignored, and the next write replaces it`(_ damage: Damage) async throws {
        await device.storeLetters()
        try await inflict(damage)
        let second = await device.begin(.letters([Letter("c")], at: .e(6)))
        #expect(second.list.items == .idle && second.log.position == nil)
        await second.list.load()
        #expect(second.list.ids == ["c"])
        await second.log.storage.flush()
        #expect(await device.begin().list.ids == ["c"])
    }

    private func inflict(_ damage: Damage) async throws {
        let bytes = try #require(device.disk.files(in: "/home/orbit")?["lists"])
        guard case .value(let stored) = await device.file().read() else {
            Issue.record("nothing was stored")
            return
        }
        var payload = stored.payload
        switch damage {
        case .flippedByte:
            var flipped = bytes
            flipped[flipped.count / 2] ^= 1
            return device.disk.plant(flipped, as: "lists", in: "/home/orbit")
        case .truncatedFile: return device.disk.plant(Array(bytes.dropLast(7)), as: "lists", in: "/home/orbit")
        case .emptyFile: return device.disk.plant([], as: "lists", in: "/home/orbit")
        case .newerVersion:
            let version = try #require(payload.range(of: Data(#""version":1"#.utf8)))
            payload.replaceSubrange(version, with: Data(#""version":2"#.utf8))
        case .truncatedPayload: payload.removeLast(5)
        case .longerPayload: payload.append(contentsOf: [0x20])
        case .emptyPayload: payload = Data()
        }
        try await device.file().write(payload)
    }

    @Test func `content over the limit leaves out the list that was shown least recently`() async throws {
        let text = String(repeating: "x", count: 600)
        for isFirstShownAgain in [false, true] {
            let device = StoredDevice()
            let first = device.launch(
                .letters([Letter("a", text: text)], at: .e(5)), .letters([Letter("a", text: text)], at: .e(5)),
                sizeLimit: 1_700)
            let other = Pages([.letters([Letter("b", text: text)], at: .e(5))]).list(on: first.log)
            first.log.storage.add(other, as: "other")
            await first.log.storage.begin(as: device.maya)
            await first.list.load()
            device.clock.advance(by: .seconds(1))
            await other.load()
            device.clock.advance(by: .seconds(1))
            if isFirstShownAgain { await first.list.load() }
            await first.log.storage.flush()
            guard case .value(let stored) = await device.file().read() else {
                Issue.record("nothing was stored")
                return
            }
            #expect(stored.payload.count <= 1_700)
            let second = device.launch()
            let otherAgain = Pages([]).list(on: second.log)
            second.log.storage.add(otherAgain, as: "other")
            await second.log.storage.begin(as: device.maya)
            #expect(second.list.ids == (isFirstShownAgain ? ["a"] : []))
            #expect(otherAgain.ids == (isFirstShownAgain ? [] : ["b"]))
        }
    }

    @Test func `a list that is larger than the limit is left out`() async {
        let first = device.launch(
            .letters([Letter("a", text: String(repeating: "x", count: 2_000))], at: .e(5)), sizeLimit: 1_000)
        await first.log.storage.begin(as: device.maya)
        await first.list.load()
        await first.log.storage.flush()
        #expect(await device.begin().list.items == .idle)
    }

    @Test func `a full disk is no failure, and the old content stays`() async {
        await device.storeLetters()
        let second = await device.begin(.letters([Letter("c")], at: .e(6)))
        device.disk.failAlways(with: .diskFull)
        await second.list.load()
        await second.log.storage.flush()
        #expect(second.list.items == .loaded([Letter("c")]))
        device.disk.failAlways(with: nil)
        #expect(await device.begin().list.ids == ["a", "b"])
        await second.log.storage.flush()
        #expect(await device.begin().list.ids == ["c"])
    }

    @Test func `a start on an unreadable disk shows no content, and the lists load as usual`() async {
        await device.storeLetters()
        device.disk.failAlways(with: .deviceFailed)
        let second = await device.begin(.letters([Letter("c")], at: .e(6)))
        #expect(second.list.items == .idle)
        await second.list.load()
        #expect(second.list.ids == ["c"])
    }

    /// The effect of a crash on the disk.
    enum Crash: CaseIterable {
        case process, powerWithoutBytes, powerWithoutNamesAndBytes
    }

    @Test(arguments: Crash.allCases)
    func `a crash during a write leaves the old position with the old list, or the new with the new`(
        _ crash: Crash
    ) async throws {
        var (old, new) = (0, 0)
        for offset in 0..<60 {
            let device = StoredDevice()
            await device.storeLetters()
            let second = await device.begin()
            second.log.receive(.e(6, .gone("a")))
            let count = device.disk.calls.count
            device.disk.plan(.crash, afterCalls: offset)
            await second.log.storage.flush()
            // Without a crash, the write has ended, and the planned crash would hit the next start.
            guard device.disk.calls.count == count + offset + 1 else { break }
            switch crash {
            case .process: device.disk.restartProcess()
            case .powerWithoutBytes: device.disk.restartMachine(keepingNames: true, keepingBytes: false)
            case .powerWithoutNamesAndBytes: device.disk.restartMachine(keepingNames: false, keepingBytes: false)
            }
            let third = await device.begin()
            let ids = try #require(third.list.items.value).map(\.id)
            switch third.log.position {
            case LogPosition.e(5)?:
                old += 1
                #expect(ids == ["a", "b"], "crash at call \(offset)")
            case LogPosition.e(6)?:
                new += 1
                #expect(ids == ["b"], "crash at call \(offset)")
            default: Issue.record("no position after a crash at call \(offset)")
            }
        }
        #expect(old > 5)
        // The new file gets its name with the last call, so a power cut that loses names leaves the old file.
        #expect(crash == .powerWithoutNamesAndBytes ? new == 0 : new > 0)
    }
}

import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import Testing
import TimeAndChance

@testable import Outbox

@Suite struct OutboxTests {
    private let fixture = OutboxFixture()

    @Test func `an added entry is queued, and survives a power cut with all its values`() async throws {
        let added = try await fixture.open().add("m1", lane: "talk", after: [])
        #expect(added.state == .queued)
        #expect(added.createdAt == fixture.clock.date)
        let outbox = try await fixture.reopenAfterPowerCut()
        #expect(await outbox.entries == [added])
        #expect(await outbox.unsentCount == 1)
    }

    @Test func `the entries of a lane are sent in the order in which they were added`() async throws {
        let outbox = try await fixture.open()
        for number in 0..<40 { try await outbox.add("m\(number)") }
        await outbox.drain()
        #expect(fixture.server.applied == (0..<40).map { "m\($0)" })
        #expect(await outbox.unsentCount == 0)
        #expect(try await fixture.reopen().ids == [])
    }

    @Test func `sequences increase across processes, also after all entries were acknowledged`() async throws {
        let first = try await fixture.open()
        let one = try await first.add("m1")
        await first.drain()
        let second = try await fixture.reopen(limits: .compacting)
        let two = try await second.add("m2")
        await second.drain()
        let three = try await fixture.reopen().add("m3")
        #expect(one.sequence < two.sequence && two.sequence < three.sequence)
    }

    @Test func `an entry that the server refuses is kept with the reason, and holds only its lane`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .refused)
        for id in ["m1", "m2"] { try await outbox.add(id) }
        try await outbox.add("n1", lane: "b")
        await outbox.drain()
        #expect(fixture.server.applied == ["n1"])
        #expect(await outbox.progress(of: "m1") == .rejected(OutboxRejection(code: "refused", reason: "Not now.")))
        let later = try await fixture.reopen()
        await later.drain()
        #expect(await later.progress(of: "m1") == .rejected(OutboxRejection(code: "refused", reason: "Not now.")))
        #expect(fixture.server.applied == ["n1"])
    }

    @Test func `a rejected entry that is retried is sent before the entries after it`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .refused)
        for id in ["m1", "m2"] { try await outbox.add(id) }
        await outbox.drain()
        try await outbox.retry("m1")
        await outbox.drain()
        #expect(fixture.server.applied == ["m1", "m2"])
    }

    @Test func `a rejected entry that is edited is sent with its id and the new payload`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .refused)
        try await outbox.add("m1")
        await outbox.drain()
        try await outbox.edit("m1", payload: Data("shorter".utf8))
        let reopened = try await fixture.reopenAfterPowerCut()
        #expect(await reopened.entry("m1")?.revision == 1)
        await reopened.drain()
        #expect(fixture.server.body(of: "m1") == "shorter")
    }

    @Test func `a rejected entry that is removed lets its lane continue`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .refused)
        for id in ["m1", "m2"] { try await outbox.add(id) }
        await outbox.drain()
        try await outbox.remove("m1")
        await outbox.drain()
        #expect(fixture.server.applied == ["m2"])
        #expect(try await fixture.reopen().ids == [])
    }

    @Test func `an unsent entry that is edited is sent once with the new payload`() async throws {
        let outbox = try await fixture.open()
        try await outbox.add("m1")
        try await outbox.edit("m1", payload: Data("better".utf8))
        await outbox.drain()
        #expect(fixture.server.body(of: "m1") == "better")
        #expect(fixture.server.requests == ["m1"])
    }

    @Test func `changes that the state of an entry does not permit are refused`() async throws {
        let outbox = try await fixture.open()
        try await outbox.add("m1")
        await #expect(throws: OutboxError.notPermitted) { try await outbox.retry("m1") }
        await #expect(throws: OutboxError.notPermitted) { try await outbox.remove("m1") }
        await #expect(throws: OutboxError.notFound) { try await outbox.retry("m2") }
        await #expect(throws: OutboxError.notFound) { try await outbox.remove("m2") }
        await #expect(throws: OutboxError.notFound) { try await outbox.edit("m2", payload: Data()) }
        await #expect(throws: OutboxError.duplicateID) { try await outbox.add("m1") }
        await #expect(throws: OutboxError.notPermitted) { try await outbox.add("m3", after: ["m3"]) }
        #expect(await outbox.ids == ["m1"])
    }

    @Test func `an entry beyond a limit is refused, and no entry is dropped`() async throws {
        let outbox = try await fixture.open(limits: OutboxLimits(maxEntries: 2, maxBytes: 5, maxPayloadBytes: 4))
        await #expect(throws: OutboxError.tooLarge) { try await outbox.add("m1234") }
        try await outbox.add("m123")
        await #expect(throws: OutboxError.full) { try await outbox.add("m1") }
        try await outbox.add("m")
        await #expect(throws: OutboxError.full) { try await outbox.edit("m", payload: Data("12".utf8)) }
        await #expect(throws: OutboxError.tooLarge) { try await outbox.edit("m", payload: Data("12345".utf8)) }
        await #expect(throws: OutboxError.full) { try await outbox.add("n") }
        #expect(await outbox.ids == ["m123", "m"])
    }

    @Test(arguments: [("", "a", "text"), ("m", "", "text"), ("m", "a", "")])
    func `an entry with an empty id, lane or kind is refused`(id: String, lane: String, kind: String) async throws {
        let outbox = try await fixture.open()
        await #expect(throws: OutboxError.missingText) { try await outbox.add(id, lane: lane, kind: kind) }
    }

    @Test func `an entry with long texts or many dependencies is refused`() async throws {
        let outbox = try await fixture.open()
        let long = String(repeating: "x", count: 257)
        await #expect(throws: OutboxError.tooLarge) {
            try await outbox.add(id: String(long.prefix(129)), lane: "a", kind: "text", payload: Data())
        }
        await #expect(throws: OutboxError.tooLarge) { try await outbox.add("m", lane: long) }
        await #expect(throws: OutboxError.tooLarge) { try await outbox.add("m", kind: long) }
        await #expect(throws: OutboxError.tooLarge) { try await outbox.add("m", after: [long]) }
        await #expect(throws: OutboxError.tooLarge) { try await outbox.add("m", after: (0..<17).map(String.init)) }
        #expect(await outbox.ids == [])
    }

    @Test func `an observer receives each state of an entry in order`() async throws {
        let outbox = try await fixture.open()
        try await outbox.add("m1")
        let (entries, changes) = await outbox.observe()
        #expect(entries.map(\.id) == ["m1"])
        await outbox.drain()
        try await outbox.add("m2", kind: "unknown")
        #expect(try await outbox.cancel("m2") == .cancelled)
        await outbox.close()
        var seen: [String] = []
        for await change in changes {
            switch change {
            case .entry(let entry): seen.append("\(entry.id) \(entry.state)")
            case .removed(let id): seen.append("\(id) removed")
            case .storageFailed: seen.append("failed")
            }
        }
        #expect(seen == ["m1 inFlight", "m1 acknowledged", "m2 queued", "m2 removed"])
    }

    @Test func `descriptions and mirrors of an entry do not contain the payload`() async throws {
        let entry = try await fixture.open().add(
            id: "m1", lane: "a", kind: "text", payload: Data("secret words".utf8))
        #expect(!"\(entry)\(String(reflecting: entry))".contains("secret"))
        #expect(!Mirror(reflecting: entry).children.contains { "\($0.value)".contains("secret") })
    }

    @Test func `a closed outbox accepts no change, and its entries are in the file`() async throws {
        let outbox = try await fixture.open()
        try await outbox.add("m1")
        await outbox.close()
        await #expect(throws: OutboxError.closed) { try await outbox.add("m2") }
        await outbox.run()
        #expect(fixture.server.requests == [])
        #expect(try await fixture.reopen().ids == ["m1"])
    }

    @Test func `an outbox that is closed during a request remembers the entries that were acknowledged before`()
        async throws
    {
        let outbox = try await fixture.open()
        for id in ["m1", "m2"] { try await outbox.add(id) }
        let gate = fixture.server.hold("m2")
        let drain = Task { await outbox.drain() }
        await gate.reached.wait()
        await outbox.close()
        #expect(try await fixture.reopen().ids == ["m2"])
        gate.opened.send()
        await drain.value
    }

    @Test func `an erased outbox leaves no entries and no files`() async throws {
        let outbox = try await fixture.open()
        try await outbox.add("m1")
        try await outbox.erase()
        #expect(fixture.disk.files(in: fixture.path())?.keys.sorted() == ["entries.lock"])
        #expect(try await fixture.reopen().ids == [])
    }

    @Test func `300 acknowledged entries leave a file of bounded size`() async throws {
        let outbox = try await fixture.open(limits: .compacting)
        for number in 0..<300 {
            try await outbox.add("m\(number)")
            await outbox.drain()
        }
        #expect(fixture.bytes.count < 10_000)
        #expect(await outbox.unsentCount == 0)
    }
}

extension OutboxLimits {
    /// Limits with which the file is rewritten often.
    static var compacting: OutboxLimits {
        var limits = OutboxLimits()
        limits.compactionThreshold = 500
        return limits
    }
}

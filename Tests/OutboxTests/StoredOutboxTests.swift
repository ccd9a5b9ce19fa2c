import DiskSimulation
import DurableFiles
import Foundation
import Testing
import TimeAndChance

@testable import Outbox

@Suite struct StoredOutboxTests {
    private let fixture = OutboxFixture()

    /// Stores two entries and ends the process. Returns the bytes of the file.
    private func write() async throws -> [UInt8] {
        let outbox = try await fixture.open()
        for id in ["m1", "m2"] { try await outbox.add(id) }
        fixture.disk.restartProcess()
        return fixture.bytes
    }

    private func plant(_ bytes: [UInt8], of account: String = "u_1") {
        fixture.disk.plant(bytes, as: "entries", in: fixture.path(of: account))
    }

    @Test func `a second process gets an error until the first closes the outbox`() async throws {
        let first = try await fixture.open()
        await #expect(throws: OutboxError.inUse) { _ = try await fixture.open() }
        try await first.add("m1")
        await first.close()
        #expect(try await fixture.open().ids == ["m1"])
    }

    @Test func `accounts have separate outboxes, which can be open at the same time`() async throws {
        let first = try await fixture.open(account: "u_1")
        let second = try await fixture.open(account: "u/2 \u{1F600}")
        try await first.add("m1")
        #expect(await second.ids == [])
        await #expect(throws: OutboxError.missingText) { _ = try await fixture.open(account: "") }
        await #expect(throws: OutboxError.tooLarge) {
            _ = try await fixture.open(account: String(repeating: "x", count: 257))
        }
    }

    @Test func `a file of another account is refused and not changed`() async throws {
        let bytes = try await write()
        try await fixture.open(account: "u_2").close()
        plant(bytes, of: "u_2")
        await #expect(throws: OutboxError.otherAccount) { _ = try await fixture.open(account: "u_2") }
        #expect(fixture.disk.files(in: fixture.path(of: "u_2"))?["entries"] == bytes)
        #expect(fixture.server.requests == [])
    }

    @Test func `a journal of a newer version is refused and not changed`() async throws {
        var bytes = try await write()
        bytes[5] = 9
        plant(bytes)
        await #expect(throws: OutboxError.newerVersion(9)) { _ = try await fixture.open() }
        #expect(fixture.bytes == bytes)
    }

    @Test func `an outbox of a newer version is refused and not changed`() async throws {
        try await rewrite([Data([0, 0, 7]) + Data("anything".utf8)])
        let bytes = fixture.bytes
        await #expect(throws: OutboxError.newerVersion(7)) { _ = try await fixture.open() }
        #expect(fixture.bytes == bytes)
    }

    @Test(arguments: [
        [Data()], [Data([200])], [OutboxRecord.retried(1).encoded],
        [OutboxRecord.header(account: "u_1", nextSequence: .max).encoded],
        [OutboxRecord.header(account: "u_1", nextSequence: 1).encoded, Data([1, 2])],
        [OutboxRecord.header(account: "u_1", nextSequence: 1).encoded, Data([7, 255, 255, 255, 255])],
        [OutboxRecord.header(account: "u_1", nextSequence: 1).encoded, OutboxRecord.retried(1).encoded + Data([0])],
    ])
    func `a file with a record that this version cannot read is refused and not changed`(
        records: [Data]
    ) async throws {
        try await rewrite(records)
        let bytes = fixture.bytes
        await #expect(throws: OutboxError.unreadableRecord) { _ = try await fixture.open() }
        #expect(fixture.bytes == bytes)
    }

    /// Replaces the records of the file.
    private func rewrite(_ records: [Data]) async throws {
        _ = try await write()
        let (journal, _) = try await Journal.open(
            "entries", in: Outbox.folder(of: "u_1", in: fixture.directory), random: .seeded(2))
        try await journal.replace(with: records)
        fixture.disk.restartProcess()
    }

    @Test func `a damaged header of the file is reported, and the file is not changed`() async throws {
        var bytes = try await write()
        bytes[20] ^= 1
        plant(bytes)
        await #expect(throws: OutboxError.corrupt(.wrongChecksum)) { _ = try await fixture.open() }
        #expect(fixture.bytes == bytes)
    }

    @Test func `a damaged outbox is erased without being opened, and its account gets a new one`() async throws {
        var bytes = try await write()
        bytes[20] ^= 1
        plant(bytes)
        try await Outbox.erase(account: "u_1", in: fixture.directory)
        #expect(fixture.disk.files(in: fixture.path())?.keys.sorted() == ["entries.lock"])
        let outbox = try await fixture.open()
        await #expect(throws: OutboxError.inUse) {
            try await Outbox.erase(account: "u_1", in: fixture.directory)
        }
        #expect(await outbox.ids == [])
        try await Outbox.erase(account: "u_2", in: fixture.directory)
        #expect(fixture.disk.files(in: fixture.path(of: "u_2")) == nil)
    }

    @Test func `an outbox whose file was cut off continues with the complete entries`() async throws {
        let bytes = try await write()
        plant(Array(bytes.dropLast()))
        let outbox = try await fixture.open()
        #expect(await outbox.ids == ["m1"])
        #expect(!outbox.wasDamaged)
        await outbox.drain()
        #expect(fixture.server.applied == ["m1"])
    }

    /// Changes a byte of the payload of a record, and opens the outbox in a new process.
    ///
    /// - Parameter start: The place of the record in the file.
    /// - Returns: The outbox, and the damaged bytes of the file.
    private func reopenWithDamage(to start: Int) async throws -> (outbox: Outbox, bytes: [UInt8]) {
        fixture.disk.restartProcess()
        var bytes = fixture.bytes
        bytes[start + 17] ^= 1
        plant(bytes)
        return (try await fixture.open(), bytes)
    }

    @Test func `entries before damage are rejected, because a cancellation may be lost`() async throws {
        let outbox = try await fixture.open()
        for id in ["m1", "m2"] { try await outbox.add(id) }
        let start = fixture.bytes.count
        _ = try await outbox.cancel("m1")
        try await outbox.add("m3", lane: "b")
        let (damaged, bytes) = try await reopenWithDamage(to: start)
        #expect(damaged.wasDamaged)
        #expect(fixture.disk.files(in: fixture.path())?["entries.corrupt"] == bytes)
        for id in ["m1", "m2"] { #expect(await damaged.progress(of: id) == .rejected(.storageDamaged)) }
        await damaged.drain()
        #expect(fixture.server.applied == ["m3"])
        let later = try await fixture.reopen()
        #expect(!later.wasDamaged)
        #expect(await later.progress(of: "m1") == .rejected(.storageDamaged))
        try await later.retry("m2")
        try await later.remove("m1")
        await later.drain()
        #expect(fixture.server.applied == ["m3", "m2"])
        let added = try await later.add("m4")
        #expect(added.sequence > 3)
    }

    @Test func `an entry before damage counts as possibly sent, because its attempt may be lost`() async throws {
        let outbox = try await fixture.open()
        fixture.server.fail("m1", .lost)
        try await outbox.add("m1")
        let start = fixture.bytes.count
        await outbox.drain()
        try await outbox.add("m2", lane: "b")
        let (damaged, _) = try await reopenWithDamage(to: start)
        #expect(damaged.wasDamaged)
        try await damaged.retry("m1")
        #expect(try await damaged.cancel("m1") == .possiblySent)
    }

    @Test func `a damaged record is read as damage or refused for every changed byte`() async throws {
        let bytes = try await write()
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x40
            plant(damaged)
            do {
                let outbox = try await fixture.open()
                for entry in await outbox.entries {
                    #expect(["m1", "m2"].contains(entry.id) && entry.payload == Data(entry.id.utf8), "byte \(place)")
                }
            } catch let error as OutboxError {
                #expect(place < 28 + 20 + 23, "byte \(place): \(error)")
            }
            fixture.disk.restartProcess()
        }
    }

    @Test func `records are read as they were written`() throws {
        let entry = OutboxEntry(
            id: "m1", sequence: 7, lane: "a", kind: "text", account: "u_1",
            createdAt: Date(timeIntervalSince1970: 1_800_000_000.25), dependencies: ["m0", "é"],
            payload: Data([0, 255]), revision: 3, state: .queued, mayHaveArrived: true, attempts: 0)
        let rejection = OutboxRejection(code: "c", reason: "r")
        let records: [OutboxRecord] = [
            .header(account: "u_1", nextSequence: 9), .added(entry), .edited(7, payload: Data()),
            .rejected(7, rejection), .retried(7), .acknowledged(7), .removed(7), .attempting([7, 8]), .unsent([]),
        ]
        for record in records {
            let decoded = try OutboxRecord(decoding: record.encoded, account: "u_1")
            #expect(decoded.encoded == record.encoded)
            #expect("\(decoded)" == "\(record)")
        }
    }
}

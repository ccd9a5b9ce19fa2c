import Foundation
import Logging
import NetworkingTesting
import Testing
import TimeAndChance
import Validation

@testable import CampusServer

/// The spool and its delivery, in a folder that is removed after each test.
@Suite final class MailTests {
    private struct Refusal: Error {}

    private let folder = FileManager.default.temporaryDirectory.path() + "orbit-mail-\(UUID().uuidString)"
    private let clock = VirtualClock()

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private func message(
        _ id: String, text: String = "Your code is 123456.", expiry: Date? = nil
    ) throws -> MailMessage {
        MailMessage(
            id: id, from: try EmailAddress("orbit@orbit.example"), to: try EmailAddress("maya@cornell.edu"),
            subject: "Your Orbit code", text: text, date: Date(timeIntervalSince1970: 0), expiry: expiry)
    }

    private func delivery(
        _ spool: MailSpool, _ send: @escaping @Sendable (Data) async throws -> Void
    ) -> SpoolDelivery {
        SpoolDelivery(
            spool: spool, metrics: ServerMetrics(factory: PrometheusRegistry()), time: clock, logger: .silent,
            send: send)
    }

    @Test func `a repeated message replaces the earlier one`() throws {
        let spool = try MailSpool(folder: folder)
        for _ in 0..<2 { try spool.add(message("a1")) }
        #expect(spool.messages(.queued) == ["a1.eml"])
    }

    @Test func `an identifier with other characters does not leave the folder`() throws {
        let spool = try MailSpool(folder: folder)
        try spool.add(message("../../etc/passwd"))
        let name = try #require(spool.messages(.queued).first)
        #expect(!name.contains("/"))
    }

    @Test func `a message with any text is readable again`() throws {
        let spool = try MailSpool(folder: folder)
        let text = "Grüße = 100 % \nline with a space at its end \n" + String(repeating: "é", count: 200)
        try spool.add(message("a1", text: text))
        let bytes = try #require(spool.bytes("a1.eml", .queued))
        let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
        #expect(lines.map(\.utf8.count).max() ?? 0 <= 998)
        #expect(bytes.allSatisfy { $0 < 0x80 })
        #expect(lines.contains("To: <maya@cornell.edu>"))
        #expect(lines.contains("Date: Thu, 01 Jan 1970 00:00:00 +0000"))
        #expect(try #require(spool.text("a1.eml", .queued)).replacingOccurrences(of: "\r\n", with: "\n").contains(text))
    }

    @Test func `identifiers that differ have different files`() throws {
        let spool = try MailSpool(folder: folder)
        let start = String(repeating: "ü", count: 100)
        for id in ["\u{1}\u{11}", "\u{11}\u{1}", start + "a", start + "b"] { try spool.add(message(id)) }
        #expect(spool.count(.queued) == 4)
    }

    @Test func `an accepted message whose file cannot be removed is not sent again`() async throws {
        let spool = try MailSpool(folder: folder)
        try spool.add(message("a1"))
        let (attempts, path) = (LockedState(0), folder + "/queue/a1.eml")
        let delivery = delivery(spool) { _ in
            attempts.withLock { $0 += 1 }
            // A folder in place of the file makes its removal fail.
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        await delivery.deliverDue()
        #expect(spool.count(.queued) == 1)
        try FileManager.default.removeItem(atPath: path)
        try spool.add(message("a1"))
        clock.advance(by: .seconds(30))
        await delivery.deliverDue()
        #expect(attempts.withLock { $0 } == 1)
        #expect(spool.count(.queued) == 0)
    }

    @Test func `a failed message replaces an earlier failed message of the same identifier`() async throws {
        let spool = try MailSpool(folder: folder)
        for text in ["first", "second"] {
            try spool.add(message("a1", text: text))
            try spool.fail("a1.eml")
        }
        #expect(spool.messages(.failed) == ["a1.eml"])
        #expect(try #require(spool.text("a1.eml", .failed)).contains("second"))
    }

    @Test func `an accepted message is removed`() async throws {
        let spool = try MailSpool(folder: folder)
        try spool.add(message("a1"))
        let received = LockedState<[Data]>([])
        await delivery(spool) { data in received.withLock { $0.append(data) } }.deliverDue()
        #expect(received.withLock { $0.count } == 1)
        #expect(spool.count(.queued) == 0)
    }

    @Test func `an expired message is removed and not sent`() async throws {
        let spool = try MailSpool(folder: folder)
        try spool.add(message("expired", expiry: clock.date))
        try spool.add(message("valid", expiry: clock.date.addingTimeInterval(1)))
        try spool.add(message("lasting"))
        let received = LockedState<[String]>([])
        await delivery(spool) { data in
            received.withLock { $0.append(String(decoding: data, as: UTF8.self)) }
        }
        .deliverDue()
        #expect(spool.count(.queued) == 0)
        #expect(spool.count(.failed) == 0)
        let sent = received.withLock { $0 }
        #expect(sent.count == 2)
        #expect(!sent.contains { $0.contains("Message-ID: <expired@") })
    }

    @Test func `a message expires at the date in its field`() throws {
        let expiry = Date(timeIntervalSince1970: 1_800_000_600)
        #expect(MailMessage.expiry(of: try message("a1", expiry: expiry).bytes) == expiry)
        #expect(MailMessage.expiry(of: try message("a1", text: "Expires: never").bytes) == nil)
    }

    @Test func `four messages are tried at once, so that one that hangs does not delay all others`() async throws {
        let spool = try MailSpool(folder: folder)
        for number in 1...5 { try spool.add(message("a\(number)")) }
        let (clock, started) = (clock, LockedState(0))
        let delivery = delivery(spool) { _ in
            started.withLock { $0 += 1 }
            try await clock.sleep(for: .seconds(60))
        }
        let run = Task { try await delivery.run() }
        // The four attempts, and the wait for the next search.
        await clock.waitForSleepers(atLeast: 5)
        #expect(started.withLock { $0 } == 4)
        clock.advance(by: .seconds(60))
        // One task tries the last message.
        await clock.waitForSleepers(atLeast: 2)
        #expect(started.withLock { $0 } == 5)
        run.cancel()
        try await run.value
        #expect(spool.count(.queued) == 1)
    }

    @Test func `one search a second finds new messages`() async throws {
        let spool = try MailSpool(folder: folder)
        let (sent, send) = AsyncStream.makeStream(of: Void.self)
        let delivery = delivery(spool) { _ in send.yield() }
        let run = Task { try await delivery.run() }
        for _ in 0..<3 {
            await clock.waitForSleepers(atLeast: 1)
            #expect(clock.pendingSleeps == [.seconds(1)])
            clock.advance(by: .seconds(1))
        }
        await clock.waitForSleepers(atLeast: 1)
        try spool.add(message("a1"))
        clock.advance(by: .seconds(1))
        _ = await sent.first { _ in true }
        run.cancel()
        try await run.value
        #expect(spool.count(.queued) == 0)
    }

    @Test func `a message that hangs does not delay messages of later searches`() async throws {
        let spool = try MailSpool(folder: folder)
        try spool.add(message("a1", text: "slow"))
        let clock = clock
        let (sent, send) = AsyncStream.makeStream(of: Void.self)
        let delivery = delivery(spool) { data in
            if String(decoding: data, as: UTF8.self).contains("slow") {
                try await clock.sleep(for: .seconds(60))
            } else {
                send.yield()
            }
        }
        let run = Task { try await delivery.run() }
        await clock.waitForSleepers(atLeast: 2)
        try spool.add(message("a2"))
        clock.advance(by: .seconds(1))
        _ = await sent.first { _ in true }
        run.cancel()
        try await run.value
        #expect(spool.messages(.queued) == ["a1.eml"])
    }

    @Test func `old temporary files are removed, and files of running processes remain`() throws {
        let spool = try MailSpool(folder: folder)
        try spool.add(message("a1"))
        let (start, queue) = (Date(timeIntervalSince1970: 1_800_000_000), folder + "/queue/")
        for (name, age) in [(".a2.eml.123", 7_200), (".a3.eml.456", 60), (".hidden", 7_200)] as [(String, Double)] {
            try Data().write(to: URL(filePath: queue + name))
            try FileManager.default.setAttributes(
                [.modificationDate: start.addingTimeInterval(-age)], ofItemAtPath: queue + name)
        }
        spool.removeTemporaryFiles(before: start.addingTimeInterval(-3_600))
        let names = try FileManager.default.contentsOfDirectory(atPath: queue)
        #expect(names.sorted() == [".a3.eml.456", ".hidden", "a1.eml"])
    }

    @Test func `a refused message is retried after 30 seconds and then after twice as long`() async throws {
        let spool = try MailSpool(folder: folder)
        try spool.add(message("a1"))
        let attempts = LockedState(0)
        let delivery = delivery(spool) { _ in
            attempts.withLock { $0 += 1 }
            throw Refusal()
        }
        await delivery.deliverDue()
        clock.advance(by: .seconds(29))
        await delivery.deliverDue()
        #expect(attempts.withLock { $0 } == 1)
        clock.advance(by: .seconds(1))
        await delivery.deliverDue()
        #expect(attempts.withLock { $0 } == 2)
        clock.advance(by: .seconds(59))
        await delivery.deliverDue()
        #expect(attempts.withLock { $0 } == 2)
    }

    @Test func `a message that is refused twelve times is moved to the failed messages`() async throws {
        let spool = try MailSpool(folder: folder)
        try spool.add(message("a1"))
        let delivery = delivery(spool) { _ in throw Refusal() }
        for _ in 0..<12 {
            await delivery.deliverDue()
            clock.advance(by: .seconds(3_600))
        }
        #expect(spool.count(.queued) == 0)
        #expect(spool.messages(.failed) == ["a1.eml"])
    }
}

extension SpoolDelivery {
    /// Tries each message that is due once.
    fileprivate func deliverDue() async {
        for _ in 0..<findDue() { await deliverWaiting() }
    }
}

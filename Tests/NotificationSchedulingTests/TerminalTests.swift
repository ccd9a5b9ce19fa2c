import Foundation
import NotificationScheduling
import OrbitModels
import Testing
import TimeAndChance

@Suite struct TerminalTests {
    private let now = Date(timeIntervalSince1970: 1_795_348_800)  // 2026-11-22T12:00:00Z

    private func notification(_ text: String, at seconds: Double, expires: Double? = nil) -> PendingNotification {
        PendingNotification(
            identifier: "orbit-notification/plain/x//\(Int(seconds))", fire: now + seconds,
            expires: expires.map { now + $0 }, text: text)
    }

    @Test(arguments: [
        (TerminalNotificationCentre.Style.line, "Tennis; now\n"), (.bell, "\u{7}Tennis; now\n"),
        (.osc9, "\u{1B}]9;Tennis; now\u{7}Tennis; now\n"),
        (.osc777, "\u{1B}]777;notify;Tennis, now;\u{7}Tennis; now\n"),
    ])
    func `a due notification is written in the terminal's style without control characters`(
        style: TerminalNotificationCentre.Style, output: String
    ) async {
        let clock = SetClock(now)
        let lines = LockedState("")
        let centre = TerminalNotificationCentre(clock: clock, style: style) { text in lines.withLock { $0 += text } }
        await centre.add(notification("Tennis\u{1B}\u{7}; \u{202E}now\n", at: 10))
        await centre.deliverDue()
        #expect(lines.withLock { $0 } == "")
        clock.set(now + 10)
        await centre.deliverDue()
        #expect(lines.withLock { $0 } == output)
        #expect(await centre.pending() == [])
    }

    @Test(arguments: ["4;1;50", "9;7", "7;\"rm\"", "\u{1B}4;3", "\u{202E}4"])
    func `a title that begins with a number is not read as an OSC 9 command`(title: String) async {
        let lines = LockedState("")
        let centre = TerminalNotificationCentre(clock: SetClock(now), style: .osc9) { text in
            lines.withLock { $0 += text }
        }
        await centre.add(notification(title, at: 0))
        await centre.deliverDue()
        #expect(lines.withLock { $0 }.hasPrefix("\u{1B}]9;• "))
        #expect(lines.withLock { $0 }.unicodeScalars.count { $0 == "\u{1B}" || $0 == "\u{7}" } == 2)
    }

    @Test func `C0 and C1 controls and line separators in a title cannot end the sequence`() async {
        let lines = LockedState("")
        let centre = TerminalNotificationCentre(clock: SetClock(now), style: .osc9) { text in
            lines.withLock { $0 += text }
        }
        let all =
            String(String.UnicodeScalarView((0..<0x20).map { Unicode.Scalar(UInt8($0)) }))
            + String(String.UnicodeScalarView((0x7F...0x9F).map { Unicode.Scalar(UInt8($0)) })) + "\u{2028}\u{2029}"
        await centre.add(notification("a\(all)b", at: 0))
        await centre.deliverDue()
        #expect(lines.withLock { $0 } == "\u{1B}]9;ab\u{7}ab\n")
    }

    @Test func `a NaN fire date never fires, and invalid dates do not delay other notifications`() async {
        let clock = SetClock(now)
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let centre = TerminalNotificationCentre(clock: clock, style: .line) { continuation.yield($0) }
        await centre.add(
            PendingNotification(identifier: "a", fire: Date(timeIntervalSince1970: .nan), text: "never"))
        await centre.add(
            PendingNotification(
                identifier: "b", fire: now + 30, expires: Date(timeIntervalSince1970: .nan), text: "soon"))
        await centre.add(PendingNotification(identifier: "c", fire: .distantFuture, text: "late"))
        await centre.add(PendingNotification(identifier: "d", fire: now + 40, expires: now + .infinity, text: "then"))
        let running = Task { await centre.run() }
        var written: [String] = []
        for await line in lines {
            written.append(line)
            if written.count == 2 { break }
        }
        running.cancel()
        await running.value
        #expect(written == ["soon\n", "then\n"])
        #expect(await Set(centre.pending().map(\.identifier)) == ["a", "c"])
    }

    @Test func `a NaN fire date does not shorten the sleep of a minute`() async {
        let (naps, continuation) = AsyncStream.makeStream(of: Duration.self)
        let clock = StandingClock(date: now) { continuation.yield($0) }
        let centre = TerminalNotificationCentre(clock: clock, style: .line) { _ in }
        await centre.add(PendingNotification(identifier: "a", fire: Date(timeIntervalSince1970: .nan), text: "never"))
        let running = Task { await centre.run() }
        var first = naps.makeAsyncIterator()
        #expect(await first.next() == .seconds(60))
        running.cancel()
        await running.value
    }

    @Test(arguments: [(0.0004, 0.001), (30, 30), (60, 60), (61, 60), (86_400, 60)] as [(Double, Double)])
    func `a centre sleeps until the next notification, and for at most a minute`(wait: Double, sleep: Double) async {
        let (naps, continuation) = AsyncStream.makeStream(of: Duration.self)
        let clock = StandingClock(date: now) { continuation.yield($0) }
        let centre = TerminalNotificationCentre(clock: clock, style: .line) { _ in }
        await centre.add(notification("later", at: wait))
        let running = Task { await centre.run() }
        var first = naps.makeAsyncIterator()
        #expect(await first.next() == .milliseconds(Int64(sleep * 1_000)))
        running.cancel()
        await running.value
    }

    @Test func `an added notification ends the sleep of a running centre`() async {
        let (naps, continuation) = AsyncStream.makeStream(of: Duration.self)
        let (lines, written) = AsyncStream.makeStream(of: String.self)
        let clock = StandingClock(date: now) { continuation.yield($0) }
        let centre = TerminalNotificationCentre(clock: clock, style: .line) { written.yield($0) }
        let running = Task { await centre.run() }
        var slept = naps.makeAsyncIterator()
        #expect(await slept.next() == .seconds(60))
        await centre.add(notification("now", at: 0))
        var shown = lines.makeAsyncIterator()
        #expect(await shown.next() == "now\n")
        running.cancel()
        await running.value
    }

    @Test func `a notification is not written at its expiry or later`() async {
        let lines = LockedState("")
        let centre = TerminalNotificationCentre(clock: SetClock(now), style: .line) { text in
            lines.withLock { $0 += text }
        }
        await centre.add(notification("expired", at: -2, expires: 0))
        await centre.add(notification("valid", at: -1, expires: 1))
        await centre.deliverDue()
        #expect(lines.withLock { $0 } == "valid\n")
    }

    @Test func `notifications are written in order of their dates, and expired notifications are dropped`() async {
        let clock = SetClock(now)
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let centre = TerminalNotificationCentre(clock: clock, style: .line) { continuation.yield($0) }
        await centre.add(notification("late", at: -100, expires: -50))
        await centre.add(notification("second", at: 500))
        await centre.add(notification("first", at: 50))
        let running = Task { await centre.run() }
        var written: [String] = []
        for await line in lines {
            written.append(line)
            if written.count == 2 { break }
        }
        running.cancel()
        await running.value
        #expect(written == ["first\n", "second\n"])
        #expect(await centre.permission().allowsScheduling)
    }

    @Test(arguments: [
        (
            TerminalNotificationCentre.Style.line, NotificationPermission.Setting.notSupported,
            NotificationPermission.Setting.notSupported
        ),
        (.bell, .notSupported, .enabled), (.osc9, .enabled, .enabled), (.osc777, .enabled, .enabled),
    ])
    func `the permission reports banners and sounds only for the styles that have them`(
        style: TerminalNotificationCentre.Style, alert: NotificationPermission.Setting,
        sound: NotificationPermission.Setting
    ) async {
        let centre = TerminalNotificationCentre(clock: SetClock(now), style: style) { _ in }
        let expected = NotificationPermission(.authorised, alert: alert, sound: sound, badge: .notSupported)
        #expect(await centre.permission() == expected)
        #expect(await centre.requestPermission() == expected)
    }

    @Test func `a table has a line for each notification, at most 80 columns wide`() throws {
        let facts = [
            try Samples.fact("m1", "2026-11-23T17:30:00Z", isAccepted: true),
            NotificationFact(
                NotificationSubject("m2"), title: "日本語を話す会\u{1B}[31m" + String(repeating: "長", count: 60),
                at: AnchoredSpan(.instant(try Samples.instant("2026-11-23T18:00:00Z")), length: .seconds(60)),
                rules: [.hourBefore]),
        ]
        let plan = try Samples.plan(facts, at: "2026-11-22T12:00:00Z")
        let table = NotificationPlanTable(plan).text()
        let lines = table.split(separator: "\n")
        #expect(
            lines.first == "Sun 2026-11-22 18:30  day_before    Meetup m1 is tomorrow at 18:30.")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) } <= 80 })
        #expect(!table.contains("\u{1B}"))
        let empty = NotificationPlanTable(try Samples.plan([], at: "2026-11-22T12:00:00Z"))
        #expect(empty.text() == "No notifications are planned.\n")
        let german = LocalizedStrings([LocalizationKey("notification_plan", "empty"): "Nichts geplant."])
        #expect(empty.text(in: german) == "Nichts geplant.\n")
    }
}

/// A clock whose date never changes. Cancellation alone wakes a task that sleeps.
private struct StandingClock: TimeSource {
    let date: Date
    let uptime = Duration.zero
    let slept: @Sendable (Duration) -> Void

    func sleep(for duration: Duration) async throws(CancellationError) {
        slept(duration)
        let (wake, continuation) = AsyncStream.makeStream(of: Never.self)
        for await _ in wake {}
        continuation.finish()
        throw CancellationError()
    }
}

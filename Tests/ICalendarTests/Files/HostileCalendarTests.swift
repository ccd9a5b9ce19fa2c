import Foundation
import ICalendar
import OrbitModels
import Testing
import TimeAndChance

/// Damaged files must not trap, and must take bounded work.
@Suite struct HostileCalendarTests {
    private let window = TimeSpan(
        start: Date(timeIntervalSince1970: 1_700_000_000), end: Date(timeIntervalSince1970: 1_702_000_000))

    private func readAll(_ data: Data) throws {
        guard let window else { return }
        var limits = CalendarLimits()
        limits.periods = 5_000
        do {
            let read = try CalendarFile.read(data, limits: limits)
            // Writing a file and reading it again is a fixed point, also for a damaged file.
            let text = read.file.text
            let again = try CalendarFile.read(Data(text.utf8))
            #expect(again.file.text == text)
            for event in read.file.events.prefix(3) {
                var occurrences = event.series(in: .gmt).occurrences(from: window.start).prefix(3).makeIterator()
                while let occurrence = occurrences.next() {
                    #expect(event.end(of: occurrence, in: .gmt) >= occurrence.instant)
                }
            }
            for span in try BusyTimes(reading: data, in: window, zone: .gmt, limits: limits).spans {
                #expect(window.start <= span.start && span.end <= window.end)
            }
        } catch CalendarFileError.notACalendar, CalendarFileError.notUTF8 {}  // no calendar is left of such a file
    }

    /// `CALENDAR_FUZZ` is the number of files to damage. By default only a few are damaged.
    private static let count = UInt64(ProcessInfo.processInfo.environment["CALENDAR_FUZZ"] ?? "") ?? 60

    @Test func `damaged files are read without a trap`() throws {
        for seed in 0..<Self.count {
            var dice = SplitMix64(seed: seed)
            var generator = GeneratedCalendar(seed: seed % 40)
            var bytes = Array(try generator.file().text.utf8)
            for _ in 0..<Int.random(in: 1...8, using: &dice) where !bytes.isEmpty {
                let place = Int.random(in: 0..<bytes.count, using: &dice)
                switch Int.random(in: 0..<7, using: &dice) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: Array("\r\n ".utf8), at: place)
                case 3: bytes[place] = Array("0123456789-+;:,=^\\\"TZ\n\r".utf8).randomElement(using: &dice) ?? 0
                case 4: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...200, using: &dice)))
                case 5:
                    let end = min(bytes.count, place + Int.random(in: 0...200, using: &dice))
                    bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &dice))
                default: bytes.removeLast(min(bytes.count, Int.random(in: 0...60, using: &dice)))
                }
            }
            try readAll(Data(bytes))
        }
    }

    @Test(arguments: [
        "DTSTART:00000101T000000Z", "DTSTART;VALUE=DATE:99991231\nDURATION:P999999999W",
        "DTSTART;TZID=Asia/Kolkata:00010101T000000",
        "DTSTART;TZID=Pacific/Kiritimati:99991231T235959\nDTEND;TZID=Etc/GMT+12:99991231T235959\nRRULE:FREQ=DAILY",
        "DTSTART:20200101T000060Z\nEXDATE:,,,\nRDATE:", "DTSTART;TZID=:20200101T000000",
        "DTSTART;VALUE=DATE:00000101\nRRULE:FREQ=YEARLY;COUNT=999999999",
        "DTSTART;TZID=GMT+99:20200101T000000",
        "DTSTART:20200101T000000Z\nDURATION:P999999999DT999999999H\nRRULE:FREQ=WEEKLY",
    ])
    func `times at the ends of the calendar are read without a trap`(lines: String) throws {
        try readAll(Data("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\n\(lines)\nEND:VEVENT\nEND:VCALENDAR".utf8))
    }
}

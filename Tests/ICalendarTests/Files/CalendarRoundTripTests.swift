import Foundation
import ICalendar
import OrbitModels
import Testing

@Suite struct CalendarRoundTripTests {
    @Test(arguments: 0..<60) func `a generated file survives reading and writing`(seed: UInt64) throws {
        var generator = GeneratedCalendar(seed: seed)
        let file = try generator.file()
        let text = file.text
        let first = try CalendarFile.read(Data(text.utf8))
        #expect(first.problems.filter { $0.kind != .startOffRule } == [])
        #expect(first.file.events.count == file.events.count)
        #expect(first.file.text == text)
        let second = try CalendarFile.read(Data(first.file.text.utf8))
        #expect(second.file == first.file)
        for (written, read) in zip(file.events, first.file.events) {
            #expect(read.start.instant(in: .gmt) == written.start.instant(in: .gmt))
            #expect(
                read.series(in: .gmt).occurrences().prefix(4).map(\.instant)
                    == written.series(in: .gmt).occurrences().prefix(4).map(\.instant))
            #expect(read.rule == written.rule && read.attendees.count == written.attendees.count)
            if let first = written.series(in: .gmt).occurrences().first(where: { _ in true }) {
                #expect(read.end(of: first, in: .gmt) == written.end(of: first, in: .gmt))
            }
        }
    }

    @Test(arguments: 0..<40) func `lines have at most 75 bytes and are not split within a code point`(seed: UInt64)
        throws
    {
        var generator = GeneratedCalendar(seed: seed)
        let bytes = Array(try generator.file().text.utf8)
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast()
        for line in lines {
            #expect(line.last == 0x0D && line.count <= 76)
            #expect(String(validating: line.dropLast(), as: UTF8.self) != nil)
        }
        #expect(
            lines.filter { $0.starts(with: "BEGIN:VEVENT".utf8) }.count
                == lines.filter { $0.starts(with: "END:VEVENT".utf8) }.count)
    }

    @Test(arguments: 0..<30) func `a BOM, LF and folds at any byte change nothing`(seed: UInt64) throws {
        var generator = GeneratedCalendar(seed: seed)
        let file = try generator.file()
        let known = try CalendarFile.read(Data(file.text.utf8)).file
        let unfolded = Array(file.text.replacingOccurrences(of: "\r\n ", with: "").utf8)
        var folded: [UInt8] = [0xEF, 0xBB, 0xBF]
        for (index, byte) in unfolded.enumerated() where byte != 0x0D {
            folded.append(byte)
            // Within characters too; a fold before a line end or after it would be a line of its own.
            let next = index + 1 < unfolded.count ? unfolded[index + 1] : 0x0A
            if (index + Int(seed)) % 7 == 0, byte != 0x0A, next != 0x0D, next != 0x0A { folded += [0x0A, 0x20] }
        }
        let read = try CalendarFile.read(Data(folded))
        #expect(read.file == known && read.problems.allSatisfy { $0.kind == .startOffRule })
    }

    @Test func `a text cannot add an event or a property`() throws {
        let attack = "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\nUID:evil\rATTENDEE:mailto:a@b.c\u{2028}X:1\u{85}Y:2"
        var event = CalendarEvent(
            uid: attack, stamp: Date(timeIntervalSince1970: 0), start: .instant(Date(timeIntervalSince1970: 0)))
        (event.summary, event.details, event.location) = (attack, attack, attack)
        event.attendees = [CalendarParticipant(address: .opaque(attack), name: "\"" + attack, response: .accepted)]
        let file = CalendarFile(method: CalendarFile.Method(rawValue: attack), name: attack, events: [event])
        let read = try CalendarFile.read(Data(file.text.utf8))
        #expect(read.file.events.count == 1 && read.problems == [])
        #expect(read.file.events.first?.attendees.first?.name?.hasPrefix("\"x\nEND:VEVENT\n") == true)
        #expect(CalendarUserAddress(uri: "mailto:a@b.c\r\nX:1") == nil && CalendarUserAddress(uri: "no uri") == nil)
        let lines = file.text.split(whereSeparator: { $0.isNewline })
        #expect(
            lines.allSatisfy {
                !$0.hasPrefix("UID:evil") && !$0.hasPrefix("ATTENDEE:mailto") && !$0.hasPrefix("X:")
                    && !$0.hasPrefix("Y:")
            })
        #expect(lines.filter { $0 == "BEGIN:VEVENT" }.count == 1)
    }

    @Test func `a title of 10,000 characters survives a round trip`() throws {
        let title = String(repeating: "👩‍👩‍👧‍👦e\u{301}, ", count: 2_500)
        var event = CalendarEvent(
            uid: "1", stamp: Date(timeIntervalSince1970: 0), start: .instant(Date(timeIntervalSince1970: 0)))
        event.summary = title
        #expect(title.count == 10_000)
        let read = try CalendarFile.read(Data(CalendarFile(events: [event]).text.utf8))
        #expect(read.file.events.first?.summary == title)
    }

    @Test func `email addresses are written only if the caller passes them`() throws {
        var event = CalendarEvent(
            uid: "1", stamp: Date(timeIntervalSince1970: 0), start: .instant(Date(timeIntervalSince1970: 0)))
        event.organizer = CalendarParticipant(address: .opaque("anna@example.edu"))
        let text = try #require(CalendarFile.request(event)).text
        #expect(text.contains("ORGANIZER:urn:x-orbit:anna%40example.edu\r\n"))
        #expect(!text.lowercased().contains("mailto"))
    }

    @Test(arguments: ["0001-01-01T00:00:00", "9999-12-31T23:59:59", "0000-01-01T00:00:00"])
    func `times at the ends of the calendar survive a round trip`(time: String) throws {
        let wall = try #require(LocalDateTime(time))
        for name in GeneratedCalendar.zones {
            let zone = CalendarZone(try #require(TimeZone(identifier: name)))
            var event = CalendarEvent(uid: "1", stamp: wall.instants(in: .gmt).first, start: .zoned(wall, zone))
            event.rule = try RecurrenceRule("FREQ=DAILY")
            event.end = .length(CalendarLength(days: 99_999_999, seconds: .max))
            let text = CalendarFile(events: [event]).text
            #expect(try CalendarFile.read(Data(text.utf8)).file.text == text)
        }
    }
}

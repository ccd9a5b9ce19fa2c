import Calendars
import DurableFiles
import Foundation
import ICalendar
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing

@testable import OrbitApp

/// Busy times from files that the user chooses.
@Suite @MainActor struct ImportedCalendarsTests {
    private let campus = SmallCampus()

    /// A file with an event of an hour at each of these hours from now.
    private func file(_ hours: [Double], title: String = "Secret lecture") -> Data {
        let events = hours.enumerated().map { index, hour in
            var event = CalendarEvent(
                uid: "\(index)@\(title)", stamp: campus.clock.date, start: .instant(campus.date(inHours: hour)),
                end: .length(CalendarLength(seconds: 3_600)))
            (event.summary, event.location) = (title, "Room 101")
            return event
        }
        return Data(CalendarFile(events: events).text.utf8)
    }

    private func starts(_ imported: ImportedCalendars) -> [Date] { imported.calendars.flatMap(\.spans).map(\.start) }

    @Test func `imported events appear in the calendar as busy, without their titles`() async throws {
        let maya = try await campus.phone("maya")
        let meetup = try await maya.host(at: campus.clock)
        #expect(await maya.user.importedCalendars.read(file([10, 20]), named: "Uni") == .done)
        #expect(maya.user.calendar.map(\.kind) == [.confirmed, .busy, .busy])
        #expect(maya.user.calendar.map(\.title) == [meetup.meetup.plan.title, "Busy", "Busy"])
        #expect(starts(maya.user.importedCalendars) == [campus.date(inHours: 10), campus.date(inHours: 20)])
        var dumped = ""
        dump(maya.user.importedCalendars.calendars, to: &dumped)
        #expect(!dumped.contains("Secret") && !dumped.contains("101"))
    }

    @Test func `importing a file sends no request`() async throws {
        let sent = Sent()
        let maya = try await campus.join("maya", intercept: { await sent.note($0) })
        let before = await sent.count
        await maya.user.importedCalendars.read(file([10]), named: "Uni")
        await maya.user.importedCalendars.read(Data("x".utf8), named: "Other")
        #expect(maya.user.calendar.count == 1)
        #expect(await sent.count == before)
    }

    @Test func `a file of the same name replaces the earlier import, and an import can be removed`() async throws {
        let imported = try await campus.phone("maya").user.importedCalendars
        await imported.read(file([10]), named: "Uni")
        await imported.read(file([30]), named: "Work")
        await imported.read(file([20]), named: "Uni")
        #expect(imported.calendars.map(\.name) == ["Uni", "Work"])
        #expect(starts(imported) == [campus.date(inHours: 20), campus.date(inHours: 30)])
        await imported.remove(named: "Uni")
        #expect(imported.calendars.map(\.name) == ["Work"])
    }

    @Test func `a file that is not a calendar is refused with a message, and changes nothing`() async throws {
        let imported = try await campus.phone("maya").user.importedCalendars
        await imported.read(file([10]), named: "Uni")
        let known = imported.calendars
        let hostile: [Data] = [
            Data(), Data("<html>".utf8), Data([0xFF, 0xFE, 0x42, 0]), Data(repeating: 0, count: 1_000),
            Data(repeating: UInt8(ascii: "A"), count: 9_000_000),
        ]
        for file in hostile {
            let failure = try #require(await imported.read(file, named: "Uni").failure)
            #expect(failure.kind == .local && !failure.canRetry && !failure.message.isEmpty)
            #expect(imported.failure == failure && imported.calendars == known && !imported.isReading)
        }
        #expect(await imported.read(file([20]), named: "Uni") == .done)
        #expect(imported.failure == nil)
    }

    @Test func `a partly broken file imports its valid events, within the limits of number and dates`() async throws {
        let imported = try await campus.phone("maya").user.importedCalendars
        let start = campus.date(inHours: -24 * 3_650).formatted(
            .iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        let text = """
            BEGIN:VCALENDAR\r
            BEGIN:VEVENT\r
            UID:1\r
            DTSTAMP:20260101T000000Z\r
            DTSTART:\(start)\r
            DURATION:PT1S\r
            RRULE:FREQ=SECONDLY\r
            END:VEVENT\r
            BEGIN:VEVENT\r
            UID:2\r
            DTSTAMP:20260101T000000Z\r
            DTSTART:\(start)\r
            DURATION:PT1H\r
            RRULE:FREQ=DAILY\r
            END:VEVENT\r
            END:VCALENDAR\r

            """
        #expect(await imported.read(Data(text.utf8), named: "Uni") == .done)
        let calendar = try #require(imported.calendars.first)
        #expect(!calendar.problems.isEmpty && calendar.spans.count <= ImportedCalendar.maxSpans)
        #expect(calendar.spans.allSatisfy { $0.start >= campus.date(inHours: -24) })
        #expect(calendar.spans.allSatisfy { $0.end <= campus.date(inHours: 24 * Double(ImportedCalendars.daysAhead)) })
    }

    @Test func `an eleventh calendar is refused, and a replacement is accepted`() async throws {
        let imported = try await campus.phone("maya").user.importedCalendars
        for number in 0..<10 { await imported.read(file([1]), named: "\(number)") }
        #expect(await imported.read(file([1]), named: "more").failure?.canRetry == false)
        #expect(imported.calendars.count == 10)
        #expect(await imported.read(file([2]), named: "0") == .done)
    }

    @Test func `imports are restored after a restart, and deleted from disk at the sign-out`() async throws {
        let scratch = try AppDirectory()
        let maya = try await campus.phone("maya", directory: scratch.directory)
        await waitUntil { maya.user.importedCalendars.owner != nil }
        let expected = [campus.date(inHours: 10), campus.date(inHours: 20)]
        await maya.user.importedCalendars.read(file([10, 20]), named: "Uni")
        await maya.user.importedCalendars.read(file([30]), named: "Work")
        await maya.user.importedCalendars.remove(named: "Work")
        let again = try await campus.restarted(maya, of: "maya", directory: scratch.directory)
        await waitUntil { !again.user.importedCalendars.calendars.isEmpty }
        #expect(again.user.importedCalendars.calendars.map(\.name) == ["Uni"])
        #expect(starts(again.user.importedCalendars) == expected)
        try await again.app.logout()
        #expect(await DurableFile("calendars", in: scratch.directory).read() == .absent)
        await campus.signIn("liam", on: again.app)
        #expect(again.app.user?.importedCalendars.calendars.isEmpty == true)
    }

    @Test func `the maximum of imports fits into the file, and invalid times are dropped`() throws {
        let spans = try (0..<ImportedCalendar.maxSpans).map { number in
            let start = Date(timeIntervalSince1970: 4_000_000_000 + Double(number) * 7_200)
            return try #require(TimeSpan(start: start, end: start.addingTimeInterval(3_600)))
        }
        let name = String(repeating: "x", count: 200)
        let all = (0..<ImportedCalendars.maxCalendars).map { ImportedCalendar(name: "\($0) \(name)", spans: spans) }
        let data = try OrbitJSON.encoder.encode(all)
        #expect(data.count < 1 << 20, "\(data.count) bytes")
        #expect(try OrbitJSON.decoder.decode([ImportedCalendar].self, from: data) == all)
        for times in ["[]", "[1]", "[2,1]", "[1,1]", "[9007199254740993,-9007199254740993]"] {
            let json = Data(#"{"name":"x","times":\#(times)}"#.utf8)
            #expect(try OrbitJSON.decoder.decode(ImportedCalendar.self, from: json).spans.isEmpty)
        }
    }

    @Test func `imports that another person left on the device are not shown`() async throws {
        let scratch = try AppDirectory()
        let maya = try await campus.phone("maya", directory: scratch.directory)
        await waitUntil { maya.user.importedCalendars.owner != nil }
        await maya.user.importedCalendars.read(file([10]), named: "Uni")
        let liam = try await campus.phone("liam", directory: scratch.directory)
        await waitUntil { liam.user.importedCalendars.owner != nil }
        await liam.user.importedCalendars.read(file([20]), named: "Work")
        #expect(liam.user.importedCalendars.calendars.map(\.name) == ["Work"])
    }

    @Test func `a sign-out clears imports, and an import in progress stores nothing`() async throws {
        let maya = try await campus.phone("maya")
        let imported = maya.user.importedCalendars
        await imported.read(file([10]), named: "Uni")
        let late = Task { await imported.read(file([20]), named: "Work") }
        await waitUntil { imported.isReading || imported.calendars.count == 2 }
        try await maya.app.logout()
        _ = await late.value
        #expect(imported.calendars.isEmpty && maya.user.calendar.isEmpty && maya.app.user == nil)
        #expect(await imported.read(file([30]), named: "Uni") == .skipped)
        await campus.signIn("liam", on: maya.app)
        #expect(maya.app.user?.importedCalendars.calendars.isEmpty == true)
    }
}

/// Counts the requests of a device.
private actor Sent {
    private(set) var count = 0

    func note(_ request: HTTPRequest) -> HTTPResponse? {
        count += request.url.path().hasSuffix("/events") ? 0 : 1
        return nil
    }
}

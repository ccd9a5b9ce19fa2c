import Foundation
import ICalendar
import Meetups
import OrbitModels
import Testing

/// A meetup as an event of other calendars.
@Suite struct MeetupCalendarEventTests {
    private typealias Given = MeetupsUnderTest

    private func event(
        _ attendance: AttendanceState, status: MeetupStatus = .scheduled, from start: Date = Given.hours(1),
        in zone: TimeZone = .gmt
    ) throws -> CalendarEvent {
        var plan = try Given.plan(at: Coordinates(latitude: 1, longitude: 2))
        plan.span = try #require(TimeSpan(start: start, end: start.addingTimeInterval(3_600)))
        (plan.timeZone, plan.place.isExact) = (zone, attendance.isAttending)
        return CalendarEvent(try Given.listing("m", attendance, plan: plan, status: status).meetup)
    }

    @Test(arguments: AttendanceState.known)
    func `an event is busy and has a place only for attendees`(_ attendance: AttendanceState) throws {
        let event = try event(attendance)
        #expect(event.isBusy == attendance.isAttending && (event.coordinates != nil) == attendance.isAttending)
        #expect(event.status == (attendance.isAttending ? .confirmed : .tentative))
        let cancelled = try self.event(attendance, status: .cancelled)
        #expect(cancelled.status == .cancelled && !cancelled.isBusy)
        #expect(event.uid == "meetup-m" && event.organizer == nil && event.attendees.isEmpty)
    }

    /// The nights begin an hour before clocks are set back, and end an hour after. The same applies in spring.
    @Test(arguments: [1_792_882_800, 1_806_188_400] as [TimeInterval], 0..<16)
    func `a reader finds the instants of the meetup, around every clock change`(_ night: TimeInterval, quarter: Int)
        throws
    {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let start = Date(timeIntervalSince1970: night + Double(quarter) * 900)
        let text = CalendarFile(method: .publish, events: [try event(.going, from: start, in: zone)]).text
        let read = try #require(try CalendarFile.read(Data(text.utf8)).file.events.first)
        #expect(read.start.instant(in: .gmt) == start)
        guard case .time(let end) = read.end else { throw Unexpected() }
        #expect(end.instant(in: .gmt) == start.addingTimeInterval(3_600))
    }

    private struct Unexpected: Error {}
}

import Foundation
import ICalendar
import OrbitModels
import Testing

@Suite struct FeedTests {
    private let now = Date(timeIntervalSince1970: 1_795_000_000)

    private func event(_ uid: String, sequence: Int = 0) -> CalendarEvent {
        CalendarEvent(uid: uid, sequence: sequence, stamp: now, start: .instant(now))
    }

    @Test func `a feed does not depend on the order of its events`() {
        let events = [event("b"), event("a", sequence: 1), event("c"), event("a")]
        let feed = CalendarFile.feed(name: "Orbit", events: events)
        #expect(feed.events.map(\.uid) == ["a", "b", "c"])
        #expect(feed.events.first?.sequence == 1)
        #expect(CalendarFile.feed(name: "Orbit", events: events.reversed()).text == feed.text)
    }

    @Test func `a cancelled event is kept with a higher sequence`() throws {
        let cancelled = event("a", sequence: 3).cancelled(at: now.addingTimeInterval(60))
        let feed = CalendarFile.feed(name: "Orbit", events: [cancelled, event("a", sequence: 3)])
        #expect(feed.events == [cancelled])
        #expect(feed.text.contains("SEQUENCE:4\r\n") && feed.text.contains("STATUS:CANCELLED\r\n"))
        #expect(event("a", sequence: .max).cancelled(at: now).sequence == 2_147_483_647)
    }

    @Test func `invitations and cancellations require an organizer`() throws {
        #expect(CalendarFile.request(event("a")) == nil && CalendarFile.cancellation(of: event("a"), at: now) == nil)
        var hosted = event("a")
        hosted.organizer = CalendarParticipant(address: .opaque("17"))
        #expect(try #require(CalendarFile.request(hosted)).text.contains("METHOD:REQUEST\r\n"))
        let cancellation = try #require(CalendarFile.cancellation(of: hosted, at: now))
        #expect(cancellation.text.contains("METHOD:CANCEL\r\n") && cancellation.events.first?.sequence == 1)
    }
}

import Foundation
import ICalendar
import Meetups
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Testing

/// Meetups in other calendars.
@Suite @MainActor struct MeetupFileTests {
    private let campus = SmallCampus()

    private func event(of detail: MeetupViewModel) throws -> CalendarEvent {
        CalendarEvent(try #require(detail.listing.value?.meetup))
    }

    private func text(_ event: CalendarEvent) -> String { CalendarFile(method: .publish, events: [event]).text }

    @Test func `each edit and cancellation has the same UID and a higher SEQUENCE`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock) { $0.entry.approval = .automatic }
        let detail = await liam.opened(meetup.id)
        #expect(await detail.join() == .done)
        var events = [try event(of: detail)]
        for title in ["Checkers", "Go"] {
            campus.clock.advance(by: .seconds(60))
            let edited = try await maya.edit(meetup.id) { $0.entry.title = title }
            await waitUntil { detail.listing.value?.meetup.plan.title == title }
            #expect(CalendarEvent(edited.meetup).sequence == (try event(of: detail)).sequence)
            events.append(try event(of: detail))
        }
        #expect(await maya.opened(meetup.id).cancel(because: .weather) == .done)
        await waitUntil { detail.listing.value?.meetup.status == .cancelled }
        events.append(try event(of: detail))
        #expect(Set(events.map(\.uid)) == ["meetup-\(meetup.id)"])
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.sequence < $1.sequence && $0.stamp <= $1.stamp })
        #expect(events.map(\.status) == [.confirmed, .confirmed, .confirmed, .cancelled])
        let read = try CalendarFile.read(Data(text(try #require(events.last)).utf8)).file
        #expect(read.events.map(\.uid) == ["meetup-\(meetup.id)"])
    }

    @Test func `the place is written only for people who attend`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let meetup = try await maya.host(at: campus.clock)
        let detail = await liam.opened(meetup.id)
        for join in [false, true] {
            if join { #expect(await detail.join() == .done) }
            let strangers = try event(of: detail)
            #expect(strangers.coordinates == nil && strangers.location == nil && strangers.status == .tentative)
            #expect(!strangers.isBusy)
            for secret in ["Court", "R-17", "GEO", "LOCATION", "42.4", "76.4"] {
                #expect(!text(strangers).contains(secret))
            }
        }
        try await maya.approve()
        await waitUntil { detail.listing.value?.meetup.attendance == .going }
        let attendees = try event(of: detail)
        #expect(attendees.location == "Court 3, R-17" && attendees.coordinates == meetup.meetup.plan.place.coordinates)
        #expect(attendees.isBusy && text(attendees).contains("LOCATION:Court 3\\, R-17"))
    }

    @Test func `a calendar file contains no address of a person`() async throws {
        let maya = try await campus.phone("maya")
        let meetup = try await maya.host(at: campus.clock)
        let file = text(CalendarEvent(meetup.meetup))
        #expect(!file.contains("ORGANIZER") && !file.contains("ATTENDEE") && !file.contains("mailto"))
    }
}

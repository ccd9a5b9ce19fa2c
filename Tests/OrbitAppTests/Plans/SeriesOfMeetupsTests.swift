import Foundation
import ICalendar
import Meetups
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Testing

/// A series from the host's form to the guests' calendars.
@Suite @MainActor struct SeriesOfMeetupsTests {
    private let campus = SmallCampus()

    @Test func `a host plans, changes and cancels a series, and every device shows it by itself`() async throws {
        let (maya, liam) = (try await campus.phone("maya"), try await campus.phone("liam"))
        let first = try await maya.host(at: campus.clock) {
            $0.entry.approval = .automatic
            $0.entry.repeats = "FREQ=WEEKLY;COUNT=4"
        }
        let place = try #require(first.meetup.series)
        await waitUntil { maya.user.myMeetups.meetups.known.count == 4 }
        let series = liam.user.series(of: place)
        await series.load()
        let ids = series.occurrences.known.map(\.id)
        #expect(ids.count == 4 && ids.first == first.id)
        let third = await liam.opened(ids[2])
        #expect(third.repetition?.hasSuffix(", 4 times") == true)
        #expect(await third.join() == .done)

        let form = maya.user.meetupForm(editing: ids[1])
        await form.load()
        form.draft.entry.title = "Go"
        form.draft.start.wall = try #require(form.draft.start.wall).adding(minutes: 30)
        form.draft.end.wall = try #require(form.draft.end.wall).adding(minutes: 30)
        #expect(await form.save(scope: .following) == .done, "\(form.failures)")
        await waitUntil { third.listing.value?.meetup.plan.title == "Go" }
        await waitUntil { maya.user.myMeetups.meetups.known.map(\.meetup.plan.title) == ["Chess", "Go", "Go", "Go"] }
        let moved = try #require(third.listing.value?.meetup)
        #expect(moved.plan.span.start.timeIntervalSince(first.meetup.plan.span.start) == 14 * 86_400 + 1_800)
        #expect(moved.series?.occurrence == LocalDateTime(moved.plan.span.start, in: moved.plan.timeZone))

        #expect(await maya.opened(ids[1]).cancel(because: .weather, scope: .following) == .done)
        await waitUntil { third.listing.value?.meetup.status == .cancelled }
        await waitUntil {
            maya.user.myMeetups.meetups.known.map(\.meetup.status) == [.scheduled, .cancelled, .cancelled, .cancelled]
        }
        #expect(maya.user.calendar.count == 1)
    }

    @Test func `in other calendars each occurrence is an event of its own, which an edit replaces`() async throws {
        let maya = try await campus.phone("maya")
        let first = try await maya.host(at: campus.clock) { $0.entry.repeats = "FREQ=DAILY;COUNT=3" }
        await waitUntil { maya.user.myMeetups.meetups.known.count == 3 }
        func events() -> [CalendarEvent] {
            maya.user.myMeetups.meetups.known.map { CalendarEvent($0.meetup) }
        }
        let before = events()
        #expect(Set(before.map(\.uid)).count == 3)
        let form = maya.user.meetupForm(editing: first.id)
        await form.load()
        form.draft.start.wall = try #require(form.draft.start.wall).adding(minutes: 30)
        #expect(await form.save(scope: .following) == .done)
        await waitUntil { maya.user.myMeetups.meetups.known.allSatisfy { $0.meetup.revision == 1 } }
        let after = events()
        #expect(before.map(\.uid) == after.map(\.uid))
        #expect(after.allSatisfy { $0.sequence == 1 })
        // Single events: with a rule or a RECURRENCE-ID, a calendar would look for a series that it does not have.
        let file = CalendarFile(method: .publish, events: after)
        let read = try CalendarFile.read(Data(file.text.utf8)).file.events
        #expect(read.map(\.uid) == after.map(\.uid))
        #expect(read.allSatisfy { $0.rule == nil && $0.replaces == nil })
    }
}

extension LocalDateTime {
    fileprivate func adding(minutes: Int) -> LocalDateTime? {
        let minute = hour * 60 + self.minute + minutes
        return LocalDateTime(day, hour: minute / 60, minute: minute % 60, second: second)
    }
}

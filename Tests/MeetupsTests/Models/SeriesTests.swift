import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import Validation

/// The view models of series.
@Suite @MainActor struct SeriesTests {
    private typealias Given = MeetupsUnderTest

    private func listing(
        _ id: MeetupID, day: Int, title: String = "Tennis", status: MeetupStatus = .scheduled, host: UserID = "maya",
        series: SeriesID = "s", changed: TimeInterval = 0
    ) throws -> MeetupListing {
        var plan = try Given.plan(title, startsIn: 48 + 24 * Double(day))
        plan.place = Place()
        var listing = try Given.listing(
            id, host == "maya" ? .host : .unrelated, plan: plan, host: host, status: status, changed: changed)
        listing.meetup.series = SeriesPosition(
            id: series, rule: "FREQ=DAILY;COUNT=3", occurrence: LocalDateTime(plan.span.start, in: .gmt))
        return listing
    }

    @Test func `the occurrences of a series follow the events of the log, in the order of their starts`() async throws {
        let all = try (0..<3).map { try listing(MeetupID("m\($0)"), day: $0, host: "ana") }
        let stub = StubTransport([.expect(.get, "/api/meetups/series/s", response: try Given.page(all))])
        let shared = try SharedMeetups(stub, keepsLog: true)
        shared.receive(1, LogEvent(.personShown, subject: "x"))
        let series = SeriesViewModel("s", service: shared.service, log: shared.log)
        await series.load()
        #expect(series.occurrences.known == all)
        func change(_ seq: Int, _ listing: MeetupListing) {
            shared.receive(seq, LogEvent(.meetupChanged, subject: "ana", data: listing))
        }
        change(2, try listing("m1", day: 1, status: .cancelled, host: "ana", changed: 1))
        change(3, try listing("m2", day: 4, title: "Padel", host: "ana", changed: 1))
        change(4, try listing("m0", day: 3, host: "ana", changed: 1))
        change(5, try listing("other", day: 0, host: "ana", series: "t"))
        #expect(series.occurrences.known.map(\.id) == ["m1", "m0", "m2"])
        #expect(series.occurrences.known.map(\.meetup.status) == [.cancelled, .scheduled, .scheduled])
        shared.receive(6, LogEvent(.meetupGone, subject: "ana", data: Keyed(MeetupID("m0"))))
        #expect(series.occurrences.known.map(\.id) == ["m1", "m2"])
        shared.receive(7, LogEvent(.personHidden, subject: "ana"))
        #expect(series.occurrences.known.isEmpty)
        try await stub.finish()
    }

    @Test func `a host cancels an occurrence or all following occurrences, with a key for each request`() async throws {
        let known = try listing("m0", day: 0)
        let stub = StubTransport([
            .expect(.post, "/api/meetups/m0/cancel", response: HTTPResponse(status: 500)),
            .expect(.post, "/api/meetups/m0/cancel", response: try .success(try listing("m0", day: 0, changed: 1))),
        ])
        let shared = try SharedMeetups(stub)
        let model = shared.meetup("m0", known: known)
        #expect(model.scopes == [.this, .following] && model.repetition == "every day, 3 times")
        #expect(await model.cancel(because: .weather).failure != nil)
        #expect(await model.cancel(because: .weather, scope: .following) == .done)
        let sent = try await stub.requests.map {
            try OrbitJSON.decoder.decode(CancelMeetupRequest.self, from: $0.body).scope
        }
        let keys = await stub.requests.map { $0.headers[.idempotencyKey] }
        #expect(sent == [nil, .following] && keys[0] != keys[1])
        let guest = shared.meetup("m1", known: try listing("m1", day: 1, host: "ana"))
        #expect(guest.scopes.isEmpty && guest.repetition == "every day, 3 times")
        let single = shared.meetup("m", known: try Given.listing("m", .host, host: "maya"))
        #expect(single.scopes.isEmpty && single.repetition == nil)
        try await stub.finish()
    }

    @Test func `the form shows a rule in words, and the failure of an invalid rule`() async throws {
        let form = try SharedMeetups(StubTransport([])).form()
        form.draft.entry.title = "Tennis"
        form.draft.entry.eventType = .social
        form.draft.start.wall = LocalDateTime("2027-01-19T18:00:00")
        form.draft.end.wall = LocalDateTime("2027-01-19T20:00:00")
        #expect(form.repetition == nil && form.isValid)
        form.draft.entry.repeats = "FREQ=WEEKLY;COUNT=8"
        #expect(form.repetition == "every Tuesday, 8 times" && form.isValid && form.message(for: "repeats") == nil)
        let wrong = [
            "FREQ=WEEKLY": "Choose how many times it repeats, at most 52.",
            "FREQ=WEEKLY;COUNT=60": "Choose at most 52 times.", "FREQ=WEEKLY;COUNT=1": "Choose at least 2 times.",
            "FREQ=WEEKLY;BYDAY=MO;COUNT=8": "Choose a start on a day on which the meetup repeats.",
            "FREQ=DAILY;UNTIL=99991231": "Choose an end within the next 366 days.",
            "weekly": "Choose to repeat it every 1 to 12 days, weeks or months.",
        ]
        for (rule, message) in wrong {
            form.draft.entry.repeats = rule
            #expect(!form.isValid && form.message(for: "repeats") == message)
        }
        form.draft.entry.repeats = "FREQ=DAILY;COUNT=3"
        form.draft.end.wall = LocalDateTime("2027-01-21T18:00:00")
        #expect(form.message(for: "repeats") == "Choose other times. Each meetup must end before the next one begins.")
        #expect(await form.save().failure?.kind == .invalid)
    }

    @Test func `an edit of a series sends its scope, and refuses another rule`() async throws {
        let saved = try listing("m0", day: 0)
        let edited = try listing("m0", day: 0, title: "Padel", changed: 1)
        let version = EntityTag(rawValue: "\"1\"")
        let stub = StubTransport([
            .expect(.get, "/api/meetups/m0", response: try .success(saved, entityTag: version)),
            .expect(
                .patch, "/api/meetups/m0?scope=following",
                response: try .success(edited, entityTag: EntityTag(rawValue: "\"2\""))),
        ])
        let form = try SharedMeetups(stub).form(editing: "m0")
        await form.load()
        #expect(form.scopes == [.this, .following] && form.repetition == "every day, 3 times")
        for rule in [nil, "FREQ=DAILY;COUNT=9"] {
            form.draft.entry.repeats = rule
            #expect(
                form.message(for: "repeats")
                    == "You cannot change how a series repeats. Cancel the following meetups and plan a new series.")
            #expect(await form.save(scope: .following).failure?.kind == .invalid)
        }
        form.draft.entry.repeats = "FREQ=DAILY;COUNT=3"
        form.draft.entry.title = "Padel"
        #expect(await form.save(scope: .following) == .done)
        #expect(form.saved == edited && !form.isEdited)
        try await stub.finish()
    }
}

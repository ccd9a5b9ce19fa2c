import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import Validation

@Suite @MainActor struct MeetupFormTests {
    private typealias Given = MeetupsUnderTest

    private let first = EntityTag(rawValue: "\"1\"")
    private let second = EntityTag(rawValue: "\"2\"")

    private func listing(_ title: String = "Tennis", _ change: (inout MeetupPlan) -> Void = { _ in }) throws
        -> MeetupListing
    {
        var plan = try Given.plan(title)
        plan.place = Place()
        change(&plan)
        return try Given.listing("m", .host, plan: plan, host: "maya")
    }

    private func fill(_ form: MeetupFormViewModel) {
        form.draft.entry.title = "Tennis"
        form.draft.entry.eventType = .social
        form.draft.entry.sport = .tennis
        form.draft.entry.approval = .automatic
        form.draft.start.wall = LocalDateTime("2027-01-17T08:00:00")
        form.draft.end.wall = LocalDateTime("2027-01-17T10:00:00")
    }

    private func sent(_ stub: StubTransport, _ index: Int) async throws -> MeetupEntry {
        try OrbitJSON.decoder.decode(MeetupEntry.self, from: await stub.requests[index].body)
    }

    @Test func `a meetup is planned once, however often it is saved`() async throws {
        let slow = PausedResponse()
        let stub = StubTransport([
            slow.exchange(.post, "/api/meetups", response: try .success(try listing(), entityTag: first))
        ])
        let shared = try SharedMeetups(stub)
        let (form, mine) = (shared.form(), shared.mine())
        #expect(!form.isValid && form.message(for: "title") == nil)
        form.touch("title")
        #expect(form.message(for: "title") == "Give your meetup a title." && form.message(for: "event_type") == nil)
        fill(form)
        #expect(form.isValid && form.isEdited && form.failures.isEmpty)
        let save = Task { await form.save() }
        await slow.waitForRequest()
        #expect(await form.save() == .skipped)
        slow.release()
        #expect(await save.value == .done)
        #expect(try await sent(stub, 0) == Given.entry())
        #expect(await form.save() == .done)
        #expect(form.saved?.id == "m" && !form.isEdited && mine.meetups.known.map(\.id) == ["m"])
        try await stub.finish()
    }

    @Test func `an invalid plan is not sent, and the failure names its field in words`() async throws {
        let form = try SharedMeetups(StubTransport([])).form()
        fill(form)
        form.draft.end.wall = LocalDateTime("2027-01-17T08:00:00")
        let failure = await form.save().failure
        #expect(failure?.kind == .invalid && failure?.fields.map(\.path) == ["end_time"])
        #expect(
            failure?.message == "Choose an end after the start." && form.message(for: "end_time") == failure?.message)
        #expect(form.message(for: "title") == nil)
    }

    @Test func `a fresh form shows no failures until a field is changed or left, and all after an attempt to save`()
        async throws
    {
        let form = try SharedMeetups(StubTransport([])).form()
        let paths = Set(form.failures.blocking.map(\.path))
        #expect(paths.count > 2 && paths.allSatisfy { form.message(for: $0) == nil })
        form.draft.entry.title = "T"
        form.draft.entry.title = ""
        #expect(paths.filter { form.message(for: $0) != nil } == ["title"])
        #expect(await form.save().failure?.kind == .invalid)
        #expect(paths.allSatisfy { form.message(for: $0) != nil })
    }

    @Test func `a failure from the server remains at its field until a change`() async throws {
        let fields = [FieldFailure(path: "capacity", code: .outOfRange, parameters: ["min": 3, "max": 1_000])]
        let stub = StubTransport([
            .expect(.post, "/api/meetups", response: try Given.refusal(.invalidInput, status: 422, fields: fields))
        ])
        let form = try SharedMeetups(stub).form()
        fill(form)
        form.draft.entry.capacity = 2
        #expect(await form.save().failure?.kind == .invalid)
        #expect(form.message(for: "capacity")?.contains("3 to 1000") == true && !form.isValid)
        #expect(form.draft.entry.title == "Tennis")
        form.draft.entry.capacity = 3
        #expect(form.isValid)
        try await stub.finish()
    }

    @Test func `a failed save keeps the draft, and a save after a lost response repeats the key`() async throws {
        let stub = StubTransport([
            .expect(.post, "/api/meetups", error: .cannotConnect),
            .expect(.post, "/api/meetups", error: .connectionLost),
            .expect(.post, "/api/meetups", response: try .success(try listing(), entityTag: first)),
        ])
        let form = try SharedMeetups(stub).form()
        fill(form)
        #expect(await form.save().failure?.kind == .unreachable)
        #expect(form.draft.entry.title == "Tennis" && form.saved == nil)
        #expect(await form.save().failure?.kind == .noResponse)
        #expect(await form.save() == .done)
        let keys = await stub.requests.map { $0.headers[.idempotencyKey] }
        #expect(keys[1] == keys[2])
        try await stub.finish()
    }

    @Test func `a save whose response is lost while its event arrives is retried with the same key`() async throws {
        let made = try listing()
        let slow = PausedResponse()
        let stub = StubTransport([
            slow.exchange(.post, "/api/meetups", response: HTTPResponse(status: 504)),
            .expect(.post, "/api/meetups", response: try .success(made, entityTag: first)),
        ])
        let shared = try SharedMeetups(stub, keepsLog: true)
        shared.receive(1, LogEvent(.personShown, subject: "x"))
        let form = shared.form()
        fill(form)
        let save = Task { await form.save() }
        await slow.waitForRequest()
        let key = await stub.requests[0].headers[.idempotencyKey]
        shared.log.receive(
            LogSlice(
                at: LogPosition(epoch: "e", seq: 2),
                events: [LogEvent(.meetupChanged, seq: 2, subject: "maya", action: key, data: made)]))
        slow.release()
        #expect(await save.value == .done)
        #expect(form.saved == made && !form.isEdited)
        #expect(await form.save() == .done)
        #expect(await stub.requests[1].headers[.idempotencyKey] == key)
        try await stub.finish()
    }

    @Test func `an edit replaces the version that was read`() async throws {
        let after = try listing("Padel")
        let stub = StubTransport([
            .expect(.get, "/api/meetups/m", response: try .success(try listing(), entityTag: first)),
            .expect(.patch, "/api/meetups/m?scope=following", response: try .success(after, entityTag: second)),
        ])
        let form = try SharedMeetups(stub).form(editing: "m")
        await form.load()
        #expect(form.draft.entry.title == "Tennis" && !form.isEdited)
        form.draft.entry.title = "Padel"
        #expect(await form.save(scope: .following) == .done)
        #expect(await stub.requests[1].headers[.ifMatch] == "\"1\"")
        #expect(form.saved == after && !form.isEdited)
        try await stub.finish()
    }

    @Test func `changes of different fields on the server and in the form are merged`() async throws {
        let theirs = try listing { $0.capacity = 8 }
        let both = try listing("Padel") { $0.capacity = 8 }
        let stub = StubTransport([
            .expect(.get, "/api/meetups/m", response: try .success(try listing(), entityTag: first)),
            .expect(.patch, "/api/meetups/m", response: try Given.refusal(.versionConflict, status: 412)),
            .expect(.get, "/api/meetups/m", response: try .success(theirs, entityTag: second)),
            .expect(.patch, "/api/meetups/m", response: try .success(both)),
        ])
        let form = try SharedMeetups(stub).form(editing: "m")
        await form.load()
        form.draft.entry.title = "Padel"
        #expect(await form.save() == .done)
        #expect(await stub.requests[3].headers[.ifMatch] == "\"2\"")
        #expect(try await sent(stub, 3) == MeetupEntry(both.meetup.plan))
        try await stub.finish()
    }

    @Test(arguments: [true, false]) func `a field changed on both sides is settled by the host`(keepsMine: Bool)
        async throws
    {
        let theirs = try listing("Squash") { $0.capacity = 8 }
        let settled = try listing(keepsMine ? "Padel" : "Squash") { ($0.capacity, $0.visibility) = (8, .matches) }
        let stub = StubTransport([
            .expect(.get, "/api/meetups/m", response: try .success(try listing(), entityTag: first)),
            .expect(.patch, "/api/meetups/m", response: try Given.refusal(.versionConflict, status: 412)),
            .expect(.get, "/api/meetups/m", response: try .success(theirs, entityTag: second)),
            .expect(.patch, "/api/meetups/m", response: try .success(settled, entityTag: first)),
        ])
        let form = try SharedMeetups(stub).form(editing: "m")
        await form.load()
        form.draft.entry.title = "Padel"
        form.draft.entry.visibility = .matches
        #expect(await form.save().failure?.kind == .conflict)
        #expect(form.conflicts == [.title] && form.draft.entry.title == "Padel" && form.draft.entry.capacity == 8)
        #expect(await form.save().failure?.kind == .conflict)  // nothing is sent until it is settled
        form.settle(.title, keepsMine: keepsMine)
        #expect(await form.save() == .done)
        #expect(try await sent(stub, 3) == MeetupEntry(settled.meetup.plan))
        #expect(form.conflicts.isEmpty && !form.isEdited)
        try await stub.finish()
    }

    @Test func `a save fails after four conflicts with the server, and keeps the draft`() async throws {
        let read = StubTransport.Exchange.expect(
            .get, "/api/meetups/m", response: try .success(try listing(), entityTag: first))
        let conflict = StubTransport.Exchange.expect(
            .patch, "/api/meetups/m", response: try Given.refusal(.versionConflict, status: 412))
        let stub = StubTransport([read] + Array(repeating: [conflict, read], count: 4).flatMap(\.self))
        let form = try SharedMeetups(stub).form(editing: "m")
        await form.load()
        form.draft.entry.title = "Padel"
        #expect(await form.save().failure?.kind == .conflict)
        #expect(form.draft.entry.title == "Padel" && form.conflicts.isEmpty)
        #expect(await stub.requests.count == 9)
        try await stub.finish()
    }

    @Test func `text typed during a save is kept`() async throws {
        let slow = PausedResponse()
        let stub = StubTransport([
            slow.exchange(.post, "/api/meetups", response: try .success(try listing(), entityTag: first))
        ])
        let form = try SharedMeetups(stub).form()
        fill(form)
        let save = Task { await form.save() }
        await slow.waitForRequest()
        form.draft.entry.description = "Bring a racket."
        slow.release()
        #expect(await save.value == .done)
        #expect(form.draft.entry.description == "Bring a racket." && form.isEdited)
        try await stub.finish()
    }

    @Test func `another time zone moves the instants and keeps the local times`() throws {
        let zone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        var draft = MeetupDraft(Given.entry(), in: .gmt)
        #expect(draft.filledIn == Given.entry())
        draft.zone = zone
        #expect(draft.start.wall == LocalDateTime("2027-01-17T08:00:00"))
        #expect(draft.filledIn.start == Given.hours(56) && draft.filledIn.timeZone == "America/Los_Angeles")
    }

    @Test func `a skipped time moves forward, the user chooses between repeated times, and both have a warning`() throws
    {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let skipped = LocalTimeField(LocalDateTime("2027-03-28T02:30:00"))
        #expect(skipped.warning(in: zone) == .skipped(shownAs: try #require(LocalDateTime("2027-03-28T03:30:00"))))
        #expect(skipped.warning(in: zone)?.message().contains("03:30") == true)
        #expect(skipped.instant(in: zone) == RFC3339.date(from: "2027-03-28T01:30:00Z"))
        var twice = LocalTimeField(LocalDateTime("2027-10-31T02:30:00"))
        #expect(twice.warning(in: zone) == .twice(isSecond: false))
        #expect(twice.instant(in: zone) == RFC3339.date(from: "2027-10-31T00:30:00Z"))
        twice.isSecond = true
        #expect(twice.instant(in: zone) == RFC3339.date(from: "2027-10-31T01:30:00Z"))
        #expect(twice.warning(in: zone)?.message() != LocalTimeWarning.twice(isSecond: false).message())
        for text in ["2027-10-31T00:30:00Z", "2027-10-31T01:30:00Z", "2027-01-17T08:00:00.250Z"] {
            let instant = try #require(RFC3339.date(from: text))
            #expect(LocalTimeField(instant, in: zone).instant(in: zone) == instant)
        }
        let plain = LocalTimeField(LocalDateTime("2027-01-17T08:00:00"))
        #expect(plain.warning(in: zone) == nil && LocalTimeField().warning(in: zone) == nil)
        #expect(LocalTimeField().instant(in: zone) == nil)
    }

    @Test func `every part of a plan is merged, and conflicts name only the changed parts`() {
        var other = MeetupEntry(
            title: "b", description: "b", eventType: .party, sport: .tennis, sportLevel: .beginner,
            interestTags: [Interest("b")], start: Given.hours(1), end: Given.hours(2), timeZone: "b",
            place: PlaceEntry(name: "b"), capacity: 2, visibility: .link, approval: .automatic, joinBy: Given.now,
            asksToReconfirm: true, repeats: "b")
        let base = MeetupEntry(timeZone: "a")
        #expect(MeetupEntryMerge(base: base, mine: base, theirs: other).merged == other)
        #expect(MeetupEntryMerge(base: base, mine: other, theirs: base).merged == other)
        #expect(MeetupEntryMerge(base: base, mine: other, theirs: other).conflicts.isEmpty)
        let mine = other
        for part in MeetupEntryMerge.FieldGroup.allCases {
            other = mine
            part.copy(from: base, to: &other)
            #expect(other != mine, "\(part)")
        }
        other = MeetupEntry(title: "c", timeZone: "c")
        let merge = MeetupEntryMerge(base: base, mine: mine, theirs: other)
        #expect(merge.conflicts == [.title, .time] && merge.merged == mine)
    }
}

import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Meetups of a host: creating, editing and cancelling.
@Suite struct MeetupPlanTests {
    private let server = TestServer.onCampus()

    @Test func `a host sees the whole plan, and other people see only the square of the place`() async throws {
        let people = try await server.members("maya", "liam")
        let hosted = try await server.host(by: people[0]) { $0.place.link = "https://x.example/secret" }
        #expect(hosted.meetup.attendance == .host)
        #expect(hosted.meetup.goingCount == 1)
        #expect(hosted.meetup.plan.place.name == "Court 3")
        #expect(hosted.host.id == people[0].id)
        let response = try await server.read(hosted.id, as: people[1])
        let seen = try response.payload(MeetupListing.self).meetup
        #expect(seen.attendance == .unrelated)
        let centre = try #require(TestServer.centre)
        let grid = CampusGrid(centre: centre, side: MeetupLimits.gridSide)
        #expect(seen.plan.place == Place(coordinates: grid.centre(of: grid.square(of: centre)), isExact: false))
        #expect(!String(decoding: response.body, as: UTF8.self).contains("secret"))
        #expect(try await server.read(hosted.id, as: people[0]).payload(MeetupListing.self) == hosted)
    }

    @Test func `on a campus without a known centre, other people see no place`() async throws {
        let server = TestServer()
        let people = try await server.members("maya", "liam")
        let hosted = try await server.host(by: people[0])
        #expect(try await server.meetup(hosted.id, as: people[1]).plan.place == Place(isExact: false))
        #expect(try await server.browse(people[1]).list.elements.count == 1)
    }

    @Test(arguments: [
        ("title", "x"), ("time", "y"), ("end_time", "y"), ("capacity", "y"), ("time_zone", "y"), ("repeats", "y"),
        ("event_type", "y"), ("visibility", "y"), ("place.coordinates", "y"), ("join_by", "y"),
    ])
    func `a plan that breaks a rule is refused with the path of the field`(_ path: String, _: String) async throws {
        let people = try await server.members("maya")
        let entry = server.entry {
            switch path {
            case "title": $0.title = String(repeating: "x", count: 10_000)
            case "time": $0.start = server.after(hours: -1)
            case "end_time": $0.end = server.after(hours: 47)
            case "capacity": $0.capacity = 0
            case "time_zone": $0.timeZone = "Mars/Phobos"
            case "repeats": $0.repeats = "FREQ=HOURLY"
            case "event_type": $0.eventType = EventType(rawValue: "any text at all")
            case "visibility": $0.visibility = MeetupVisibility(rawValue: "nobody")
            case "join_by": $0.joinBy = server.after(hours: 50)
            default: $0.place.coordinates = CoordinatesEntry(latitude: 91, longitude: 0)
            }
        }
        let response = try await server.create(entry, by: people[0])
        #expect(response.status == 422)
        #expect(response.code == .invalidInput)
        #expect(response.problem?.fields.map(\.path).contains(path) == true)
    }

    @Test(arguments: [-3, 0, 1, 1_001, .max]) func `a capacity beyond the limits is refused`(_ number: Int) async throws
    {
        let people = try await server.members("maya")
        let response = try await server.create(server.entry { $0.capacity = number }, by: people[0])
        #expect(response.code == .invalidInput)
        #expect(try await server.mine(people[0]).isEmpty)
    }

    @Test func `the same request twice makes one meetup`() async throws {
        let people = try await server.members("maya")
        let first = try await server.create(server.entry(), by: people[0], key: "one")
        let second = try await server.create(server.entry(), by: people[0], key: "one")
        #expect(first.body == second.body)
        #expect(try await server.create(server.entry("Go"), by: people[0], key: "one").code == .idempotencyKeyReused)
        #expect(try await server.mine(people[0]).count == 1)
    }

    @Test func `an edit needs the current version, and a repeated edit changes nothing`() async throws {
        let people = try await server.members("maya", "liam")
        let hosted = try await server.host(by: people[0])
        let version = try await server.read(hosted.id, as: people[0]).field("etag")
        let entry = server.entry("Go")
        #expect(try await server.patch(hosted.id, entry, by: people[0], version: nil).code == .versionRequired)
        #expect(try await server.patch(hosted.id, entry, by: people[0], version: "\"x\"").code == .versionConflict)
        #expect(try await server.patch(hosted.id, entry, by: people[1], version: version).code == .forbidden)
        let edited = try await server.patch(hosted.id, entry, by: people[0], version: version)
        #expect(try edited.payload(MeetupListing.self).meetup.plan.title == "Go")
        #expect(edited.field("etag") != version)
        let repeated = try await server.patch(hosted.id, entry, by: people[0], version: version)
        #expect(repeated.status == 200 && repeated.field("etag") == edited.field("etag"))
        #expect(try repeated.payload(MeetupListing.self) == edited.payload(MeetupListing.self))
        let again = try await server.patch(hosted.id, server.entry("Shogi"), by: people[0], version: version)
        #expect(again.code == .versionConflict)
        #expect(try await server.meetup(hosted.id, as: people[0]).revision == 1)
    }

    @Test func `joining does not make a host's version outdated`() async throws {
        let people = try await server.members("maya", "liam")
        let hosted = try await server.host(by: people[0])
        let version = try await server.read(hosted.id, as: people[0]).field("etag")
        try await server.joined(hosted.id, by: people[1])
        let edited = try await server.edit(hosted.id, by: people[0], version: version) { $0.title = "Go" }
        #expect(edited.status == 200)
    }

    @Test func `an edit notifies attendees and waiting people with the details that each may see`() async throws {
        let people = try await server.members("maya", "liam", "ana", "noor")
        let hosted = try await server.host(by: people[0]) { $0.capacity = 2 }
        try await server.joined(hosted.id, by: people[1])
        #expect(try await server.joined(hosted.id, by: people[2]) == .waiting)
        let slices = try await server.slices(of: people) {
            try await server.expectEdit(hosted.id, by: people[0], status: 200) { $0.title = "Go" }
        }
        #expect(
            slices.map { $0.events.map(\.kind) } == [
                [.meetupChanged], [.meetupChanged], [.meetupChanged], [],
            ])
        let places = try slices.prefix(3).map { try $0.events[0].data(MeetupListing.self).meetup.plan.place.isExact }
        #expect(places == [true, true, false])
        #expect(slices[1].events[0].subject == people[0].id)
        // Only attendees are notified of changes that only attendees see.
        let quiet = try await server.slices(of: people) {
            try await server.expectEdit(hosted.id, by: people[0], status: 200) { $0.place.room = "R-18" }
        }
        #expect(quiet.map { $0.events.count } == [1, 1, 0, 0])
    }

    @Test func `a new start time voids a guest's reconfirmation`() async throws {
        var people = try await server.members("maya", "liam")
        let hosted = try await server.host(inHours: 30, by: people[0])
        try await server.joined(hosted.id, by: people[1])
        #expect(try await server.attend("reconfirm", hosted.id, by: people[1]).code == .notInTime)
        try await server.advanceTime(hours: 10, &people)
        #expect(try await server.attend("reconfirm", hosted.id, by: people[1]).status == 200)
        #expect(try await server.attendance(at: hosted.id, of: people[1]) == .reconfirmed)
        let start = server.after(hours: 21)
        let slices = try await server.slices(of: people) {
            try await server.expectEdit(hosted.id, by: people[0], status: 200) {
                $0.start = start
                $0.end = start.addingTimeInterval(3_600)
            }
        }
        let kinds = [EventKind.meetupChanged, .meetupAttendeeChanged]
        #expect(slices.map { $0.events.map(\.kind) } == [kinds, kinds])
        #expect(try await server.attendance(at: hosted.id, of: people[1]) == .going)
        let spans = try await server.store.read { [id = hosted.id] in
            try GuestRecord.list(at: id, after: 0, limit: .max, in: $0).map(\.span)
        }
        #expect(spans.map(\.start) == [start, start])
    }

    @Test func `a cancelled meetup ends waiting and invitations, and stays listed for attendees until its end`()
        async throws
    {
        var people = try await server.members("maya", "liam", "ana", "noor", "kim")
        let hosted = try await server.host(by: people[0]) {
            $0.capacity = 2
            $0.approval = .automatic
        }
        try await server.joined(hosted.id, by: people[1])
        try await server.joined(hosted.id, by: people[2])
        _ = try await server.invite([people[3].id], to: hosted.id, by: people[0])
        let slices = try await server.slices(of: people) {
            _ = try await server.cancel(hosted.id, by: people[0])
        }
        #expect(slices[1].events.map(\.kind) == [.meetupChanged])
        #expect(slices[3].events.map(\.kind) == [.meetupInvitationClosed, .meetupChanged])
        #expect(slices[4].events.isEmpty)
        #expect(try await server.meetup(hosted.id, as: people[1]).attendance == .going)
        #expect(try await server.meetup(hosted.id, as: people[1]).cancelReason == .weather)
        #expect(try await server.attendance(at: hosted.id, of: people[2]) == .unrelated)
        #expect(try await server.mine(people[1]).map(\.id) == [hosted.id])
        #expect(try await server.mine(people[2]).isEmpty)
        #expect(try await server.invitations(people[3]).isEmpty)
        #expect(try await server.browse(people[4]).list.elements.isEmpty)
        #expect(try await server.join(hosted.id, by: people[4]).code == .meetupOver)
        #expect(try await server.attend("leave", hosted.id, by: people[1]).code == .meetupOver)
        try await server.expectEdit(hosted.id, by: people[0], code: .meetupOver) { $0.title = "Go" }
        #expect(try await server.cancel(hosted.id, by: people[0], reason: .other).status == 200)
        #expect(try await server.meetup(hosted.id, as: people[0]).cancelReason == .weather)
        try await server.advanceTime(hours: 51, &people)
        #expect(try await server.mine(people[1]).isEmpty)
        #expect(try await server.attend("check-in", hosted.id, by: people[1]).code == .meetupOver)
    }

    @Test func `a cancellation needs a known reason, and leaves no scheduled work for guests`() async throws {
        var people = try await server.members("maya", "liam", "ana")
        let id = try await server.host(by: people[0]) { $0.capacity = 2 }.id
        let ended = try await server.host(inHours: 1, lasting: 1, by: people[0]).id
        for guest in people.dropFirst() { try await server.joined(id, by: guest) }
        let refused = try await server.cancel(id, by: people[0], reason: CancelReason(rawValue: "mood"))
        #expect(refused.code == .invalidInput && refused.problem?.fields.map(\.path) == ["reason"])
        #expect(try await server.meetup(id, as: people[1]).status == .scheduled)
        let before = try await server.meetup(id, as: people[2]).revision
        #expect(try await server.cancel(id, by: people[0]).status == 200)
        let host = people[0].id
        let due = try await server.store.read {
            try GuestRecord.due(at: id, limit: 10, in: $0, now: .distantFuture).map(\.userID)
        }
        #expect(due == [host])
        // A person who does not attend sees another revision, too.
        #expect(try await server.meetup(id, as: people[2]).revision == before + 1)
        try await server.pass(hours: 3, &people)
        let late = try await server.cancel(ended, by: people[0], reason: CancelReason(rawValue: "mood"))
        #expect(late.code == .invalidInput)
        #expect(try await server.cancel(ended, by: people[0]).code == .meetupOver)
    }

    @Test func `a meetup's date of change is that of the last edit or of the guest's own change`() async throws {
        let people = try await server.members("maya", "liam")
        let id = try await server.host(by: people[0]).id
        server.clock.advance(by: .seconds(60))
        try await server.joined(id, by: people[1])
        #expect(try await server.meetup(id, as: people[1]).updatedAt == server.clock.date)
        server.clock.advance(by: .seconds(60))
        try await server.expectEdit(id, by: people[0], status: 200) { $0.title = "Go" }
        #expect(try await server.meetup(id, as: people[1]).updatedAt == server.clock.date)
    }

    @Test func `the bounds of a person's own list leave out meetups that end or begin at them`() async throws {
        let people = try await server.members("maya")
        let id = try await server.host(inHours: 48, by: people[0]).id
        func count(_ name: String, _ date: Date) async throws -> Int {
            try await server.mine(people[0], query: "?\(name)=\(RFC3339.string(from: date) ?? "")").count
        }
        #expect(try await count("from", server.after(hours: 50)) == 0)
        #expect(try await count("from", server.after(hours: 50).addingTimeInterval(-1)) == 1)
        try await server.deferringWork {
            // The index still has the earlier start.
            try await server.expectEdit(id, by: people[0], status: 200) { $0.start = server.after(hours: 49) }
            let (at, after) = (server.after(hours: 49), server.after(hours: 49).addingTimeInterval(1))
            #expect(try await count("to", at) == 0)
            #expect(try await count("to", after) == 1)
        }
    }

    @Test func `20 added places are offered to the first 20 of 23 waiting guests`() async throws {
        let names = (0..<24).map { "guest\($0)" }
        let people = try await server.members(["maya"] + names)
        let hosted = try await server.host(by: people[0]) { $0.capacity = 2 }
        for person in people.dropFirst() { try await server.joined(hosted.id, by: person) }
        #expect(try await server.meetup(hosted.id, as: people[0]).waitingCount == 23)
        try await server.expectEdit(hosted.id, by: people[0], status: 200) { $0.capacity = 22 }
        let after = try await server.meetup(hosted.id, as: people[0])
        #expect((after.goingCount, after.waitingCount) == (22, 3))
        var states: [AttendanceState] = []
        for person in people.dropFirst() { states.append(try await server.attendance(at: hosted.id, of: person)) }
        #expect(states == [.going] + Array(repeating: .offered, count: 20) + Array(repeating: .waiting, count: 3))
        try await server.expectEdit(hosted.id, by: people[0], code: .invalidInput) { $0.capacity = 21 }
    }

    @Test func `a host's eleventh meetup within an hour is refused`() async throws {
        let people = try await server.members("maya")
        for number in 0..<10 { try await server.host("No \(number)", by: people[0]) }
        #expect(try await server.create(server.entry("One more"), by: people[0]).code == .rateLimited)
    }

    @Test func `a person without a profile can neither host nor find meetups`() async throws {
        let people = try await server.members("maya")
        let hosted = try await server.host(by: people[0])
        let token = try await server.signIn("new@stanford.edu").accessToken
        let stranger = Member(address: "new@stanford.edu", id: "x", token: token)
        #expect(try await server.create(server.entry(), by: stranger).code == .profileIncomplete)
        #expect(try await server.read(hosted.id, as: stranger).code == .profileIncomplete)
        #expect(try await server.send(.get, "/meetups", token: token).code == .profileIncomplete)
    }
}

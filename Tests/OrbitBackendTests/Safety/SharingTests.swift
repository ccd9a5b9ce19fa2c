import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The link to a plan: its contents, and everything that ends it.
@Suite struct SharingTests {
    private let server = TestServer.onCampus()
    private static let never = String(repeating: "0", count: 64)

    /// Creates a meetup that Liam hosts and Maya attends, and a link to it.
    private func shared(_ names: String...) async throws -> (people: [Member], id: MeetupID, token: String) {
        let people = try await server.members(["maya", "liam"] + names)
        let id = try await server.host(inHours: 2, lasting: 2, by: people[1]).id
        try await server.joined(id, by: people[0])
        return (people, id, try await server.shareToken(id, by: people[0]))
    }

    private func state(_ id: MeetupID, of member: Member) async throws -> PlanShare {
        try await server.send(.get, "/meetups/\(id)/share", token: member.token).payload(Keyed<PlanShare>.self).value
    }

    @Test func `a shared link shows the exact place and the first name, and no other guest`() async throws {
        let (people, id, token) = try await shared("ana")
        try await server.joined(id, by: people[2])
        #expect(token.utf8.count == 64)
        let response = try await server.plan(at: token)
        #expect(response.status == 200 && response.field("cache-control") == "no-store")
        let plan = try response.payload(Keyed<SharedPlan>.self).value
        let meetup = try await server.meetup(id, as: people[0])
        #expect(plan.name == "Maya" && plan.title == "Chess" && plan.place == meetup.plan.place)
        #expect(plan.place?.room == "R-17" && plan.place?.isExact == true && plan.safeAt == nil)
        #expect(plan.endsAt == meetup.plan.span.end.addingTimeInterval(4 * 3_600))
        let text = String(decoding: response.body, as: UTF8.self)
        for secret in ["Liam", "Ana", people[0].id.rawValue, people[1].id.rawValue, id.rawValue, "going_count"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        // The token is in the first response only.
        let told = try await server.send(.get, "/meetups/\(id)/share", token: people[0].token)
        #expect(!String(decoding: told.body, as: UTF8.self).contains(token))
        #expect(try await state(id, of: people[0]).createdAt == server.clock.date)
        #expect(try await state(id, of: people[2]).createdAt == nil)
    }

    @Test func `an invalid link gets the same response for every reason`() async throws {
        let (people, id, token) = try await shared("ana")
        let unknown = try await server.plan(at: Self.never)
        #expect(unknown.status == 404 && unknown.code == .notFound)
        func expectGone(_ token: String, _ comment: Comment) async throws {
            let response = try await server.plan(at: token)
            #expect(response.body == unknown.body && response.status == 404, comment)
            #expect(response.headers == unknown.headers, comment)
        }
        let renewed = try await server.shareToken(id, by: people[0])
        try await expectGone(token, "replaced")
        #expect(try await server.plan(at: renewed).status == 200)
        for _ in 0..<2 { #expect(try await server.endShare(id, by: people[0]).status == 200) }
        try await expectGone(renewed, "ended")
        let host = try await server.shareToken(id, by: people[1])
        #expect(try await server.plan(at: host).status == 200)
        #expect(try await server.endShare(id, by: people[0]).status == 200)
        #expect(try await server.plan(at: host).status == 200)
        for guess in [
            "x", "%00", renewed.uppercased(), Self.never + "0", String(repeating: "a", count: 9_000), "..%2F",
        ] {
            try await expectGone(guess, "\(guess.prefix(8))")
        }
        try await expectGone(people[0].token.reveal, "a session's token")
        let calendar = try await server.send(.post, "/meetups/calendar", token: people[0].token)
            .payload(NewCalendarAddress.self).token.reveal
        try await expectGone(calendar, "a calendar's token")
        // The token of a link does not give access to a calendar or a session.
        #expect(try await server.send(.get, "/calendars/\(host)/meetups.ics").status == 404)
        let session = try await server.send(
            .get, "/users/me", headers: [("Authorization", "Bearer \(host)")])
        #expect(session.status == 401)
    }

    @Test func `a guest who leaves ends their link permanently`() async throws {
        let (people, id, token) = try await shared()
        let slices = try await server.slices(of: [people[0]]) {
            _ = try await server.attend("leave", id, by: people[0])
        }
        #expect(slices[0].events.map(\.kind).contains(.planShareChanged))
        #expect(try await server.plan(at: token).status == 404)
        try await server.joined(id, by: people[0])
        #expect(try await server.plan(at: token).status == 404)
        #expect(try await state(id, of: people[0]).createdAt == nil)
    }

    @Test func `a link without an attendance record is not found`() async throws {
        let (people, id, token) = try await shared()
        #expect(try await server.plan(at: token).status == 200)
        try await server.store.transaction { [guest = people[0].id] in
            try $0.delete(GuestRecord.self, GuestRecord.key(id, guest))
        }
        #expect(try await server.plan(at: token).status == 404)
    }

    @Test func `the removal of a guest ends the guest's link`() async throws {
        let (people, id, token) = try await shared()
        _ = try await server.send(.post, "/meetups/\(id)/attendees/\(people[0].id)/remove", token: people[1].token)
        #expect(try await server.plan(at: token).status == 404)
        #expect(try await server.share(id, by: people[0]).code == .notAttending)
    }

    @Test(arguments: [true, false], [0.0, 2.5])
    func `a block in either direction ends the link permanently, even during the meetup`(
        _ byHost: Bool, _ hours: Double
    ) async throws {
        var (people, id, token) = try await shared()
        if hours > 0 {
            try await server.advanceTime(hours: hours, &people)
            _ = try await server.attend("check-in", id, by: people[0])
        }
        #expect(try await server.plan(at: token).status == 200)
        let (blocker, blocked) = byHost ? (people[1], people[0]) : (people[0], people[1])
        _ = try await server.block(blocked.id, by: blocker)
        #expect(try await server.plan(at: token).status == 404)
        _ = try await server.unblock(blocked.id, by: blocker)
        #expect(try await server.plan(at: token).status == 404)
    }

    @Test func `a link to a cancelled meetup shows the cancellation without the place`() async throws {
        let (people, id, token) = try await shared()
        _ = try await server.cancel(id, by: people[1])
        let plan = try await server.plan(at: token).payload(Keyed<SharedPlan>.self).value
        #expect(plan.status == .cancelled && plan.place == nil && plan.title == "Chess")
        #expect(try await server.share(id, by: people[0]).code == .meetupOver)
    }

    @Test func `a link ends some hours after the meetup, and only its owner can extend the link`() async throws {
        var (people, id, token) = try await shared("ana")
        try await server.joined(id, by: people[2])
        func extend(_ hours: Int, by member: Member) async throws -> HTTPResponse {
            try await server.post("/meetups/\(id)/share/extend", ExtendShareRequest(hours: hours), token: member.token)
        }
        #expect(try await extend(24, by: people[1]).status == 404)
        #expect(try await extend(24, by: people[2]).status == 404)
        for hours in [0, 25, -1, Int.max] { #expect(try await extend(hours, by: people[0]).code == .invalidInput) }
        try await server.advanceTime(hours: 7.9, &people)
        #expect(try await server.plan(at: token).status == 200)
        // A guest who could not check in can still extend the link.
        #expect(try await extend(6, by: people[0]).payload(Keyed<PlanShare>.self).value.hours == 6)
        try await server.advanceTime(hours: 2, &people)
        let plan = try await server.plan(at: token).payload(Keyed<SharedPlan>.self).value
        #expect(plan.status == .finished && plan.place?.room == "R-17")
        try await server.advanceTime(hours: 0.2, &people)
        #expect(try await server.plan(at: token).status == 404)
        #expect(try await extend(24, by: people[0]).status == 404)
    }

    @Test func `a link of a guest without a check-in still shows the place`() async throws {
        var (people, id, token) = try await shared()
        try await server.advanceTime(hours: 5, &people)
        try await server.backend.runScheduledWork()
        #expect(try await server.attendance(at: id, of: people[0]) == .noShow)
        #expect(try await server.plan(at: token).payload(Keyed<SharedPlan>.self).value.place?.room == "R-17")
    }

    @Test func `a shared plan shows edits, and when the owner ended the meetup's check-in as safe`() async throws {
        let (people, id, token) = try await shared()
        try await server.expectEdit(id, by: people[1], status: 200) { $0.place.room = "R-18" }
        #expect(try await server.plan(at: token).payload(Keyed<SharedPlan>.self).value.place?.room == "R-18")
        let other = try await server.checkIn(inMinutes: 30, by: people[0])
        _ = try await server.safe(other.id, by: people[0])
        #expect(try await server.plan(at: token).payload(Keyed<SharedPlan>.self).value.safeAt == nil)
        let checkIn = try await server.checkIn(by: people[0]) { $0.meetupID = id }
        #expect(try await server.plan(at: token).payload(Keyed<SharedPlan>.self).value.safeAt == nil)
        try await server.passMinutes(10)
        _ = try await server.safe(checkIn.id, by: people[0])
        #expect(
            try await server.plan(at: token).payload(Keyed<SharedPlan>.self).value.safeAt == server.clock.date)
    }

    @Test func `a link is not found without the account of its owner or the host`() async throws {
        let (people, id, token) = try await shared()
        _ = id
        for gone in [people[1].id, people[0].id] {
            let account = try await server.store.transaction { transaction in
                let account = try #require(try transaction.get(AccountRecord.self, gone.rawValue))
                try transaction.delete(AccountRecord.self, gone.rawValue)
                return account
            }
            #expect(try await server.plan(at: token).status == 404)
            try await server.store.transaction { try $0.put(account) }
        }
        #expect(try await server.plan(at: token).status == 200)
    }

    @Test func `10,000 wrong links take one read each, no write, and do not lock a valid link out`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        let id = try await server.host(inHours: 2, by: people[1]).id
        try await server.joined(id, by: people[0])
        let token = try await server.shareToken(id, by: people[0])
        let url = "https://orbit.example/api/shared-plans/"
        var random = SplitMix64(seed: 5)
        store.reset()
        for _ in 0..<10_000 {
            let wrong = (0..<4).map { _ in String(format: "%016lx", random.next()) }.joined()
            let request = HTTPRequest(method: .get, url: try #require(URL(string: "\(url)\(wrong)")))
            #expect(await server.backend.respond(to: request, origin: "192.0.2.1").status == 404)
        }
        #expect(store.reads == 10_000 && store.transactions == 0)
        store.reset()
        #expect(try await server.plan(at: token).status == 200)
        #expect(store.calls < 40)
        for _ in 0..<239 { _ = try await server.plan(at: token) }
        let limited = try await server.plan(at: token)
        #expect(limited.code == .rateLimited)
        #expect(try await server.endShare(id, by: people[0]).status == 200)
    }

    @Test func `the token of a link is not stored, and a repeated request makes a new token`() async throws {
        let (people, id, token) = try await shared()
        let record = try await server.store.read { try SharedPlanRecord.of(people[0].id, at: id, in: $0) }
        let stored = try JSONEncoder().encode(try #require(record))
        #expect(!String(decoding: stored, as: UTF8.self).contains(token))
        let keyed = try await server.send(
            .post, "/meetups/\(id)/share", token: people[0].token, headers: [("Idempotency-Key", "k")]
        ).payload(NewPlanShare.self).token.reveal
        let again = try await server.send(
            .post, "/meetups/\(id)/share", token: people[0].token, headers: [("Idempotency-Key", "k")]
        ).payload(NewPlanShare.self).token.reveal
        #expect(keyed != again)
    }
}

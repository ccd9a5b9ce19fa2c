import Auth
import Foundation
import ICalendar
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// The secret address of a calendar: its creation, its readers, and attacks by other people.
@Suite struct CalendarAddressTests {
    private let server = TestServer.onCampus()
    private static let never = String(repeating: "0", count: 64)

    @Test func `the token is in one response only, and the address is read without a session`() async throws {
        let people = try await server.members("maya", "liam")
        #expect(try await server.feed(of: people[0]).createdAt == nil)
        let token = try await server.calendarToken(of: people[0])
        #expect(token.utf8.count == 64 && token.allSatisfy(\.isHexDigit))
        #expect(try await server.feed(of: people[0]).createdAt == server.clock.date)
        let told = try await server.send(.get, "/meetups/calendar", token: people[0].token)
        #expect(!String(decoding: told.body, as: UTF8.self).contains(token))
        let id = try await server.host(by: people[0]).id
        let response = try await server.calendar(token)
        #expect(response.status == 200 && response.field("content-type") == "text/calendar; charset=utf-8")
        #expect(response.field("cache-control") == "private, no-cache")
        #expect(response.field("x-content-type-options") == "nosniff")
        #expect(try await server.events(at: token).map(\.uid) == ["meetup-\(id)"])
        #expect(try await server.feed(of: people[1]).createdAt == nil)
    }

    @Test func `a new address replaces the earlier address at once, and can be revoked`() async throws {
        let maya = try await server.members("maya")[0]
        let tokens = [try await server.calendarToken(of: maya), try await server.calendarToken(of: maya)]
        #expect(tokens[0] != tokens[1])
        #expect(try await server.calendar(tokens[0]).status == 404)
        #expect(try await server.calendar(tokens[1]).status == 200)
        for _ in 0..<2 {
            #expect(try await server.send(.delete, "/meetups/calendar", token: maya.token).status == 200)
            #expect(try await server.calendar(tokens[1]).status == 404)
        }
        #expect(try await server.feed(of: maya).createdAt == nil)
    }

    @Test func `invalid addresses of all kinds get identical responses`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let renewed = try await server.calendarToken(of: people[0])
        let revoked = try await server.calendarToken(of: people[0])
        _ = try await server.send(.delete, "/meetups/calendar", token: people[0].token)
        let erased = try await server.calendarToken(of: people[1])
        let incomplete = try await server.calendarToken(of: people[2])
        let (id, other) = (people[1].id, people[2].id)
        try await server.store.transaction { transaction in
            try transaction.delete(AccountRecord.self, id.rawValue)
            var account = try #require(try transaction.get(AccountRecord.self, other.rawValue))
            account.isComplete = false
            try transaction.put(account)
        }
        let unknown = try await server.calendar(Self.never)
        #expect(unknown.status == 404 && unknown.code == .notFound)
        let malformed = [
            "x", "0", String(repeating: "a", count: 63), String(repeating: "A", count: 64),
            String(repeating: "0", count: 10_000), "%00", "%F0%9F%AA%90", "..%2F..",
            people[0].token.reveal.uppercased(),
            String(repeating: "g", count: 64), "%0D%0ASet-Cookie:x",
        ]
        for token in [renewed, revoked, erased, incomplete, people[0].token.reveal] + malformed {
            for tag in ["*", "\"1\"", nil] {
                let response = try await server.calendar(token, tag: tag)
                #expect(response.body == unknown.body && response.status == unknown.status)
                #expect(response.headers == unknown.headers)
            }
        }
    }

    @Test func `an unchanged calendar gets status 304, and an edited calendar gets a new tag`() async throws {
        let people = try await server.members("maya", "liam")
        let token = try await server.calendarToken(of: people[0])
        let id = try await server.host(by: people[0]).id
        let first = try await server.calendar(token)
        let tag = try #require(first.field("etag"))
        server.clock.advance(by: .seconds(600))
        // The file does not contain the number of guests, so a new guest does not change the file.
        try await server.joined(id, by: people[1])
        for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let again = try await server.calendar(token, tag: known)
            #expect(again.status == 304 && again.body.isEmpty && again.field("etag") == tag)
        }
        _ = try await server.edit(id, by: people[0]) { $0.title = "Checkers" }
        let edited = try await server.calendar(token, tag: tag)
        #expect(edited.status == 200 && edited.field("etag") != tag)
        // Another address of the same person has the same calendar.
        let other = try await server.calendarToken(of: people[0])
        #expect(try await server.calendar(other).body == edited.body)
    }

    @Test func `a calendar address outlives a sign-out, and its token is not accepted as an access token`() async throws
    {
        let grant = try await server.join("maya@stanford.edu", profile: .valid("Maya"))
        let maya = Member(address: "maya@stanford.edu", id: grant.userID, token: grant.accessToken)
        let token = try await server.calendarToken(of: maya)
        _ = try await server.logOut(grant.refreshToken)
        for method in [HTTPMethod.get, .post, .delete] {
            #expect(try await server.send(method, "/meetups/calendar", token: maya.token).status == 401)
            #expect(try await server.send(method, "/meetups/calendar", token: AccessToken(token)).status == 401)
        }
        #expect(try await server.calendar(token).status == 200)
        #expect(try await server.send(.post, "/calendars/\(token)/meetups.ics").status == 405)
    }

    @Test func `10,000 wrong addresses take one read each, no write, and do not lock the owner out`() async throws {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let maya = try await server.members("maya")[0]
        let token = try await server.calendarToken(of: maya)
        try await server.host(by: maya)
        let before = try await server.calendar(token).body
        let url = "https://orbit.example/api/calendars/"
        var random = SplitMix64(seed: 5)
        store.reset()
        for _ in 0..<10_000 {
            let wrong = (0..<4).map { _ in String(format: "%016lx", random.next()) }.joined()
            let request = HTTPRequest(method: .get, url: try #require(URL(string: "\(url)\(wrong)/meetups.ics")))
            #expect(await server.backend.respond(to: request, origin: "192.0.2.1").status == 404)
        }
        #expect(store.reads == 10_000 && store.transactions == 0)
        #expect(try await server.calendar(token).body == before)
        // A malformed address does not reach the store.
        store.reset()
        #expect(try await server.calendar("guess").status == 404)
        #expect(store.reads == 0 && store.transactions == 0)
    }

    @Test func `one address can be read 120 times an hour, and other addresses stay readable`() async throws {
        let people = try await server.members("maya", "liam")
        let tokens = [try await server.calendarToken(of: people[0]), try await server.calendarToken(of: people[1])]
        for _ in 0..<120 { #expect(try await server.calendar(tokens[0]).status == 200) }
        let refused = try await server.calendar(tokens[0])
        #expect(refused.status == 429 && refused.code == .rateLimited && refused.field("retry-after") == "3600")
        #expect(try await server.calendar(tokens[1]).status == 200)
        #expect(try await server.calendar(Self.never).status == 404)
        // The owner can renew the address, or wait.
        let new = try await server.calendarToken(of: people[0])
        #expect(try await server.calendar(new).status == 200)
        #expect(try await server.calendar(tokens[0]).status == 404)
        for _ in 0..<119 { _ = try await server.calendar(new) }
        server.clock.advance(by: .seconds(3_600))
        #expect(try await server.calendar(new).status == 200)
    }

    @Test func `a person makes at most 20 addresses an hour and can always revoke the last`() async throws {
        let maya = try await server.members("maya")[0]
        for _ in 0..<20 { _ = try await server.calendarToken(of: maya) }
        let refused = try await server.send(.post, "/meetups/calendar", token: maya.token)
        #expect(refused.status == 429 && refused.field("retry-after") == "3600")
        #expect(try await server.send(.delete, "/meetups/calendar", token: maya.token).status == 200)
        #expect(try await server.feed(of: maya).createdAt == nil)
    }

    @Test func `a repeated request makes a new address even with the same idempotency key`() async throws {
        let maya = try await server.members("maya")[0]
        let tokens = [
            try await server.calendarToken(of: maya, key: "k"), try await server.calendarToken(of: maya, key: "k"),
        ]
        #expect(tokens[0] != tokens[1])
        #expect(try await server.calendar(tokens[0]).status == 404)
        #expect(try await server.calendar(tokens[1]).status == 200)
    }

    @Test func `the owner's log records when an address is made and revoked, and other logs do not`() async throws {
        let people = try await server.members("maya", "liam")
        let heads = [try await server.head(people[0]), try await server.head(people[1])]
        var token = ""
        let slices = try await server.slices(of: people) {
            token = try await server.calendarToken(of: people[0], key: "k")
        }
        #expect(slices.map { $0.events.map(\.kind) } == [[.calendarChanged], []])
        let event = try #require(slices[0].events.first)
        #expect(event.action == "k" && event.touches == [.calendar] && event.subject == nil)
        #expect(try event.data(CalendarFeed.self) == CalendarFeed(createdAt: server.clock.date))
        let ended = try await server.slices(of: people) {
            for _ in 0..<2 { _ = try await server.send(.delete, "/meetups/calendar", token: people[0].token) }
        }
        #expect(ended.map { $0.events.map(\.kind) } == [[.calendarChanged], []])
        #expect(try ended[0].events[0].data(CalendarFeed.self) == CalendarFeed())
        #expect(token.utf8.count == 64)
        for (person, head) in zip(people, heads) {
            let after = try #require(head.description.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let log = try await server.send(.get, "/events?after=\(after)", token: person.token)
            #expect(log.status == 200 && !String(decoding: log.body, as: UTF8.self).contains(token))
        }
    }

    @Test func `an address that is revoked during a read gets status 404`() async throws {
        let store = InterleavedStore()
        let server = TestServer.onCampus(store: store)
        let maya = try await server.members("maya")[0]
        try await server.host(by: maya)
        let token = try await server.calendarToken(of: maya)
        store.after(calls: 1) { _ = try await server.send(.delete, "/meetups/calendar", token: maya.token) }
        #expect(try await server.calendar(token).status == 404)
        #expect(!store.isWaiting)
    }

    @Test func `a person without a complete profile cannot make an address`() async throws {
        let grant = try await server.signIn("ana@stanford.edu")
        let response = try await server.send(.post, "/meetups/calendar", token: grant.accessToken)
        #expect(response.status == 403 && response.code == .profileIncomplete)
    }
}

extension TestServer {
    func calendarToken(of member: Member, key: String? = nil) async throws -> String {
        try await send(
            .post, "/meetups/calendar", token: member.token, headers: key.map { [("Idempotency-Key", $0)] } ?? []
        ).payload(NewCalendarAddress.self).token.reveal
    }

    func feed(of member: Member) async throws -> CalendarFeed {
        try await send(.get, "/meetups/calendar", token: member.token).payload(CalendarFeed.self)
    }

    /// The response at an address, without a session.
    func calendar(_ token: String, tag: String? = nil) async throws -> HTTPResponse {
        try await send(
            .get, "/calendars/\(token)/meetups.ics", headers: tag.map { [("If-None-Match", $0)] } ?? [])
    }

    func events(at token: String) async throws -> [CalendarEvent] {
        let read = try CalendarFile.read(try await calendar(token).body)
        #expect(read.problems.isEmpty)
        return read.file.events
    }
}

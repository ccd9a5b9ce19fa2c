import Connections
import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Data that a log must not reveal.
@Suite struct EventPrivacyTests {
    private static let canary = "Xanthippe"

    private static func canaryProfile(_ mark: Int = 0) -> Profile {
        var profile = Profile.valid(canary)
        profile.bio = "\(canary) \(mark)"
        profile.major = canary
        profile.socials = Socials(["instagram": canary.lowercased()])
        return profile
    }

    /// Everything that a person can read from their log.
    private func everything(_ member: Member, _ server: TestServer) async throws -> [String] {
        let head = try await server.head(member)
        var seen: [String] = []
        for seq in 0...head.seq {
            let query = "?after=\(head.epoch)%3A\(seq)"
            let response = try await server.send(.get, "/events\(query)", token: member.token)
            seen.append(String(decoding: response.body, as: UTF8.self))
            let url = try #require(URL(string: "https://orbit.example/api/events\(query)"))
            let fields = [("Authorization", "Bearer \(member.token.reveal)"), ("Accept", "text/event-stream")]
            let stream = await server.backend.open(
                HTTPRequest(method: .get, url: url, headers: HTTPHeaders(lenient: fields)), origin: "192.0.2.1")
            _ = try await stream.next()
            if seq < head.seq { seen.append(String(decoding: try await stream.next() ?? Data(), as: UTF8.self)) }
            stream.close()
        }
        return seen
    }

    @Test func `an event that a block has withdrawn stays withdrawn after the unblock`() async throws {
        let server = TestServer(seed: 4)
        let people = try await server.members("maya", "liam")
        let (me, other) = (people[0], people[1])
        let start = try await server.head(me)
        _ = try await server.sentPoke(from: other, to: me)
        _ = try await server.block(other.id, by: me)
        _ = try await server.unblock(other.id, by: me)
        let events = try await server.events(me, after: start.description).events
        let first = try #require(events.first)
        #expect(first.kind == .void && first.subject == nil && first.seq == start.seq + 1)
        #expect(!events.contains { $0.kind == .pokeReceived })
    }

    @Test(arguments: [true, false])
    func `after a block in either direction, no byte of a log names the other person`(_ isBlocker: Bool) async throws {
        let server = TestServer(seed: 3)
        let people = try await server.members("maya", "liam", "ana")
        let (me, other) = (people[0], people[1])
        try await server.save(Self.canaryProfile(), token: other.token)
        // Creates every kind of event about another person, and responses stored for the caller's own keys.
        let key = [(name: "Idempotency-Key", value: "k")]
        let first = try await server.sentPoke(from: other, to: me)
        _ = try await server.act("withdraw", first.id, by: other)
        let sent = try await server.poke(other.id, by: me, key: "k")
        #expect(sent.status == 200)
        _ = try await server.send(.put, "/discover/less-like/\(other.id)", token: me.token, headers: key)
        _ = try await server.poke(me.id, by: other)
        try await server.save(Self.canaryProfile(1), token: other.token)
        _ = try await server.today(me)
        let match = try #require(try await server.matches(me).list.elements.first { $0.partnerID == other.id })
        #expect(try await everything(me, server).contains { $0.contains(Self.canary) })
        let before = try await server.head(me)

        let blocking = isBlocker ? (other.id, me) : (me.id, other)
        #expect(try await server.block(blocking.0, by: blocking.1).status == 200)
        try await server.save(Self.canaryProfile(2), token: other.token)
        _ = try await server.poke(me.id, by: other)
        _ = try await server.disconnect(match.id, by: other)
        #expect(try await server.poke(other.id, by: me, key: "k").status == 404)

        for text in try await everything(me, server) {
            // The caller's own list of blocks contains the name, so that the caller can lift the block.
            let own = text.components(separatedBy: #""name":"Xanthippe","user_id":"\#(other.id)""#).joined()
            #expect(!own.lowercased().contains(Self.canary.lowercased()))
        }
        let events = try await server.events(me, after: before.description).events
        #expect(events.map(\.kind) == (isBlocker ? [.personHidden, .blockAdded] : [.personHidden]))
        let whole = try await server.events(me, after: "\(before.epoch):0").events
        #expect(whole.map(\.seq) == Array(1...whole.count))
        #expect(whole.filter { $0.subject == other.id }.map(\.kind) == [.personHidden])
    }

    /// Every operation that blocks also withdraws events. This test writes only the block.
    @Test func `an event about a hidden person is withdrawn when the log is read`()
        async throws
    {
        let server = TestServer(seed: 4)
        let people = try await server.members("maya", "liam")
        let (me, other) = (people[0], people[1])
        try await server.save(Self.canaryProfile(), token: other.token)
        let start = try await server.head(me)
        let url = try #require(URL(string: "https://orbit.example/api/events?after=\(start.epoch)%3A\(start.seq)"))
        let fields = [("Authorization", "Bearer \(me.token.reveal)"), ("Accept", "text/event-stream")]
        let stream = await server.backend.open(
            HTTPRequest(method: .get, url: url, headers: HTTPHeaders(lenient: fields)), origin: "192.0.2.1")
        _ = try await stream.next()
        _ = try await server.sentPoke(from: other, to: me)
        #expect(try await server.events(me, after: start.description).events.map(\.kind) == [.pokeReceived])
        try await server.store.transaction { try $0.put(Self.block(of: other, by: me, at: server.clock.date)) }
        let frame = String(decoding: try #require(try await stream.next()), as: UTF8.self)
        for text in try await everything(me, server) + [frame] { #expect(!text.contains(Self.canary)) }
        let event = try #require(try await server.events(me, after: start.description).events.first)
        #expect(event.kind == .void && event.subject == nil && event.touches == [.incomingPokes])
    }

    @Test func `an event is dropped if its two people are hidden from each other at the commit`() async throws {
        let server = TestServer()
        let people = try await server.members("maya", "liam")
        let start = try await server.head(people[0])
        let context = BackendContext(
            store: server.store, time: server.clock, random: .seeded(1), configuration: .demonstration(),
            features: .orbit)
        try await context.commit(at: server.clock.date) { transaction in
            try transaction.append(.matchMade, to: people[0].id, about: people[1].id, touches: [.matches])
            try transaction.put(Self.block(of: people[1], by: people[0], at: transaction.now))
        }
        #expect(try await server.head(people[0]) == start)
    }

    private static func block(of other: Member, by blocker: Member, at now: Date) -> BlockRecord {
        BlockRecord(blocker: blocker.id, blocked: other.id, campus: "stanford.edu", name: nil, blockedAt: now)
    }

    /// Compares two worlds that differ only in the blocked person's actions after the block.
    @Test func `actions of a blocked person do not change the blocker's log`() async throws {
        func world(_ isActive: Bool) async throws -> [String] {
            let server = TestServer(seed: 4)
            let people = try await server.members("maya", "liam")
            let poke = try await server.sentPoke(from: people[1], to: people[0])
            _ = try await server.block(people[1].id, by: people[0])
            if isActive {
                try await server.save(Self.canaryProfile(7), token: people[1].token)
                _ = try await server.act("withdraw", poke.id, by: people[1])
                _ = try await server.poke(people[0].id, by: people[1])
                _ = try await server.block(people[0].id, by: people[1])
                _ = try await server.unblock(people[0].id, by: people[1])
                _ = try await server.send(.put, "/matches/pause", token: people[1].token)
            }
            server.clock.advance(by: .seconds(1))
            return try await everything(people[0], server)
        }
        #expect(try await world(true) == world(false))
    }

    /// Compares two worlds that differ only in the recipient's answer to a poke.
    @Test(arguments: ["decline", "ignore", "clear"])
    func `the sender's log has the same bytes and times for every answer to a poke`(_ action: String)
        async throws
    {
        func world(_ action: String?) async throws -> [String] {
            let server = TestServer(seed: 5)
            let people = try await server.members("maya", "liam", "ana")
            let poke = try await server.sentPoke(from: people[0], to: people[1])
            server.clock.advance(by: .seconds(3))
            if action == "clear" {
                _ = try await server.post("/pokes/clear", ClearPokesRequest.from(people[0].id), token: people[1].token)
            } else if let action {
                _ = try await server.act(action, poke.id, by: people[1])
            }
            server.clock.advance(by: .seconds(3))
            try await server.save(Self.canaryProfile(8), token: people[1].token)
            server.clock.advance(by: .seconds(3))
            _ = try await server.sentPoke(from: people[2], to: people[0])
            _ = try await server.act("withdraw", poke.id, by: people[0])
            try await server.save(Self.canaryProfile(9), token: people[1].token)
            return try await everything(people[0], server)
        }
        let unread = try await world(nil)
        #expect(unread.contains { $0.contains(Self.canary) })
        #expect(try await world(action) == unread)
    }

    @Test func `a block between two matched people appends equal events to both logs`() async throws {
        let server = TestServer()
        let people = try await server.members("maya", "liam")
        try await server.matched(people[0], people[1])
        let slices = try await server.slices(of: people) { _ = try await server.block(people[1].id, by: people[0]) }
        let hidden = try slices.map { slice in
            let event = try #require(slice.events.first)
            return try OrbitJSON.encoder.encode(
                LogEvent(event.kind, seq: 0, at: event.at, action: event.action, touches: event.touches))
        }
        #expect(hidden[0] == hidden[1])
        #expect(throws: LogEventError.self) { try slices[0].events[0].data(ChangedPerson.self) }
    }
}

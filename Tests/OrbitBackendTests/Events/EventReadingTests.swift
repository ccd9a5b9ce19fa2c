import Connections
import Foundation
import Matching
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

/// `GET /events`, and the positions and receipts in other responses.
@Suite struct EventReadingTests {
    private let server = TestServer()

    @Test func `a log starts at its current position and continues from any earlier position`() async throws {
        let people = try await server.members("maya", "liam")
        let begin = try await server.events(people[0])
        #expect(begin.events.isEmpty && !begin.isResync)
        let poke = try await server.sentPoke(from: people[1], to: people[0])
        _ = try await server.act("withdraw", poke.id, by: people[1])
        let slice = try await server.events(people[0], after: begin.at.description)
        #expect(slice.events.map(\.kind) == [.pokeReceived, .pokeClosed])
        let rest = try await server.events(people[0], after: begin.at.advanced(by: 1).description)
        #expect(rest.events.map(\.kind) == [.pokeClosed])
        #expect(try await server.events(people[0], after: slice.at.description).events.isEmpty)
    }

    @Test func `a position that cannot be continued gets a resync`() async throws {
        let people = try await server.members("maya", "liam")
        let (own, others) = (try await server.head(people[0]), try await server.head(people[1]))
        for position in [
            "", ":", "x", "\(own.epoch)", "\(own.epoch):", "\(own.epoch):-1", "\(own.epoch):99999999999999999999",
            own.advanced(by: 1).description, others.description, "0:0", "🪐:1",
        ] {
            let slice = try await server.events(people[0], after: position)
            #expect(slice.isResync && slice.events.isEmpty && slice.at == own, "\(position)")
        }
    }

    @Test func `the last event id of a broken connection takes precedence over the query`() async throws {
        let people = try await server.members("maya", "liam")
        let begin = try await server.head(people[0])
        _ = try await server.sentPoke(from: people[1], to: people[0])
        let end = try await server.head(people[0])
        func events(_ last: String, _ after: String) async throws -> String {
            let response = try await server.send(
                .get, "/events?after=\(after)", token: people[0].token, headers: [("Last-Event-ID", last)])
            return String(decoding: response.body, as: UTF8.self)
        }
        #expect(try await events(end.description, begin.description).contains("poke.received") == false)
        #expect(try await events(begin.description, end.description).contains("poke.received"))
    }

    @Test func `the receipt of an action has its key, its events and the new position`() async throws {
        let people = try await server.members("maya", "liam")
        let begin = try await server.head(people[0])
        let response = try await server.poke(people[1].id, by: people[0], key: "k \"1\"\\ä")
        let receipt = try response.receipt()
        #expect(receipt.at == begin.advanced(by: 1))
        #expect(receipt.action == "k \"1\"\\ä")
        #expect(receipt.events.map(\.kind) == [.pokeSent])
        #expect(receipt.events.map(\.action) == ["k \"1\"\\ä"])
        let same = try await server.events(people[0], after: begin.description)
        #expect(try OrbitJSON.encoder.encode(same.events) == OrbitJSON.encoder.encode(receipt.events))
        let paused = try await server.send(
            .put, "/matches/pause", token: people[0].token, headers: [("Idempotency-Key", "name only")])
        #expect(try paused.receipt().action == "name only")
        #expect(try paused.receipt().events.map(\.action) == ["name only"])
        #expect(try await server.send(.put, "/matches/pause", token: people[0].token).receipt().events.isEmpty)
    }

    @Test func `a repeated key gives an equal response, without events that were deleted meanwhile`() async throws {
        let people = try await server.members("maya", "liam")
        let first = try await server.poke(people[1].id, by: people[0], key: "k")
        _ = try await server.sentPoke(from: people[1], to: people[0], or: .matched)
        #expect(try await server.poke(people[1].id, by: people[0], key: "k").body == first.body)
        // The events are deleted. The position in the receipt stays.
        let head = try await server.head(people[0])
        try await server.store.transaction { transaction in
            guard var log = try LogHead.of(people[0].id, in: transaction) else { return }
            log.floor = head.seq
            try transaction.put(log)
        }
        let late = try await server.poke(people[1].id, by: people[0], key: "k")
        #expect(late.data == first.data)
        #expect(try late.receipt().at == first.receipt().at)
        #expect(try late.receipt().events.isEmpty)
    }

    @Test func `a repeated request about a person who is hidden meanwhile is refused`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        let first = try await server.poke(people[1].id, by: people[0], key: "k")
        #expect(first.status == 200)
        let poke = try await server.sentPoke(from: people[2], to: people[0])
        let headers = [(name: "Idempotency-Key", value: "k2")]
        let accept = "/pokes/\(poke.id)/accept"
        #expect(try await server.send(.post, accept, token: people[0].token, headers: headers).status == 200)
        for other in people.dropFirst() { _ = try await server.block(people[0].id, by: other) }
        let again = try await server.poke(people[1].id, by: people[0], key: "k")
        #expect(again.code == .notFound)
        #expect(try await again.body == server.poke("nobody", by: people[0]).body)
        let accepted = try await server.send(.post, accept, token: people[0].token, headers: headers)
        #expect(accepted.code == .notFound)
        #expect(try await accepted.body == server.act("accept", "none", by: people[0]).body)
    }

    @Test func `a repeated request leaves out events that a block has withdrawn`() async throws {
        let people = try await server.members("maya", "liam", "ana")
        for sender in people.dropFirst() { _ = try await server.sentPoke(from: sender, to: people[0]) }
        func clear() async throws -> LogReceipt {
            try await server.post(
                "/pokes/clear", ClearPokesRequest.sentBefore(server.clock.date.addingTimeInterval(1)),
                token: people[0].token, headers: [("Idempotency-Key", "k")]
            ).receipt()
        }
        let first = try await clear()
        #expect(first.events.map(\.kind) == [.pokeClosed, .pokeClosed])
        _ = try await server.block(people[0].id, by: people[1])
        let again = try await clear()
        #expect(again.at == first.at)
        #expect(Set(again.events.map(\.kind)) == [.pokeClosed, .void])
        #expect(again.events.map(\.touches) == first.events.map(\.touches))
        #expect(again.events.first { $0.kind == .void }?.subject == nil)
    }

    @Test func `a log works with a clock beyond the range of dates`() async throws {
        for seconds in [-1e15, 1e15] {
            let clock = VirtualClock(date: Date(timeIntervalSince1970: seconds))
            let mailTransport = RecordingMailTransport()
            let store = MemoryStore()
            let backend = OrbitBackend(
                store: store, time: clock, random: .seeded(1),
                configuration: .demonstration(mailTransport: mailTransport.receive))
            let server = TestServer(backend: backend, store: store, mailTransport: mailTransport, clock: clock)
            let grant = try await server.signIn("maya@orbit.example")
            let member = Member(address: "", id: grant.userID, token: grant.accessToken)
            let begin = try await server.head(member)
            #expect(try await server.put(Dealbreakers(ages: 18...30), token: member.token, ifMatch: "*").status == 200)
            #expect(try await server.events(member, after: begin.description).events.count == 1)
        }
    }
}

extension TestServer {
    fileprivate enum Outcome { case matched }

    /// Sends a poke that matches an earlier poke.
    fileprivate func sentPoke(from sender: Member, to other: Member, or outcome: Outcome) async throws {
        guard case .matched = try await poke(other.id, by: sender).payload(PokeOutcome.self) else { throw Unexpected() }
    }
}

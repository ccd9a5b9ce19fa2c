import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

@Suite struct PokeLimitTests {
    /// Creates a member who is signed in, and many people who are not.
    private func campus(
        _ server: TestServer, _ count: Int
    ) async throws -> (members: [Member], others: [UserID]) {
        let grant = try await server.join("maya@orbit.example")
        let others = try await CampusSeed(people: count, seed: 3).populate(server.store, time: server.clock)
        let member = Member(address: "maya@orbit.example", id: grant.userID, token: grant.accessToken)
        return ([member], others.map(\.id))
    }

    private func server() -> TestServer { TestServer { $0.campuses = CampusSeed.registry } }

    @Test func `an eleventh poke within a day is refused with the limit and its reset time`() async throws {
        let server = server()
        var (members, others) = try await campus(server, 12)
        for (number, other) in others.prefix(10).enumerated() {
            let poke = try await server.poke(other, by: members[0])
            #expect(poke.status == 200)
            // A withdrawn poke still counts.
            if number == 4, case .sent(let sent) = try poke.payload(PokeOutcome.self) {
                _ = try await server.act("withdraw", sent.id, by: members[0])
            }
            server.clock.advance(by: .seconds(60))
        }
        let refused = try await server.poke(others[10], by: members[0])
        #expect(refused.status == 429)
        #expect(refused.field("retry-after") == "85800")
        let reached = try #require(refused.problem.flatMap { PokeLimitReached($0) })
        #expect(reached.limit == .perDay)
        #expect(reached.count == 10)
        #expect(reached.resetsAt == server.clock.date.addingTimeInterval(85_800))
        try await server.advanceTime(days: 85_799 / 86_400, &members)
        #expect(try await server.poke(others[10], by: members[0]).status == 429)
        server.clock.advance(by: .seconds(1))
        #expect(try await server.poke(others[10], by: members[0]).status == 200)
    }

    @Test func `a sender has at most twenty open pokes, and a declined poke still counts`() async throws {
        let server = server()
        var (members, others) = try await campus(server, 22)
        var first: PokeID?
        for (number, other) in others.prefix(20).enumerated() {
            if number == 10 { try await server.advanceTime(days: 1, &members) }
            guard case .sent(let poke) = try await server.poke(other, by: members[0]).payload(PokeOutcome.self)
            else { throw TestServer.Unexpected() }
            first = first ?? poke.id
            // A declined poke keeps its place. Otherwise the sender could detect the decline.
            try await server.store.transaction { transaction in
                guard var record = try transaction.get(PokeRecord.self, poke.id.rawValue) else { return }
                record.move(to: .declined, at: server.clock.date)
                try transaction.put(record)
            }
        }
        try await server.advanceTime(days: 1, &members)
        let refused = try await server.poke(others[20], by: members[0])
        #expect(refused.problem.flatMap { PokeLimitReached($0) }?.limit == .openAtOnce)
        _ = try await server.act("withdraw", try #require(first), by: members[0])
        #expect(try await server.poke(others[20], by: members[0]).status == 200)
        #expect(try await server.poke(others[21], by: members[0]).code == .rateLimited)
        try await server.advanceTime(days: 12, &members)
        #expect(try await server.poke(others[21], by: members[0]).status == 200)
    }

    @Test func `a sender waits 30 days after an expired poke, and a year from the first of three pokes`()
        async throws
    {
        let server = server()
        var (members, others) = try await campus(server, 1)
        for _ in 1...3 {
            #expect(try await server.poke(others[0], by: members[0]).status == 200)
            try await server.advanceTime(days: 14, &members)
            let refused = try await server.poke(others[0], by: members[0])
            let limit = try #require(refused.problem.flatMap { PokeLimitReached($0) }?.limit)
            #expect([.coolDown, .perPerson].contains(limit))
            try await server.advanceTime(days: 30, &members)
        }
        let refused = try await server.poke(others[0], by: members[0])
        #expect(refused.problem.flatMap { PokeLimitReached($0) }?.limit == .perPerson)
        try await server.advanceTime(days: 365 - 3 * 44, &members)
        #expect(try await server.poke(others[0], by: members[0]).status == 200)
    }

    @Test func `a poke that answers another poke is sent beyond the daily limit`() async throws {
        let server = server()
        let (members, others) = try await campus(server, 10)
        let liam = try await server.join("liam@orbit.example")
        let sender = Member(address: "liam@orbit.example", id: liam.userID, token: liam.accessToken)
        for other in others { #expect(try await server.poke(other, by: members[0]).status == 200) }
        _ = try await server.sentPoke(from: sender, to: members[0])
        guard case .matched = try await server.poke(sender.id, by: members[0]).payload(PokeOutcome.self) else {
            throw TestServer.Unexpected()
        }
    }

    @Test func `the list of outgoing pokes leaves out pokes older than a year`() async throws {
        let server = server()
        var (members, others) = try await campus(server, 2)
        _ = try await server.poke(others[0], by: members[0])
        try await server.advanceTime(days: 367, &members)
        _ = try await server.poke(others[1], by: members[0])
        #expect(try await server.outgoing(members[0]).list.elements.map(\.person.id) == [others[1]])
    }
}

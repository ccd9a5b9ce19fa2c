import Connections
import Discover
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import OrbitBackend

/// Random campuses on which everybody does whatever comes to mind, in any order and at the same time.
@Suite struct PokeRaceTests {
    @Test(arguments: 0..<24)
    func `however two people poke and answer at the same time, they come to one match`(_ seed: UInt64) async throws {
        let server = TestServer(seed: seed)
        let people = try await server.members("maya", "liam")
        var random = SplitMix64(seed: seed)
        var asks = [0, 0, 1, 1, 0, 1].shuffled(using: &random)
        if seed.isMultiple(of: 3) { asks += [2, 3] }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for ask in asks {
                group.addTask {
                    let (one, other) = ask % 2 == 0 ? (people[0], people[1]) : (people[1], people[0])
                    if ask < 2 {
                        _ = try await server.poke(other.id, by: one)
                    } else {
                        for waiting in try await server.incoming(one).pokes.elements {
                            _ = try await server.act("accept", waiting.id, by: one)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let mine = try await server.matches(people[0]).matches.elements
        let theirs = try await server.matches(people[1]).matches.elements
        #expect(mine.count == 1)
        #expect(mine.map(\.id) == theirs.map(\.id))
        for person in people {
            #expect(try await server.incoming(person).pokes.elements.isEmpty)
            #expect(try await server.outgoing(person).pokes.elements.allSatisfy { $0.poke.status == .accepted })
        }
    }

    @Test(arguments: 0..<4)
    func `whatever people do, pairs match once, the blocked stay unseen and limits hold`(_ seed: UInt64) async throws {
        let server = TestServer(seed: seed)
        var campus = Campus(server: server, random: SplitMix64(seed: seed))
        campus.people = try await server.members((0..<5).map { "s\($0)" })
        for _ in 0..<8 {
            for _ in 0..<5 { try await campus.doSomething() }
            try await campus.check()
        }
    }
}

/// A campus and what should be true of it.
private struct Campus {
    let server: TestServer
    var random: SplitMix64
    var people: [Member] = []
    /// Who has blocked whom.
    var blocks: Set<[UserID]> = []
    var pokedAt: [UserID: [Date]] = [:]

    mutating func doSomething() async throws {
        let pair = people.shuffled(using: &random).prefix(2)
        guard let one = pair.first, let other = pair.last else { return }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8:
            let response = try await server.poke(other.id, by: one)
            guard response.status == 200, case .sent = try response.payload(PokeOutcome.self) else { break }
            pokedAt[one.id, default: []].append(server.clock.date)
        case 8..<12:
            let action = ["accept", "decline", "ignore", "decline"].randomElement(using: &random) ?? "accept"
            for waiting in try await server.incoming(one).pokes.elements.prefix(1) {
                #expect(try await server.act(action, waiting.id, by: one).status == 200)
            }
        case 12:
            for sent in try await server.outgoing(one).pokes.elements where sent.poke.status == .pending {
                #expect(try await server.act("withdraw", sent.id, by: one).status == 200)
            }
        case 13:
            for match in try await server.matches(one).matches.elements.prefix(1) {
                #expect(try await server.disconnect(match.id, by: one).status == 200)
            }
        case 14:
            #expect(try await server.block(other.id, by: one).status == 200)
            blocks.insert([one.id, other.id])
        case 15, 16:
            guard let block = blocks.sorted(by: { $0.lexicographicallyPrecedes($1) }).randomElement(using: &random),
                let blocker = people.first(where: { $0.id == block[0] })
            else { break }
            #expect(try await server.unblock(block[1], by: blocker).status == 200)
            blocks.remove(block)
        case 17: _ = try await server.today(one)
        case 18: _ = try await server.post("/pokes/clear", ClearPokesRequest.from(other.id), token: one.token)
        default: try await server.later([0.4, 1, 15, 31].randomElement(using: &random) ?? 1, &people)
        }
    }

    func check() async throws {
        var matches: Set<[UserID]> = []
        // The first to ask has the campus paired.
        for person in people { _ = try await server.today(person) }
        for person in people {
            let partners = try await server.matches(person).matches.elements.map(\.partnerID)
            #expect(Set(partners).count == partners.count)
            matches.formUnion(partners.map { [person.id, $0] })
            let outgoing = try await server.outgoing(person).pokes.elements
            let shown =
                try await partners + outgoing.map(\.person.id)
                + server.incoming(person).pokes.elements.map(\.person.id)
                + server.today(person).matches.elements.map(\.partnerID)
                + server.send(.get, "/discover/users", token: person.token).payload(DiscoverPage.self)
                .people.elements.map(\.id)
            for other in shown {
                #expect(!blocks.contains([person.id, other]) && !blocks.contains([other, person.id]))
            }
            // What the asker is told is never how the other answered.
            #expect(outgoing.allSatisfy { ![.declined, .ignored].contains($0.poke.status) })
            #expect(outgoing.count { $0.poke.status == .pending } <= PokeLimits.standard.openAtOnce)
            let recent = (pokedAt[person.id] ?? []).filter { server.clock.date.timeIntervalSince($0) < 86_400 }
            #expect(recent.count <= PokeLimits.standard.perDay)
            let open = Dictionary(grouping: outgoing.filter { $0.poke.status == .pending }, by: \.person.id)
            #expect(open.values.allSatisfy { $0.count == 1 })
            #expect(open.keys.allSatisfy { !partners.contains($0) })
        }
        #expect(matches.allSatisfy { matches.contains($0.reversed()) })
    }
}

import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Simultaneous actions of two people.
@Suite struct PokeRaceTests {
    @Test(arguments: 0..<24)
    func `simultaneous pokes and answers of two people lead to one match`(_ seed: UInt64) async throws {
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
                        for waiting in try await server.incoming(one).list.elements {
                            _ = try await server.act("accept", waiting.id, by: one)
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        let mine = try await server.matches(people[0]).list.elements
        let theirs = try await server.matches(people[1]).list.elements
        #expect(mine.count == 1)
        #expect(mine.map(\.id) == theirs.map(\.id))
        for person in people {
            #expect(try await server.incoming(person).list.elements.isEmpty)
            #expect(try await server.outgoing(person).list.elements.allSatisfy { $0.poke.status == .accepted })
        }
    }

    @Test(arguments: 0..<16)
    func `a block among simultaneous pokes leaves neither a visible match nor an incoming poke`(_ seed: UInt64)
        async throws
    {
        let server = TestServer(seed: seed)
        let people = try await server.members("maya", "liam")
        var random = SplitMix64(seed: seed)
        let deeds = [0, 1, 2, 3, 0, 1].shuffled(using: &random)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for deed in deeds {
                group.addTask {
                    switch deed {
                    case 0: _ = try await server.poke(people[1].id, by: people[0])
                    case 1: _ = try await server.poke(people[0].id, by: people[1])
                    case 2: _ = try await server.block(people[1].id, by: people[0])
                    default:
                        for waiting in try await server.incoming(people[1]).list.elements {
                            _ = try await server.act("accept", waiting.id, by: people[1])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        func nothingIsSeen() async throws -> Bool {
            for person in people {
                guard try await server.matches(person).list.elements.isEmpty,
                    try await server.incoming(person).list.elements.isEmpty
                else { return false }
            }
            return true
        }
        #expect(try await nothingIsSeen())
        // The end of the block does not restore anything.
        _ = try await server.unblock(people[1].id, by: people[0])
        #expect(try await nothingIsSeen())
    }
}

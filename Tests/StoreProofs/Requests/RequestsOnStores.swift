import Foundation
import Meetups
import Networking
import OrbitModels
import StoreEngines
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Requests to a backend on a real database, with names that a database could mistake for other names.
@Suite(.timeLimit(.minutes(60))) struct RequestsOnStores {
    /// The number of requests to each engine. `ORBIT_REQUESTS` overrides it.
    private static let count = ProcessInfo.processInfo.environment["ORBIT_REQUESTS"].flatMap { Int($0) } ?? 1_000

    @Test(arguments: Engine.allCases)
    func `every mutated request gets a response that the contract allows`(_ engine: Engine) async throws {
        let world = try await AuthorizationWorld(on: engine.makeStore())
        let samples = try await RequestSample.samples(of: world, on: world.server)
        var requests = try MutatedRequests(seed: 1, from: world, to: world.server, samples: samples)
        let statuses = try await requests.send(Self.count)
        #expect(statuses.filter { (200..<300).contains($0.key) }.values.reduce(0, +) > Self.count / 8)
        #expect([400, 403, 404, 422].allSatisfy { statuses[$0, default: 0] > 0 })
    }

    @Test(arguments: Engine.allCases)
    func `a path with a zero byte affects no records of another person`(_ engine: Engine) async throws {
        let server = TestServer(store: try await engine.makeStore())
        let people = try await server.members("maya", "liam", "noor")
        let meetup = try await server.host(by: people[0]).id
        try await server.joined(meetup, by: people[1])
        let token = try await server.shareToken(meetup, by: people[1])
        for ending in ["%3E\(people[1].id)%00", "%3E\(people[1].id)%00z", "%00"] {
            let path = "/meetups/\(meetup)\(ending)/share"
            #expect(try await server.send(.delete, path, token: people[2].token).status == 404)
        }
        #expect(try await server.send(.get, "/shared-plans/\(token)").status == 200)
        _ = try await server.block(people[0].id, by: people[2])
        let before = try await server.send(.get, "/events", token: people[0].token).body
        #expect(try await server.send(.delete, "/blocks/\(people[0].id)%00z", token: people[2].token).status == 404)
        #expect(try await server.send(.get, "/events", token: people[0].token).body == before)
        #expect(try await server.send(.get, "/users/\(people[0].id)", token: people[2].token).status == 404)
    }
}

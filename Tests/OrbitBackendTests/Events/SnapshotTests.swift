import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import Profiles
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The data of a response and the position that it includes are from the same moment.
@Suite struct SnapshotTests {
    enum Reading: String, CaseIterable {
        case incoming = "/pokes/incoming"
        case outgoing = "/pokes/outgoing"
        case matches = "/matches"
        case today = "/matches/today"
        case blocks = "/blocks"
        case me = "/users/me"
        case dealbreakers = "/discover/dealbreakers"

        /// Changes the data of the read, which appends an event to the reader's log.
        fileprivate func change(_ people: [Member], on server: TestServer) async throws {
            switch self {
            case .incoming: _ = try await server.sentPoke(from: people[1], to: people[0])
            case .outgoing: _ = try await server.sentPoke(from: people[0], to: people[1])
            case .matches: try await server.matched(people[0], people[1])
            case .today: _ = try await server.send(.put, "/matches/pause", token: people[0].token)
            case .blocks: _ = try await server.block(people[1].id, by: people[0])
            case .me: try await server.save(.valid("Mia"), token: people[0].token)
            case .dealbreakers: _ = try await server.set(Dealbreakers(ages: 18...30), by: people[0])
            }
        }
    }

    @Test(arguments: Reading.allCases)
    func `a response during a change equals the response before or after the change`(_ reading: Reading) async throws {
        var calls = 1
        while true {
            let store = InterleavedStore()
            let server = TestServer(store: store)
            let people = try await server.members("maya", "liam")
            func read() async throws -> Data {
                let response = try await server.send(.get, reading.rawValue, token: people[0].token)
                #expect(response.status == 200)
                return response.body
            }
            _ = try await read()  // the work after this read pairs the day
            let before = try await read()
            store.after(calls: calls) { try await reading.change(people, on: server) }
            let response = try await read()
            if store.isWaiting { break }
            let after = try await read()
            #expect(before != after)
            #expect(response == before || response == after, "after \(calls) calls of the store")
            calls += 1
        }
        #expect(calls > 1)
    }
}

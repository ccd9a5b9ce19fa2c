import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// A server that crashes at any write of an action, or right after its commit. The effect and its log entries are both
/// stored or both absent. A retry with the same key applies the action once.
@Suite struct CrashTests {
    enum Action: String, CaseIterable {
        case poke, pokeBack, accept, decline, withdraw, clear, block, blockSender, unblock, disconnect, pause, save
        case showLess, setDealbreakers
    }

    /// Maya, who acts, and her relations to the other people.
    private struct World {
        let server: TestServer
        let store: CrashingStore
        let maya: Member
        /// A stranger, a person who has poked Maya, a person poked by Maya, a match, and a person blocked by Maya.
        let others: [Member]
        let received: PokeID
        let sent: PokeID
        let match: MatchID
        let version: String

        init() async throws {
            store = CrashingStore()
            server = TestServer(store: store)
            maya = try await server.members("maya")[0]
            others = try await server.members("noor", "liam", "zoe", "ana", "kim")
            received = try await server.sentPoke(from: others[1], to: maya).id
            sent = try await server.sentPoke(from: maya, to: others[2]).id
            match = try await server.matched(maya, others[3]).id
            _ = try await server.block(others[4].id, by: maya)
            version = try #require(try await server.me(maya.token).headers[.etag])
            for member in [maya] + others { _ = try await server.head(member) }  // begins all logs before the action
        }

        private init(copying other: World) async throws {
            (maya, others) = (other.maya, other.others)
            (received, sent, match, version) = (other.received, other.sent, other.match, other.version)
            store = try await CrashingStore(copying: other.store)
            server = TestServer(store: store, seed: 2)
        }

        /// Returns a copy of the world on a server of its own.
        func copy() async throws -> World { try await World(copying: self) }

        func act(_ action: Action) async throws -> HTTPResponse {
            switch action {
            case .poke: try await server.poke(others[0].id, by: maya, key: "k")
            case .pokeBack: try await server.poke(others[1].id, by: maya, key: "k")
            case .accept: try await send(.post, "/pokes/\(received)/accept")
            case .decline: try await send(.post, "/pokes/\(received)/decline")
            case .withdraw: try await send(.post, "/pokes/\(sent)/withdraw")
            case .clear:
                try await server.post(
                    "/pokes/clear", ClearPokesRequest.from(others[1].id), token: maya.token,
                    headers: [("Idempotency-Key", "k")])
            case .block: try await send(.post, "/blocks/\(others[3].id)")
            case .blockSender: try await send(.post, "/blocks/\(others[1].id)")
            case .unblock: try await send(.delete, "/blocks/\(others[4].id)")
            case .disconnect: try await send(.post, "/matches/\(match)/disconnect")
            case .pause: try await send(.put, "/matches/pause")
            case .save: try await server.put(.valid("Mia"), token: maya.token, ifMatch: version)
            case .showLess: try await send(.put, "/discover/less-like/\(others[0].id)")
            case .setDealbreakers:
                try await server.put(Dealbreakers(ages: 18...30), token: maya.token, ifMatch: "*")
            }
        }

        /// Sends a request of another person, which resumes interrupted work.
        func goOn() async throws {
            _ = try await server.poke(others[4].id, by: others[0])
        }

        private func send(_ method: HTTPMethod, _ path: String) async throws -> HTTPResponse {
            try await server.send(method, path, token: maya.token, headers: [("Idempotency-Key", "k")])
        }
    }

    /// All stored records, without the random identifiers drawn since `before`.
    private func content(of store: CrashingStore, before: Set<Substring>) throws -> [String] {
        try store.committed.map { key, record in
            let text = "\(key) \(try Self.text(of: record))"
            return text.replacing(/[0-9a-f]{32,}/) { before.contains($0.output) ? $0.output : "*" }
        }.sorted()
    }

    private static func text(of record: any StoreRecord) throws -> String {
        switch record {
        case let entry as LogEntry:
            let data = String(decoding: entry.data ?? Data(), as: UTF8.self)
            return "\(entry.seq) \(entry.kind) \(entry.subject ?? "") \(entry.action ?? "") \(entry.touches) \(data)"
        case let record as IdempotencyRecord:
            let data = String(decoding: record.data, as: UTF8.self)
            return "\(record.fingerprint) \(data) \(String(describing: record.position)) \(record.eventCount)"
        default:
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(record), as: UTF8.self)
        }
    }

    @Test(arguments: Action.allCases)
    func `a crash at any write leaves all or nothing, and a retry applies the action once`(_ action: Action)
        async throws
    {
        let world = try await World()
        let known = Set(try Self.randomIdentifiers(in: world.store))
        let before = try content(of: world.store, before: known)

        let undisturbed = try await world.copy()
        #expect(try await undisturbed.act(action).status == 200)
        let done = try content(of: undisturbed.store, before: known)
        #expect(done != before)
        try await undisturbed.goOn()
        let end = try content(of: undisturbed.store, before: known)

        var (number, isAfterCommit) = (0, false)
        while true {
            let crashed = try await world.copy()
            crashed.store.crash(isAfterCommit ? .afterCommit(number) : .atWrite(number))
            let first = try await crashed.act(action)
            guard crashed.store.hasCrashed else {
                #expect(number > (isAfterCommit ? 0 : 1))
                if isAfterCommit { break }
                (number, isAfterCommit) = (0, true)
                continue
            }
            let comment: Comment = "crash \(isAfterCommit ? "after commit" : "at write") \(number)"
            let left = try content(of: crashed.store, before: known)
            // A changed profile is sent to other people in separate transactions, which later requests resume.
            if first.status != 200, !isAfterCommit { #expect(left == before, comment) }
            if action != .save, isAfterCommit { #expect(left == done, comment) }
            crashed.store.restart()
            let again = try await crashed.act(action)
            #expect(again.status == 200 || action == .save && left != before && again.status == 412, comment)
            try await crashed.goOn()
            let now = try content(of: crashed.store, before: known)
            #expect(Set(now).symmetricDifference(end) == [], comment)
            number += 1
        }
    }

    private static func randomIdentifiers(in store: CrashingStore) throws -> [Substring] {
        try store.committed.flatMap { key, record in
            "\(key) \(try text(of: record))".matches(of: /[0-9a-f]{32,}/).map(\.output)
        }
    }
}

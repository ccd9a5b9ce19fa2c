import Connections
import Discover
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

extension TestServer {
    /// Reads the events of a person's log after a position.
    func events(_ member: Member, after position: String? = nil) async throws -> LogSlice {
        let query = position.map { "?after=\($0.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")" }
        let response = try await send(.get, "/events\(query ?? "")", token: member.token)
        #expect(response.status == 200)
        let decoder = OrbitJSON.decoder(reading: .all)
        guard case .success(let slice) = try decoder.decode(Envelope<LogSlice>.self, from: response.body) else {
            throw Unexpected()
        }
        #expect(try response.receipt().at == slice.at)
        return slice
    }

    func head(_ member: Member) async throws -> LogPosition { try await events(member).at }

    /// The kinds of events that an action appends to each log.
    func appended(
        to members: [Member], by action: () async throws -> Void
    ) async throws -> [[EventKind]] {
        try await slices(of: members, during: action).map { $0.events.map(\.kind) }
    }

    func slices(of members: [Member], during action: () async throws -> Void) async throws -> [LogSlice] {
        var heads: [LogPosition] = []
        try await deferringWork {
            for member in members { heads.append(try await head(member)) }
        }
        try await action()
        var slices: [LogSlice] = []
        for (member, head) in zip(members, heads) {
            let slice = try await events(member, after: head.description)
            #expect(!slice.isResync)
            #expect(slice.events.map(\.seq) == Array(head.seq + 1..<head.seq + 1 + slice.events.count))
            #expect(slice.at == head.advanced(by: slice.events.count))
            slices.append(slice)
        }
        return slices
    }
}

/// Runs every body twice, as an engine does after a conflict. The first run is rolled back.
struct RetryingStore: BackendStore {
    private struct Conflict: Error {}

    let store = MemoryStore()

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read(body)
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        do {
            _ = try await store.transaction { transaction in
                _ = try body(transaction)
                throw Conflict()
            }
        } catch is Conflict {
            // The second run is committed.
        }
        return try await store.transaction(body)
    }
}

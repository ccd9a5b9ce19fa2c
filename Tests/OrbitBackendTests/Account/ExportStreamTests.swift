import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// An export that is sent while it is created.
@Suite struct ExportStreamTests {
    private static let size = 262_144

    private func world(_ store: any BackendStore) async throws -> (TestServer, Member) {
        let server = TestServer(store: store)
        let maya = try await server.members("maya")[0]
        let now = server.clock.date
        try await store.transaction { transaction in
            for number in 0..<6 {
                let record = PhotoRecord(
                    owner: maya.id, id: PhotoID("\(number)"), mediaType: "image/jpeg", createdAt: now)
                try record.save(Data(repeating: UInt8(number), count: Self.size), in: transaction)
            }
        }
        return (server, maya)
    }

    private func open(_ member: Member, _ server: TestServer) async throws -> HTTPStream {
        let request = HTTPRequest(
            method: .get, url: try #require(URL(string: "https://orbit.example/api/users/me/export")),
            headers: HTTPHeaders(lenient: [("Authorization", "Bearer \(member.token.reveal)")]))
        return await server.backend.open(request, origin: "192.0.2.1")
    }

    @Test func `an export stream reads a photo on demand and holds at most one`() async throws {
        let store = BlobCounter()
        let (server, maya) = try await world(store)
        let stream = try await open(maya, server)
        #expect(stream.status == 200)
        #expect(store.blobs == 0)
        var (parts, read): ([Data], Int) = ([], 0)
        while let part = try await stream.next() {
            #expect(!part.isEmpty)
            #expect(store.blobs - read <= 1)
            read = store.blobs
            parts.append(part)
        }
        #expect(read == 6)
        let encoded = (Self.size + 2) / 3 * 4
        #expect(parts.map(\.count).max() ?? 0 < encoded + 1_024)
        #expect(parts.count { $0.count >= encoded } == 6)
    }

    @Test func `an export stream has the header fields and the bytes of an export in one response`() async throws {
        let (server, maya) = try await world(TestStore.make())
        let stream = try await open(maya, server)
        var file = Data()
        while let part = try await stream.next() { file.append(part) }
        let response = try await server.send(.get, "/users/me/export", token: maya.token)
        #expect(file == response.body)
        #expect(stream.headers == response.headers)
        #expect(try JSONValue(json: file)["sections"]?["photos"]?.elements.count == 6)
    }

    @Test func `an export stream ends with an error when the account is erased`() async throws {
        let (server, maya) = try await world(TestStore.make())
        let stream = try await open(maya, server)
        _ = try await stream.next()
        _ = try await stream.next()
        #expect(try await server.send(.delete, "/users/me", token: maya.token).status == 200)
        await #expect(throws: TransportError.connectionLost) { try await stream.next() }
    }

    @Test func `an export stream reads nothing after it was closed`() async throws {
        let store = BlobCounter()
        let (server, maya) = try await world(store)
        let stream = try await open(maya, server)
        _ = try await stream.next()
        stream.close()
        #expect(try await stream.next() == nil)
        #expect(store.blobs == 0)
    }

    @Test func `a request for an export stream beyond the rate limit gets a problem response`() async throws {
        let (server, maya) = try await world(TestStore.make())
        for _ in 0..<3 { #expect(try await open(maya, server).status == 200) }
        let refused = try await open(maya, server)
        #expect(refused.status == 429)
        #expect(refused.headers[.retryAfter] != nil)
    }
}

/// A store that counts the blobs read from the store behind it.
private final class BlobCounter: BackendStore {
    private let store = TestStore.make()
    private let count = LockedState(0)

    var blobs: Int { count.withLock { $0 } }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read { reader in try body(Reader(reader) { self.count.withLock { $0 += 1 } }) }
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction(body)
    }

    private final class Reader: ForwardingReader {
        let reader: any StoreReader
        private let note: () -> Void

        init(_ reader: any StoreReader, note: @escaping () -> Void) {
            (self.reader, self.note) = (reader, note)
        }

        func blob<Record: BlobRecord>(_ type: Record.Type, _ key: String) throws -> Data? {
            note()
            return try reader.blob(type, key)
        }
    }
}

import Auth
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Profiles
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// A store that records all data written to the store behind it, in the form of a database file.
private final class WriteRecorder: BackendStore {
    private let store = MemoryStore()
    private let written = LockedState("")

    var everythingWritten: String { written.withLock { $0 } }

    func changes() -> AsyncStream<StoreChange> { store.changes() }

    func read<Result: Sendable>(_ body: @Sendable (any StoreReader) throws -> Result) async throws -> Result {
        try await store.read(body)
    }

    func transaction<Result: Sendable>(
        _ body: @Sendable (any StoreTransaction) throws -> Result
    ) async throws -> Result {
        try await store.transaction { [written] in
            let recorded = RecordedTransaction($0)
            defer { written.withLock { $0 += recorded.written } }
            return try body(recorded)
        }
    }
}

private final class RecordedTransaction: ForwardingTransaction {
    let transaction: any StoreTransaction
    private(set) var written = ""

    init(_ transaction: any StoreTransaction) {
        self.transaction = transaction
    }

    func put(_ record: some StoreRecord) throws {
        written += "\(type(of: record).table) \(record.key) \(record.indexEntries) "
        let encoded = try JSONEncoder().encode(record)
        written += String(decoding: encoded, as: UTF8.self) + "\n"
        // A store on disk returns decoded records, so the engine stores the decoded record.
        let decoded = try JSONDecoder().decode(type(of: record), from: encoded)
        #expect(decoded.key == record.key)
        #expect(decoded.indexEntries == record.indexEntries)
        try transaction.put(decoded)
    }

    func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        written += "\(Record.table) \(key) \(String(decoding: bytes, as: UTF8.self))\n"
        try transaction.putBlob(bytes, of: type, key)
    }

    func announce(_ topic: String) {
        written += topic
        transaction.announce(topic)
    }
}

@Suite struct SecrecyTests {
    @Test func `the store contains no token, code, key or network address`() async throws {
        let store = WriteRecorder()
        let server = TestServer(store: store)
        let maya = "maya@stanford.edu"
        let sent = try await server.sendCode(to: maya, key: "my-idempotency-key", origin: "203.0.113.77")
        let code = try server.mailTransport.code(for: maya)
        _ = try await server.verify(maya, code: code == "000000" ? "000001" : "000000", challenge: "guessed")
        let first = try await server.verify(
            maya, code: code, challenge: sent.payload(CodeSent.self).challengeID, origin: "203.0.113.77"
        ).payload(AuthGrant.self)
        let second = try await server.refresh(first.refreshToken).payload(AuthGrant.self)
        try await server.save(.valid(), token: second.accessToken)
        _ = try await server.upload(TestImage.png(), token: second.accessToken, key: "my-other-key")
        _ = try await server.send(.get, "/discover/users", token: second.accessToken)
        let calendar = try await server.send(
            .post, "/meetups/calendar", token: second.accessToken, headers: [("Idempotency-Key", "my-third-key")]
        ).payload(NewCalendarAddress.self).token.reveal
        #expect(try await server.calendar(calendar).status == 200)
        _ = try await server.logOut(second.refreshToken)

        let written = store.everythingWritten
        #expect(written.contains("Palo Alto"))
        for secret in [
            first.accessToken.reveal, first.refreshToken.reveal, second.accessToken.reveal,
            second.refreshToken.reveal, "my-idempotency-key", "my-other-key", "203.0.113.77", calendar,
        ] {
            #expect(!written.contains(secret))
        }
        #expect(!written.split { !$0.isNumber }.contains(Substring(code)))
    }

    @Test func `access and refresh tokens have 256 bits and never repeat`() async throws {
        let server = TestServer()
        var token = try await server.signIn("maya@stanford.edu").refreshToken
        var seen: Set<String> = []
        for _ in 0..<200 {
            let grant = try await server.refresh(token).payload(AuthGrant.self)
            for secret in [grant.accessToken.reveal, grant.refreshToken.reveal] {
                #expect(secret.utf8.count == 64)
                #expect(secret.allSatisfy { $0.isHexDigit })
                #expect(seen.insert(secret).inserted)
            }
            token = grant.refreshToken
        }
    }

    @Test(arguments: [("", "", true), ("a", "a", true), ("a", "b", false), ("a", "ab", false), ("ab", "aa", false)])
    func `a constant-time comparison accepts only equal strings`(_ first: String, _ second: String, _ areEqual: Bool) {
        #expect(ConstantTime.areEqual(first, second) == areEqual)
    }

    @Test func `a digest differs for another purpose and for another division into parts`() {
        let digest = SecretDigest.plainForDemonstration
        let all = [
            digest.hexadecimal(.code, "a", "b"), digest.hexadecimal(.code, "ab"), digest.hexadecimal(.code, "a 1:b"),
            digest.hexadecimal(.code, "", "ab"), digest.hexadecimal(.address, "a", "b"),
        ]
        #expect(Set(all).count == all.count)
    }

    /// Test vectors of the IETF draft "The FNV Non-Cryptographic Hash Algorithm".
    @Test(arguments: [
        ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
        ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
    ])
    func `the stable hash is FNV-1a`(_ text: String, _ expected: String) {
        var hash = ContentHash()
        hash.add(text.utf8)
        #expect(hash.hexadecimal == expected)
    }
}

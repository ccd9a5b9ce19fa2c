import Foundation
import Networking
import OrbitModels
import Profiles
import SQLiteStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The bytes in the files of SQLite after an account was erased. PostgreSQL keeps the bytes of deleted rows until an
/// operator removes them (`Docs/erasure.md`), and a store in memory has no files.
@Suite struct ErasedBytes {
    @Test func `after an erasure the database files contain no name, address or text of the person`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "orbit-erased-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }  // the system clears its temporary folder
        let path = folder.appending(path: "orbit.sqlite").path
        let server = TestServer(store: try SQLiteStore(path: path))
        let texts = ["Quetzalcoatlina", "xochipilli@stanford.edu", "Axolotls by moonlight", "A salamander evening"]
        func held() throws -> Set<String> {
            try ["", "-wal"].reduce(into: []) { found, ending in
                let bytes = try Data(contentsOf: URL(filePath: path + ending))
                found.formUnion(texts.filter { bytes.range(of: Data($0.utf8)) != nil })
            }
        }
        let others = try await server.members("maya", "liam")
        var profile = Profile.valid(texts[0])
        profile.bio = texts[2]
        let grant = try await server.join(texts[1], profile: profile)
        let person = Member(address: texts[1], id: grant.userID, token: grant.accessToken)
        _ = try await server.host(texts[3], by: person)
        _ = try await server.sentPoke(from: person, to: others[0])
        #expect(try held() == Set(texts))
        #expect(try await server.send(.delete, "/users/me", token: person.token).status == 200)
        try await server.backend.runScheduledWork()
        #expect(try held() == [])
    }
}

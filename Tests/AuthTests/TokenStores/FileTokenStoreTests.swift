import Auth
import DiskSimulation
import DurableFiles
import Foundation
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@Suite struct FileTokenStoreTests {
    private let disk = SimulatedDisk()
    private let store: FileTokenStore

    init() {
        store = FileTokenStore(in: PrivateDirectory("orbit", under: "/home", on: disk))
    }

    private var directory: PrivateDirectory { PrivateDirectory("orbit", under: "/home", on: disk) }

    /// Writes a valid file with the given payload in place of the session.
    private func plant(_ json: String) async throws {
        try await DurableFile("session", in: directory).write(Data(json.utf8))
    }

    @Test(arguments: [SystemError.accessDenied, .tooManyOpenFiles, .deviceFailed, .diskFull])
    func `an unreadable store is unavailable, not signed out`(error: SystemError) async throws {
        try await store.save(.sample(1))
        disk.failAlways(with: error)
        let reason = error.localizedDescription
        #expect(await store.load() == .unavailable(reason: reason))
        await #expect(throws: TokenStoreError.unavailable(reason: reason)) { try await store.save(.sample(2)) }
        await #expect(throws: TokenStoreError.unavailable(reason: reason)) { try await store.remove() }
        disk.failAlways(with: nil)
        #expect(await store.load() == .session(.sample(1)))
    }

    @Test func `an error of any system call keeps the old session or reports the new session as unsaved`() async throws
    {
        try await store.save(.sample(0))
        let before = disk.calls.count
        try await store.save(.sample(1))
        let count = disk.calls.count - before
        for step in 0..<count {
            let old = await store.load()
            disk.plan(.error(.deviceFailed), afterCalls: step)
            await #expect(throws: TokenStoreError.self, "call \(step)") { try await store.save(.sample(step + 2)) }
            let left = await store.load()
            #expect(left == old || left == .session(.sample(step + 2)), "call \(step)")
        }
    }

    @Test func `a damaged file is corrupt until it is removed`() async throws {
        try await store.save(.sample(1))
        disk.plant(Array("garbage".utf8), as: "session", in: "/home/orbit")
        await expectCorrupt()
    }

    @Test(arguments: ["", "{}", "[]", "null", #"{"schema":1}"#, #"{"schema":1,"session":{"user_id":"canary"}}"#])
    func `a valid file without a session is corrupt until it is removed`(json: String) async throws {
        try await plant(json)
        await expectCorrupt()
    }

    @Test func `a session of a newer version is neither used nor overwritten`() async throws {
        try await plant(#"{"schema":2,"session":"in some new way"}"#)
        await expectCorrupt()
    }

    private func expectCorrupt(sourceLocation: SourceLocation = #_sourceLocation) async {
        let before = disk.files(in: "/home/orbit")
        guard case .corrupt(let reason) = await store.load() else {
            Issue.record("not corrupt", sourceLocation: sourceLocation)
            return
        }
        #expect(!reason.contains("canary"), sourceLocation: sourceLocation)
        await #expect(throws: TokenStoreError.corrupt(reason: reason), sourceLocation: sourceLocation) {
            try await store.save(.sample(2))
        }
        #expect(disk.files(in: "/home/orbit") == before, sourceLocation: sourceLocation)
        await #expect(throws: Never.self, sourceLocation: sourceLocation) {
            try await store.remove()
            try await store.save(.sample(2))
        }
        #expect(await store.load() == .session(.sample(2)), sourceLocation: sourceLocation)
    }

    @Test func `a file that other users can read is not trusted`() async throws {
        try await store.save(.sample(1))
        disk.plant([], as: "session", in: "/home/orbit", mode: 0o644)
        guard case .insecure(let reason) = await store.load() else {
            Issue.record("trusted")
            return
        }
        await #expect(throws: TokenStoreError.insecure(reason: reason)) { try await store.save(.sample(2)) }
    }

    @Test func `the first stored format of a session can always be loaded`() async throws {
        try await plant(
            """
            {"schema":1,"session":{"access_expires_at":821692900.5,"access_token":"a","issued_at":821692000.25,\
            "refresh_token":"r","user_id":"u"}}
            """)
        #expect(
            await store.load()
                == .session(
                    AuthSession(
                        userID: "u", accessToken: AccessToken("a"), refreshToken: RefreshToken("r"),
                        issuedAt: Date(timeIntervalSinceReferenceDate: 821_692_000.25),
                        accessExpiresAt: Date(timeIntervalSinceReferenceDate: 821_692_900.5))))
    }

    @Test func `a session of another installation counts as absent`() async throws {
        let earlier = FileTokenStore(in: directory, installID: "earlier")
        let current = FileTokenStore(in: directory, installID: "current")
        try await earlier.save(.sample(1))
        #expect(await earlier.load() == .session(.sample(1)))
        #expect(await current.load() == .absent)
        #expect(await store.load() == .absent)

        try await current.save(.sample(2))
        #expect(await current.load() == .session(.sample(2)))
        #expect(await earlier.load() == .absent)
    }

    @Test func `no token is left on the disk after signing out`() async throws {
        try await store.save(.sample(1))
        disk.plan(.crash, afterCalls: 16)  // the temporary file is written, and has no name yet
        await #expect(throws: TokenStoreError.self) { try await store.save(.sample(2)) }
        disk.restartProcess()
        try await store.remove()
        #expect(disk.files(in: "/home/orbit") == ["session.lock": []])
    }

    @Test func `a token is stored completely or refused`() async throws {
        func session(_ count: Int) -> AuthSession {
            AuthSession(
                userID: "u", accessToken: AccessToken(String(repeating: "x", count: count)),
                refreshToken: RefreshToken("r"), issuedAt: Date(timeIntervalSince1970: 0),
                accessExpiresAt: Date(timeIntervalSince1970: 0))
        }
        try await store.save(session(60_000))
        await #expect(throws: TokenStoreError.unavailable(reason: SystemError.tooLarge.localizedDescription)) {
            try await store.save(session(70_000))
        }
        #expect(await store.load() == .session(session(60_000)))
    }

    @Test(arguments: [(65_536, true), (65_537, false)])
    func `a stored record of at most 65,536 bytes is read`(size: Int, isRead: Bool) async throws {
        let head = """
            {"schema":1,"session":{"access_expires_at":0,"issued_at":0,"refresh_token":"r","user_id":"u",\
            "access_token":"
            """
        let tail = #""}}"#
        let count = size - head.utf8.count - tail.utf8.count
        try await plant(head + String(repeating: "x", count: count) + tail)
        let expected = AuthSession(
            userID: "u", accessToken: AccessToken(String(repeating: "x", count: count)),
            refreshToken: RefreshToken("r"), issuedAt: Date(timeIntervalSinceReferenceDate: 0),
            accessExpiresAt: Date(timeIntervalSinceReferenceDate: 0))
        let isEqual = await store.load() == .session(expected)
        #expect(isEqual == isRead)
    }

    @Test func `an infinite expiry date is refused when saving`() async throws {
        let session = AuthSession(
            userID: "u", accessToken: AccessToken("a"), refreshToken: RefreshToken("r"),
            issuedAt: Date(timeIntervalSince1970: 0), accessExpiresAt: Date(timeIntervalSince1970: .infinity))
        await #expect(throws: TokenStoreError.self) { try await store.save(session) }
        #expect(await store.load() == .absent)
    }

    @Test func `a store waits for another process's exchange and then reads its session`() async throws {
        let clock = VirtualClock()
        let other = FileTokenStore(in: directory, time: clock)
        try await store.save(.sample(0))
        let waiter = try await store.withExclusiveAccess { tokens in
            let waiter = Task { try await other.withExclusiveAccess { $0.load() } }
            await clock.waitForSleepers(atLeast: 1)
            try tokens.save(.sample(1))
            return waiter
        }
        clock.advance(by: .milliseconds(1))
        #expect(try await waiter.value == .session(.sample(1)))
    }

    @Test func `waiting too long for another process's lock throws busy`() async throws {
        let other = FileTokenStore(in: directory, lockTimeout: .seconds(5), time: VirtualClock.selfAdvancing())
        try await store.withExclusiveAccess { _ in
            _ = await #expect(throws: TokenStoreError.unavailable(reason: SystemError.busy.localizedDescription)) {
                try await other.save(.sample())
            }
        }
    }

    @Test func `the status states the file's path and that it is not encrypted`() {
        #expect(store.status == TokenStoreStatus(protection: .privateFile, path: "/home/orbit/session"))
        #expect(!store.status.isEncrypted)
        #expect(store.status.explanation.contains("not encrypted"))
        #expect(MemoryTokenStore().status == TokenStoreStatus(protection: .processMemory))
    }
}

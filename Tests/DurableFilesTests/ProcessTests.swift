import DurableFiles
import Foundation
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// Tests that need real processes.
@Suite struct ProcessTests {
    private let scratch: TemporaryDirectory
    private let file: DurableFile

    init() throws {
        scratch = try TemporaryDirectory()
        file = DurableFile("session", in: PrivateDirectory("private", under: scratch.path))
    }

    @Test func `concurrent increments by processes lose no update`() async throws {
        let path = scratch.path
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    await #expect(processExitsWith: .success) { [path = path as String] in
                        let file = DurableFile(
                            "session", in: PrivateDirectory("private", under: path), lockTimeout: .seconds(600))
                        for _ in 0..<25 { try await file.increment() }
                    }
                }
            }
        }
        #expect(await file.read().text == "100")
    }

    @Test func `a killed process releases its lock`() async throws {
        try await file.write(Data("old".utf8))
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = scratch.path as String] in
            let file = DurableFile("session", in: PrivateDirectory("private", under: path))
            try await file.withLock { _ in _ = kill(getpid(), SIGKILL) }
        }
        let patient = DurableFile("session", in: file.directory, lockTimeout: .zero)
        try await patient.write(Data("new".utf8))
        #expect(await file.read().text == "new")
    }

    @Test(arguments: [0o000, 0o022, 0o077, 0o177, 0o777])
    func `files and directories are private under any umask`(mask: mode_t) async throws {
        await #expect(processExitsWith: .success) { [path = scratch.path as String, mask = mask as mode_t] in
            umask(mask)
            let file = DurableFile("session", in: PrivateDirectory("private", under: path))
            for text in ["first", "second"] { try await file.write(Data(text.utf8)) }
            #expect(await file.read().text == "second")
        }
        #expect(try scratch.mode(of: "private") == 0o700)
        #expect(try scratch.mode(of: "private/session") == 0o600)
        #expect(try scratch.mode(of: "private/session.lock") == 0o600)
    }

    @Test func `a read without free file descriptors is unavailable, and later reads succeed`() async throws {
        try await file.write(Data("old".utf8))
        await #expect(processExitsWith: .success) { [path = scratch.path as String] in
            let file = DurableFile("session", in: PrivateDirectory("private", under: path))
            var taken: [Int32] = []
            while true {
                let descriptor = dup(0)
                guard descriptor >= 0 else { break }
                taken.append(descriptor)
            }
            let starved = await file.read()
            for descriptor in taken { close(descriptor) }
            #expect(starved == .unavailable(.tooManyOpenFiles))
            #expect(await file.read().text == "old")
        }
    }

    @Test func `removing the lock file does not let another process take a held lock`() async throws {
        try await file.write(Data("old".utf8))
        try await file.withLock { held in
            try FileManager.default.removeItem(atPath: file.path + ".lock")
            await #expect(processExitsWith: .success) { [path = scratch.path as String] in
                let directory = PrivateDirectory("private", under: path)
                let file = DurableFile("session", in: directory, lockTimeout: .milliseconds(20))
                await #expect(throws: DurableFileError.unavailable(.busy)) { try await file.write(Data("second".utf8)) }
            }
            try held.write(Data("first".utf8))
        }
        let patient = DurableFile("session", in: file.directory, lockTimeout: .zero)
        try await patient.write(Data("second".utf8))
        #expect(await file.read().text == "second")
    }

    #if os(Linux)
        @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
        func `a write with an inaccessible lock of another user fails as foreign, and reads succeed`() async throws {
            try await file.write(Data("old".utf8))
            let lock = file.path + ".lock"
            for path in [scratch.path, file.directory.path, file.path] { #expect(chown(path, 65534, 65534) == 0) }
            await #expect(processExitsWith: .success) { [path = scratch.path as String] in
                #expect(setuid(65534) == 0)
                let file = DurableFile("session", in: PrivateDirectory("private", under: path))
                await #expect(throws: DurableFileError.insecure(.foreignOwner("session.lock", user: 0))) {
                    try await file.write(Data("new".utf8))
                }
                #expect(await file.read().text == "old")
            }
            #expect(try scratch.mode(of: "private/session.lock") == 0o600 && access(lock, F_OK) == 0)
        }

        @Test func `a save beyond the file size limit of the process keeps the old value`() async throws {
            try await file.write(Data("old".utf8))
            await #expect(processExitsWith: .success) { [path = scratch.path as String] in
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 512, rlim_max: 512)
                #expect(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                let file = DurableFile("session", in: PrivateDirectory("private", under: path))
                await #expect(throws: DurableFileError.unavailable(.tooLarge)) {
                    try await file.write(Data(count: 1000))
                }
            }
            #expect(await file.read().text == "old")
            #expect(try scratch.names() == ["session", "session.lock"])
        }
    #endif
}

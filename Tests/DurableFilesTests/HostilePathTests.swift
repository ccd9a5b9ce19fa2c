import DiskSimulation
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

/// Tests of paths that an attacker may have prepared. Each attack is refused by name, leaves the victim unchanged and
/// never blocks.
@Suite struct HostilePathTests {
    private let scratch: TemporaryDirectory
    private let file: DurableFile
    private let manager = FileManager.default

    init() throws {
        scratch = try TemporaryDirectory()
        file = scratch.file()
    }

    /// Writes a valid record of the same user to another directory.
    private func makeVictim() async throws -> String {
        let victim = DurableFile("victim", in: PrivateDirectory("elsewhere", under: scratch.path))
        try await victim.write(Data("victim".utf8))
        return victim.path
    }

    private func expectRefusal(
        _ insecurity: FileTrustFailure, of file: DurableFile? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let file = file ?? self.file
        #expect(await file.read() == .insecure(insecurity), sourceLocation: sourceLocation)
        await #expect(throws: DurableFileError.insecure(insecurity), sourceLocation: sourceLocation) {
            try await file.write(Data("new".utf8))
        }
    }

    private func setMode(_ mode: Int, of path: String) throws {
        try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }

    // The file itself

    @Test func `a symbolic link is refused, and removing the link keeps its target`() async throws {
        let victim = try await makeVictim()
        let before = try Data(contentsOf: URL(filePath: victim))
        try await file.write(Data("old".utf8))
        try manager.removeItem(atPath: file.path)
        try manager.createSymbolicLink(atPath: file.path, withDestinationPath: victim)

        await expectRefusal(.symbolicLink("session"))
        try await file.remove()
        #expect(try Data(contentsOf: URL(filePath: victim)) == before)
        #expect(await file.read() == .absent)
    }

    @Test func `a dangling symbolic link is refused, and its target is not created`() async throws {
        try await file.write(Data("old".utf8))
        try manager.removeItem(atPath: file.path)
        try manager.createSymbolicLink(atPath: file.path, withDestinationPath: scratch.path + "/nowhere")
        await expectRefusal(.symbolicLink("session"))
        #expect(!manager.fileExists(atPath: scratch.path + "/nowhere"))
    }

    @Test func `a hard link is refused under both names`() async throws {
        let victim = try await makeVictim()
        try await file.write(Data("old".utf8))
        try manager.removeItem(atPath: file.path)
        try manager.linkItem(atPath: victim, toPath: file.path)
        await expectRefusal(.hardLinked("session"))
        let other = DurableFile("victim", in: PrivateDirectory("elsewhere", under: scratch.path))
        await expectRefusal(.hardLinked("victim"), of: other)
    }

    @Test(arguments: [S_IFIFO, S_IFSOCK])
    func `a FIFO or a socket is refused without blocking`(kind: mode_t) async throws {
        try await file.write(Data("old".utf8))
        try manager.removeItem(atPath: file.path)
        try #require(mknod(file.path, kind | 0o600, 0) == 0)
        await expectRefusal(.notARegularFile("session"))
    }

    @Test func `a directory in place of the file is refused`() async throws {
        try await file.write(Data("old".utf8))
        try manager.removeItem(atPath: file.path)
        try manager.createDirectory(
            atPath: file.path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        await expectRefusal(.notARegularFile("session"))
    }

    @Test(arguments: [0o644, 0o640, 0o620, 0o606, 0o601])
    func `a file that other users can access is refused`(mode: Int) async throws {
        try await file.write(Data("old".utf8))
        try setMode(mode, of: file.path)
        await expectRefusal(.notPrivate("session", mode: UInt32(mode)))
        try setMode(0o600, of: file.path)
        #expect(await file.read().text == "old")
    }

    @Test func `a file of another user is refused`() async throws {
        let simulated = try await Change.overwrite.prepare()
        simulated.disk.plant([], as: "session", in: SimulatedFile.path, owner: 65534)
        await expectRefusal(.foreignOwner("session", user: 65534), of: simulated.open())
    }

    // The lock

    @Test func `writes are refused while the lock is a link, FIFO or directory, and reads succeed`() async throws {
        let victim = try await makeVictim()
        try await file.write(Data("old".utf8))
        let lock = file.path + ".lock"

        try manager.removeItem(atPath: lock)
        try manager.createSymbolicLink(atPath: lock, withDestinationPath: victim)
        await expectWriteRefusal(.symbolicLink("session.lock"))

        try manager.removeItem(atPath: lock)
        try manager.linkItem(atPath: victim, toPath: lock)
        await expectWriteRefusal(.hardLinked("session.lock"))

        try manager.removeItem(atPath: lock)
        try #require(mknod(lock, S_IFIFO | 0o600, 0) == 0)
        await expectWriteRefusal(.notARegularFile("session.lock"))

        try manager.removeItem(atPath: lock)
        try manager.createDirectory(atPath: lock, withIntermediateDirectories: false)
        await expectWriteRefusal(.notARegularFile("session.lock"))

        #expect(await file.read().text == "old")
    }

    private func expectWriteRefusal(_ insecurity: FileTrustFailure) async {
        await #expect(throws: DurableFileError.insecure(insecurity)) { try await file.write(Data("new".utf8)) }
    }

    // The path to the file

    @Test func `a private directory that is a symbolic link is refused`() async throws {
        let victim = try await makeVictim()
        try manager.createSymbolicLink(
            atPath: file.directory.path, withDestinationPath: URL(filePath: victim).deletingLastPathComponent().path)
        await expectRefusal(.notADirectory("private"))
        #expect(try scratch.names(in: "elsewhere") == ["victim", "victim.lock"])
    }

    @Test func `a symbolic link among the parent directories is refused`() async throws {
        _ = try await makeVictim()
        try manager.createSymbolicLink(
            atPath: scratch.path + "/detour", withDestinationPath: scratch.path + "/elsewhere")
        await expectRefusal(
            .notADirectory("detour"), of: DurableFile("session", in: PrivateDirectory("detour/x", under: scratch.path)))
        #if !canImport(Darwin)
            await expectRefusal(
                .notADirectory("detour"),
                of: DurableFile("session", in: PrivateDirectory("x", under: scratch.path + "/detour")))
        #endif
    }

    @Test func `a file in place of the private directory is refused`() async throws {
        try Data().write(to: URL(filePath: file.directory.path), options: [])
        await expectRefusal(.notADirectory("private"))
    }

    @Test(arguments: [0o755, 0o710, 0o701, 0o1777])
    func `a private directory that other users can access is refused`(mode: Int) async throws {
        try await file.write(Data("old".utf8))
        try setMode(mode, of: file.directory.path)
        await expectRefusal(.notPrivate("private", mode: UInt32(mode)))
        try setMode(0o700, of: file.directory.path)
    }

    @Test(arguments: [0o720, 0o702, 0o777])
    func `a parent directory that other users can write to is refused`(mode: Int) async throws {
        let file = DurableFile("session", in: PrivateDirectory("parent/private", under: scratch.path))
        try await file.write(Data("old".utf8))
        try setMode(mode, of: scratch.path + "/parent")
        await expectRefusal(.writableByOthers("parent", mode: UInt32(mode)), of: file)
    }

    @Test func `a parent directory with the sticky bit is accepted`() async throws {
        let file = DurableFile("session", in: PrivateDirectory("parent/private", under: scratch.path))
        try await file.write(Data("old".utf8))
        try setMode(0o1777, of: scratch.path + "/parent")
        try await file.write(Data("new".utf8))
        #expect(await file.read().text == "new")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a file away: run the suite as root, too"))
    func `a file, lock file or directory that belongs to another user is refused`() async throws {
        let nobody = 65534
        try await file.write(Data("old".utf8))
        for (path, name) in [(file.path, "session"), (file.directory.path, "private"), (scratch.path, nil)] {
            try manager.setAttributes([.ownerAccountID: nobody], ofItemAtPath: path)
            let culprit = name ?? URL(filePath: path).lastPathComponent
            await expectRefusal(.foreignOwner(culprit, user: UInt32(nobody)))
            try manager.setAttributes([.ownerAccountID: 0], ofItemAtPath: path)
        }
        try manager.setAttributes([.ownerAccountID: nobody], ofItemAtPath: file.path + ".lock")
        await expectWriteRefusal(.foreignOwner("session.lock", user: UInt32(nobody)))
        #expect(await file.read().text == "old")
    }

    /// An attacker swaps the file for a link to another valid record and back, as fast as possible.
    @Test func `a read never returns the target of a link that is swapped in concurrently`() async throws {
        let victim = try await makeVictim()
        try await file.write(Data("mine".utf8))
        let directory = file.directory.path
        try manager.createSymbolicLink(atPath: directory + "/link", withDestinationPath: victim)
        try manager.linkItem(atPath: file.path, toPath: directory + "/mine")

        let attacker = Task.detached { [path = file.path] in
            for _ in 0..<300 {
                rename(directory + "/link", path)
                symlink(victim, directory + "/link")
                rename(directory + "/mine", path)
                link(path, directory + "/mine")
            }
        }
        for _ in 0..<300 {
            let outcome = await file.read()
            #expect(outcome.text != "victim")
            let isExplained =
                switch outcome {
                case .value, .absent, .insecure(.symbolicLink), .insecure(.hardLinked): true
                default: false
                }
            #expect(isExplained, "\(outcome)")
        }
        await attacker.value
    }
}

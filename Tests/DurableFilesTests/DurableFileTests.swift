import DurableFiles
import Foundation
import Testing
import TimeAndChance

@Suite struct DurableFileTests {
    let scratch: TemporaryDirectory
    let file: DurableFile

    init() throws {
        scratch = try TemporaryDirectory()
        file = scratch.file()
    }

    @Test func `the snippet of the documentation saves and reads a value`() async throws {
        let directory = PrivateDirectory(".orbit", under: scratch.path)
        let file = DurableFile("draft", in: directory)

        try await file.write(Data("See you at noon".utf8))

        switch await file.read() {
        case .absent: Issue.record("nothing is stored yet")
        case .value(let stored): #expect(stored.payload == Data("See you at noon".utf8))
        case .unavailable(let error): Issue.record("try again later: \(error.localizedDescription)")
        case .insecure(let reason): Issue.record("refused: \(reason.localizedDescription)")
        case .corrupt(let damage): Issue.record("damaged: \(damage.localizedDescription)")
        }
    }

    @Test func `a file that was never saved is absent, and a read creates nothing`() async throws {
        #expect(await file.read() == .absent)
        #expect(!FileManager.default.fileExists(atPath: file.directory.path), "a read must create nothing")
    }

    @Test func `a new instance reads the last saved value`() async throws {
        try await file.write(Data("first".utf8))
        try await file.write(Data("second".utf8))
        #expect(await scratch.file().read().text == "second")
    }

    @Test func `an empty payload is read as a value and not as absent`() async throws {
        try await file.write(Data())
        #expect(await file.read().text == "")
    }

    @Test func `each save increments the generation`() async throws {
        let first = try await file.write(Data("first".utf8))
        let second = try await file.write(Data("second".utf8))
        #expect(second == first + 1)
        #expect(await file.read().generation == second)
    }

    @Test func `a save after a removal has a different generation`() async throws {
        let first = try await file.write(Data("first".utf8))
        try await file.remove()
        let second = try await file.write(Data("second".utf8))
        #expect(first != second)
    }

    @Test func `a directory lists saved, quarantined and interrupted files, but no removed files`() async throws {
        #expect(try await scratch.directory.fileNames(withPrefix: "") == [])
        for name in ["draft.a", "draft.b", "draft.c", "other"] {
            try await scratch.file(name).write(Data("first".utf8))
        }
        try await scratch.file("draft.b").remove()
        let damaged = scratch.path + "/private/draft.c"
        try FileManager.default.moveItem(atPath: damaged, toPath: damaged + ".corrupt")
        let interrupted = scratch.path + "/private/.draft.d.tmp-0000000000000000"
        #expect(FileManager.default.createFile(atPath: interrupted, contents: Data()))
        #expect(try await scratch.directory.fileNames(withPrefix: "draft.") == ["draft.a", "draft.c", "draft.d"])
        for name in try await scratch.directory.fileNames(withPrefix: "") { try await scratch.file(name).remove() }
        #expect(try await scratch.directory.fileNames(withPrefix: "") == [])
    }

    @Test func `a removed file is absent and leaves only its lock file`() async throws {
        try await file.write(Data("secret".utf8))
        try await file.remove()
        #expect(await file.read() == .absent)
        #expect(try scratch.names() == ["session.lock"])
    }

    @Test func `removing an absent file succeeds and creates nothing`() async throws {
        try await file.remove()
        #expect(!FileManager.default.fileExists(atPath: file.directory.path))
    }

    @Test func `the directory, the file and the lock file are accessible only to their owner`() async throws {
        try await file.write(Data("secret".utf8))
        #expect(try scratch.mode(of: "private") == 0o700)
        #expect(try scratch.mode(of: "private/session") == 0o600)
        #expect(try scratch.mode(of: "private/session.lock") == 0o600)
    }

    @Test func `a payload of the size limit is saved, and a larger payload is refused`() async throws {
        let file = scratch.file(sizeLimit: 10)
        try await file.write(Data(count: 10))
        await #expect(throws: DurableFileError.unavailable(.tooLarge)) { try await file.write(Data(count: 11)) }
        #expect(await file.read().text?.utf8.count == 10)
    }

    @Test func `the largest possible size limit does not trap`() async throws {
        let file = scratch.file(sizeLimit: .max)
        try await file.write(Data("value".utf8))
        #expect(await file.read().text == "value")
    }

    @Test func `a file under a missing base directory is unavailable and not absent`() async throws {
        let file = DurableFile("session", in: PrivateDirectory("private", under: scratch.path + "/unmounted"))
        #expect(await file.read() == .unavailable(.notFound))
        await #expect(throws: DurableFileError.unavailable(.notFound)) { try await file.write(Data()) }
    }

    @Test func `a save creates all missing directories below the base as private`() async throws {
        let file = DurableFile("session", in: PrivateDirectory("state/orbit/tokens", under: scratch.path))
        #expect(await file.read() == .absent)
        try await file.write(Data("deep".utf8))
        #expect(await file.read().text == "deep")
        #expect(try scratch.mode(of: "state/orbit") == 0o700)
    }

    @Test(arguments: [
        "", ".", "..", "a/b", "/etc/passwd", ".x", "x.lock", "x.corrupt", String(repeating: "x", count: 201),
    ])
    func `a reserved or malformed file name is refused`(name: String) async throws {
        let file = scratch.file(name)
        #expect(await file.read() == .insecure(.malformedPath))
        await #expect(throws: DurableFileError.insecure(.malformedPath)) { try await file.write(Data()) }
    }

    @Test func `a file name of 200 bytes is accepted`() async throws {
        let file = scratch.file(String(repeating: "x", count: 200))
        try await file.write(Data("long".utf8))
        #expect(await file.read().text == "long")
    }

    @Test(arguments: [
        ("", "/tmp"), ("private", "tmp"), ("../private", "/tmp"), ("a/./b", "/tmp"), ("a", "/tmp/../etc"),
    ])
    func `an empty path, a relative base or a dot component is refused`(name: String, base: String) async throws {
        let file = DurableFile("session", in: PrivateDirectory(name, under: base))
        #expect(await file.read() == .insecure(.malformedPath))
    }

    @Test func `a damaged file blocks saves until quarantine moves its bytes aside`() async throws {
        try await file.write(Data("value".utf8))
        try Data("garbage".utf8).write(to: URL(filePath: file.path), options: [])

        await #expect(throws: DurableFileError.corrupt(.notARecord)) { try await file.write(Data("new".utf8)) }
        #expect(await file.read() == .corrupt(.notARecord))

        #expect(try await file.quarantine())
        #expect(await file.read() == .absent)
        try await file.write(Data("new".utf8))
        #expect(await file.read().text == "new")
        #expect(try scratch.names() == ["session", "session.corrupt", "session.lock"])
        #expect(try scratch.mode(of: "private/session.corrupt") == 0o600)
        #expect(try Data(contentsOf: URL(filePath: file.path + ".corrupt")) == Data("garbage".utf8))
    }

    @Test func `a valid file is not quarantined`() async throws {
        try await file.write(Data("value".utf8))
        #expect(try await !file.quarantine())
        #expect(await file.read().text == "value")
    }

    @Test func `a removal deletes the quarantined bytes`() async throws {
        try await file.write(Data("value".utf8))
        try Data("garbage".utf8).write(to: URL(filePath: file.path), options: [])
        try await file.quarantine()
        try await file.remove()
        #expect(try scratch.names() == ["session.lock"])
    }

    @Test(arguments: [".session.tmp-0000000000000000", ".session.tmp-0123456789abcdef"])
    func `a save deletes temporary files of crashed writers and keeps unrelated files`(
        leftover: String
    ) async throws {
        try await file.write(Data("value".utf8))
        let strangers: Set<String> = [
            ".session.tmp-mine", ".other.tmp-0123456789abcdef", ".another.tmp-0123456789abcdef", "session.tmp",
        ]
        for name in strangers.union([leftover]) {
            try Data("x".utf8).write(to: URL(filePath: file.directory.path + "/" + name), options: [])
        }
        try await scratch.file().write(Data("next".utf8))
        #expect(try scratch.names() == strangers.union(["session", "session.lock"]))
    }

    @Test func `a later save of an instance deletes a new, unreadable temporary file`()
        async throws
    {
        try await file.write(Data("value".utf8))
        let leftover = file.directory.path + "/.session.tmp-0000000000000000"
        try Data("secret".utf8).write(to: URL(filePath: leftover), options: [])
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: leftover)
        try await file.write(Data("next".utf8))
        #expect(try scratch.names() == ["session", "session.lock"])
        #expect(await file.read().text == "next")
    }

    @Test func `a removal deletes temporary files of every version`() async throws {
        try await file.write(Data("value".utf8))
        for digits in ["0000000000000000", "0123456789abcdef"] {
            let path = file.directory.path + "/.session.tmp-" + digits
            try Data("secret".utf8).write(to: URL(filePath: path), options: [])
        }
        try await file.remove()
        #expect(try scratch.names() == ["session.lock"])
    }

    @Test func `removing a file does not affect another file of the directory`() async throws {
        let other = scratch.file("outbox")
        try await file.write(Data("a".utf8))
        try await other.write(Data("b".utf8))
        try await file.remove()
        #expect(await other.read().text == "b")
    }

    @Test func `descriptions and dumps of a stored value do not contain its bytes`() async throws {
        try await file.write(Data("canary".utf8))
        let contents = await file.read()
        var dumped = ""
        dump(contents, to: &dumped)
        let shown = dumped + String(describing: contents) + String(reflecting: contents)
        #expect(shown.contains("byteCount") && !shown.contains("canary"))
        #expect(!shown.contains("99, 97, 110"), "the bytes of “can”")
    }
}

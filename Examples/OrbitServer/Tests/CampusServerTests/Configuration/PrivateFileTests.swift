import Foundation
import Testing

@testable import CampusServer

/// Files with secrets, in a folder that is removed after each test.
@Suite final class PrivateFileTests {
    private let folder = FileManager.default.temporaryDirectory.path() + "orbit-files-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }

    @Test func `a durable write replaces the file, and only its owner can read it`() throws {
        let path = folder + "/a"
        for text in ["first", "second"] { try DurableWrite.write(Data(text.utf8), to: path) }
        #expect(FileManager.default.contents(atPath: path) == Data("second".utf8))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o600)
        #expect(names == ["a"])
    }

    @Test func `a durable write that does not replace keeps an existing file`() throws {
        let path = folder + "/a"
        for text in ["first", "second"] { try DurableWrite.write(Data(text.utf8), to: path, replaces: false) }
        #expect(FileManager.default.contents(atPath: path) == Data("first".utf8))
        #expect(names == ["a"])
    }

    @Test func `a durable write that fails leaves no temporary file`() throws {
        let path = folder + "/a"
        try FileManager.default.createDirectory(atPath: path + "/inside", withIntermediateDirectories: true)
        #expect(throws: DurableWrite.Failure.self) { try DurableWrite.write(Data(), to: path) }
        #expect(names == ["a"])
    }

    @Test func `a damaged key is not replaced`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
        let data = DataFolder(path: folder)
        let database = DatabaseAddress.sqlite(path: data.database)
        let key = try data.createdDigestKey(for: database)
        #expect(try data.createdDigestKey(for: database) == key)
        try Data("damaged".utf8).write(to: URL(filePath: data.digestKey))
        #expect(throws: DataFolder.Unusable.self) { try data.createdDigestKey(for: database) }
    }

    @Test func `a missing key of an existing database is not created`() throws {
        let data = DataFolder(path: folder)
        try Data().write(to: URL(filePath: data.database))
        #expect(throws: DataFolder.Unusable.self) {
            try data.createdDigestKey(for: .sqlite(path: data.database))
        }
        #expect(names == ["orbit.sqlite"])
    }
}

import Foundation
import Testing

@testable import DurableFiles

/// The system calls that other tests reach only as another user, or not at all.
@Suite struct POSIXFileSystemTests {
    private let system = POSIXFileSystem()
    private let scratch: TemporaryDirectory

    init() throws {
        scratch = try TemporaryDirectory()
    }

    @Test func `the status of a name is that of the entry, not of a link's target`() throws {
        let path = scratch.path + "/file"
        try Data("12345".utf8).write(to: URL(filePath: path), options: [])
        try FileManager.default.createSymbolicLink(atPath: scratch.path + "/link", withDestinationPath: path)
        let directory = try system.open(scratch.path, in: nil, for: .directory)
        defer { system.close(directory) }
        let file = try system.status(of: "file", in: directory)
        #expect(file.kind == .file && file.size == 5 && file.links == 1 && file.owner == system.effectiveUser)
        #expect(try system.status(of: "link", in: directory).kind == .other)
        #expect(try system.status(of: ".", in: directory).kind == .directory)
        #expect(throws: SystemError.notFound) { try system.status(of: "missing", in: directory) }
    }

    @Test func `an error of a lock is reported, and is not a held lock`() {
        #expect(throws: SystemError.self) { try system.tryLock(-1, .shared) }
    }
}

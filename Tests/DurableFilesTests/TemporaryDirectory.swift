import DurableFiles
import Foundation
import TimeAndChance

/// A directory for a test, removed with the last reference to it.
final class TemporaryDirectory: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/orbit-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        // A leftover in the temporary directory must not fail a test.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The private directory of the tests' files. It does not exist at first.
    var directory: PrivateDirectory { PrivateDirectory("private", under: path) }

    func file(_ name: String = "session", sizeLimit: Int = 4096) -> DurableFile {
        DurableFile(name, in: directory, sizeLimit: sizeLimit)
    }

    func names(in subdirectory: String = "private") throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: path + "/" + subdirectory))
    }

    func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }
}

extension FileContents {
    /// The stored text; `nil` if there is no value.
    var text: String? {
        guard case .value(let stored) = self else { return nil }
        return String(bytes: stored.payload, encoding: .utf8)
    }

    var generation: UInt64? {
        guard case .value(let stored) = self else { return nil }
        return stored.generation
    }
}

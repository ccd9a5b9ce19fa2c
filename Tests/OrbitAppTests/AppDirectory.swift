import DurableFiles
import Foundation

/// A private folder, removed with the last reference to it.
final class AppDirectory: Sendable {
    let directory: PrivateDirectory
    private let folder: URL

    var file: DurableFile { DurableFile("profile-draft", in: directory) }

    init() throws {
        folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "orbit-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        directory = PrivateDirectory("private", under: folder.path)
    }

    deinit {
        // A failed removal from the temporary directory must not fail a test.
        try? FileManager.default.removeItem(at: folder)
    }
}

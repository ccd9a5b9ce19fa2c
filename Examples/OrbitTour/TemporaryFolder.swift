import Foundation
import TimeAndChance

/// A folder that represents the storage of the device, and is deleted with the tour.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let name = "orbit-tour-\(String(RandomSource.system.next(), radix: 36))"
        path = FileManager.default.temporaryDirectory.appending(path: name).path(percentEncoded: false)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        // A file that is not removed stays in the private temporary folder, which the system removes.
        try? FileManager.default.removeItem(atPath: path)
    }
}

import Foundation
import TimeAndChance

/// A folder that stands for the device's storage and goes with the tour.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let name = "orbit-tour-\(String(RandomSource.system.next(), radix: 36))"
        path = FileManager.default.temporaryDirectory.appending(path: name).path(percentEncoded: false)
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    deinit {
        // Whatever is left lies in the temporary folder, private, and the system removes it.
        try? FileManager.default.removeItem(atPath: path)
    }
}

public import Foundation

/// The result of reading a file.
///
/// Only `absent` means that no value is stored. With `unavailable`, `insecure` and `corrupt`, the file may contain a
/// value, so do not show these cases as "empty" or "signed out".
public enum FileContents: Hashable, Sendable {
    /// The file does not exist, and every directory on the path could be searched.
    case absent
    /// The stored value.
    case value(StoredValue)
    /// The file could not be read now. It may be intact.
    case unavailable(SystemError)
    /// Other users may have read or planted the file. Its contents were not used.
    case insecure(FileTrustFailure)
    /// The file was read and is damaged. Only ``DurableFile/quarantine()`` renames it.
    case corrupt(Corruption)

    init(_ error: DurableFileError) {
        switch error {
        case .unavailable(let error): self = .unavailable(error)
        case .insecure(let insecurity): self = .insecure(insecurity)
        case .corrupt(let corruption): self = .corrupt(corruption)
        }
    }
}

/// A payload and the number of the write that stored it. Descriptions and mirrors never show the payload.
public struct StoredValue: Hashable, Sendable {
    /// The bytes that were written.
    public let payload: Data

    /// The number of the write. It increases with every write.
    ///
    /// The first generation of a new file is random, so that a file that was removed and written again differs from its
    /// predecessor. A write that would reach the highest number starts with a random generation as well.
    public let generation: UInt64

    /// Creates a value.
    public init(payload: Data, generation: UInt64) {
        self.payload = payload
        self.generation = generation
    }
}

extension StoredValue: CustomStringConvertible, CustomReflectable {
    /// The generation and the size, without the payload.
    public var description: String { "generation \(generation), \(payload.count) bytes" }

    /// The generation and the size, without the payload.
    public var customMirror: Mirror {
        Mirror(self, children: ["generation": generation, "byteCount": payload.count])
    }
}

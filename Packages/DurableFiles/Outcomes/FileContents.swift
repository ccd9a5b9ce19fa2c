public import Foundation

/// The result of reading a file. Only `absent` means that nothing is stored: every other failure leaves it open, so
/// show none of them as “empty” or “signed out”.
public enum FileContents: Hashable, Sendable {
    /// There is no such file, and every directory on the path could be searched.
    case absent
    /// The stored value.
    case value(StoredValue)
    /// It could not be read now; it may be intact.
    case unavailable(SystemError)
    /// Other users may have read or planted it; its contents were not used.
    case insecure(Insecurity)
    /// It was read and is damaged. Only ``DurableFile/quarantine()`` sets it aside.
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

    /// Increases with every write. The first of a new file is random, so that a file that was removed and written again
    /// is not mistaken for its predecessor.
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

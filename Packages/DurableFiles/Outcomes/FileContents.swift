public import Foundation

/// What reading a file found. Only `absent` means that nothing is stored: every other failure
/// leaves it open, so show none of them as “empty” or “signed out”.
public enum FileContents: Hashable, Sendable {
    /// There is no such file, and every directory that could hold it answered.
    case absent
    case value(StoredValue)
    /// It could not be read now; it may be intact.
    case unavailable(SystemError)
    /// Someone else may have read or planted it; its contents were not used.
    case insecure(Insecurity)
    /// It was read, and is damaged. Only ``DurableFile/quarantine()`` sets it aside.
    case corrupt(Corruption)

    init(_ error: DurableFileError) {
        switch error {
        case .unavailable(let error): self = .unavailable(error)
        case .insecure(let insecurity): self = .insecure(insecurity)
        case .corrupt(let corruption): self = .corrupt(corruption)
        }
    }
}

/// A payload and the number of the save that wrote it. Descriptions and mirrors never show the payload.
public struct StoredValue: Hashable, Sendable {
    public let payload: Data

    /// Increases with every save. The first one of a new file is drawn at random, so that a file that was
    /// removed and written anew is not mistaken for its predecessor.
    public let generation: UInt64

    public init(payload: Data, generation: UInt64) {
        self.payload = payload
        self.generation = generation
    }
}

extension StoredValue: CustomStringConvertible, CustomReflectable {
    public var description: String { "generation \(generation), \(payload.count) bytes" }

    public var customMirror: Mirror {
        Mirror(self, children: ["generation": generation, "byteCount": payload.count])
    }
}

public import Foundation

/// A section of a journal, as it is read when the journal is opened.
@nonexhaustive
public enum JournalEntry: Hashable, Sendable {
    /// The payload of a record.
    case record(Data)
    /// Bytes that were durable and are unreadable now. Records between the neighbouring records are lost.
    ///
    /// At least one and at most `byteCount / 20 + 1` records were stored there.
    case damage(byteCount: Int)
}

/// The contents of a journal when it was opened.
public struct JournalContents: Sendable {
    /// The records and the damage between them, in the order of the appends.
    public let entries: [JournalEntry]
    /// The number of bytes that an interrupted append left at the end. They were removed.
    public let removedByteCount: Int

    /// Whether records are lost. A copy of the damaged file is in `<name>.corrupt`.
    public var isDamaged: Bool { entries.contains { if case .damage = $0 { true } else { false } } }

    /// Creates contents.
    public init(entries: [JournalEntry], removedByteCount: Int) {
        self.entries = entries
        self.removedByteCount = removedByteCount
    }
}

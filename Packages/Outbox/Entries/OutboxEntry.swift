public import Foundation

/// A request that is stored on the device until the server has acknowledged it.
///
/// Descriptions and mirrors never show the payload.
public struct OutboxEntry: Identifiable, Hashable, Sendable {
    /// The progress of an entry.
    @nonexhaustive
    public enum State: Hashable, Sendable {
        /// It waits for its turn, for another entry, or for the end of a pause after a failure.
        case queued
        /// Its sender runs.
        case inFlight
        /// The server has it. The entry is no longer in the outbox.
        case acknowledged
        /// It failed for good. It holds its lane until it is edited, retried or removed.
        case rejected(OutboxRejection)
    }

    /// The id that the caller has chosen, at most 128 bytes. The server recognizes a repeated request by it.
    public let id: String
    /// The position in the order of the outbox. No two entries of an outbox ever have the same.
    public let sequence: UInt64
    /// The entries of a lane are sent one after the other, in the order of their sequences.
    public let lane: String
    /// The name of the sender, such as `chat.send`.
    public let kind: String
    /// The account to which the entry and its outbox belong.
    public let account: String
    /// When the entry was added, by the wall clock. The order does not depend on it.
    public let createdAt: Date
    /// The ids of the entries that must be acknowledged before this entry is sent.
    public let dependencies: [String]
    /// The content, in the format of the kind.
    public internal(set) var payload: Data
    /// The number of edits. A sender whose server compares bodies by their idempotency key appends it to ``id``.
    public internal(set) var revision: UInt32
    /// The progress.
    public internal(set) var state: State
    /// Whether an earlier attempt may have reached the server. Such an entry can be neither cancelled nor edited.
    public internal(set) var mayHaveArrived: Bool
    /// The number of attempts since the outbox was opened.
    public internal(set) var attempts: Int
}

extension OutboxEntry: CustomStringConvertible, CustomReflectable {
    /// The kind, the sequence and the state, without the payload.
    public var description: String { "\(kind) \(sequence), \(payload.count) bytes, \(state)" }

    /// The kind, the sequence and the size, without the payload.
    public var customMirror: Mirror {
        Mirror(self, children: ["kind": kind, "sequence": sequence, "byteCount": payload.count])
    }
}

/// The reason for which an entry failed for good.
public struct OutboxRejection: Hashable, Sendable {
    /// A stable word for programs, such as the problem code of the server.
    public let code: String
    /// A text for the user. The sender words it.
    public let reason: String

    /// Creates a reason. Each text is cut off after 1,000 characters.
    public init(code: String, reason: String) {
        self.code = String(code.prefix(1_000))
        self.reason = String(reason.prefix(1_000))
    }

    /// The code of an entry that depends on an entry that was cancelled or removed.
    public static let dependencyRemovedCode = "dependency_removed"
    /// The code of an entry that may have been cancelled, in a part of the file that is damaged.
    public static let storageDamagedCode = "storage_damaged"

    static let dependencyRemoved = OutboxRejection(
        code: dependencyRemovedCode, reason: "This belongs to something that was removed.")
    static let storageDamaged = OutboxRejection(
        code: storageDamagedCode, reason: "The stored data was damaged. Check this before you send it.")
}

/// A change of an outbox, for a view model that shows its entries.
@nonexhaustive
public enum OutboxChange: Hashable, Sendable {
    /// The entry is new, or has a new state or payload. An acknowledged entry is no longer in the outbox.
    case entry(OutboxEntry)
    /// The entry was cancelled or removed.
    case removed(id: String)
    /// The disk refused a record that must be stored before an entry is sent. The outbox tries again later.
    case storageFailed(OutboxError)
}

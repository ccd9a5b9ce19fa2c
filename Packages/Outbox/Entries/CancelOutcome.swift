/// The answer to a cancellation.
@nonexhaustive
public enum CancelOutcome: Hashable, Sendable {
    /// The entry has had no effect and never will, not even after a crash. It has not left the device, or the server has
    /// refused it before an edit or a retry.
    case cancelled
    /// The entry is being sent. It stays in the outbox.
    case inFlight
    /// An earlier attempt may have reached the server, so the entry stays in the outbox and is sent again.
    ///
    /// To undo its effect, add an entry that depends on it, such as the deletion of a message.
    case possiblySent
    /// The entry failed for good. It stays until ``Outbox/remove(_:)``.
    case rejected
    /// The outbox has no such entry: it was acknowledged, cancelled or removed.
    case notFound
}

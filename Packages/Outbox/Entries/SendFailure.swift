/// The reason for which a sender did not get an entry acknowledged.
@nonexhaustive
public enum SendFailure: Error, Hashable, Sendable {
    /// A later attempt may succeed. The outbox repeats it forever.
    ///
    /// - Parameters:
    ///   - retryAfter: The least pause that the server asked for, at most an hour.
    ///   - mayHaveArrived: `false` only if no byte of the request has left the device, as without a network. The entry
    ///     can then still be cancelled.
    case transient(retryAfter: Duration? = nil, mayHaveArrived: Bool = true)
    /// The server refused the entry, and a repetition would not change that. The entry had no effect.
    case permanent(OutboxRejection)
}

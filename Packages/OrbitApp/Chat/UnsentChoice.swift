/// The decision about unsent actions at a sign-out.
///
/// To wait for them instead, call ``UnsentActions/send(within:)`` before the sign-out.
public enum UnsentChoice: CaseIterable, Hashable, Sendable {
    /// Unsent actions are deleted from this device and never sent.
    case discard
    /// Unsent actions stay on this device, and are sent after the next sign-in to the same account.
    case keep
}

public import Networking
public import OrbitModels

/// Actions that wait in an outbox. Their expected effects are shown by the same overlay as those of other actions.
extension EventLog {
    /// Shows the expected effects of a queued action until the log contains its effect, or until
    /// ``withdrawQueued(_:)``. Replaces the effects of an earlier call with the same key.
    ///
    /// - Parameters:
    ///   - key: The key with which the action will be sent.
    ///   - events: The events that show the effect.
    public func showQueued(_ key: IdempotencyKey, expecting events: [LogEvent]) {
        pending.remove(key)
        begin(key, expecting: events)
        if events.isEmpty { publish() }
    }

    /// Applies the effects of a queued action that the server has performed.
    ///
    /// - Parameters:
    ///   - key: The key of the action.
    ///   - events: All effects of the action. They are used only if the server has no log.
    public func completeQueued(_ key: IdempotencyKey, with events: [LogEvent]) { complete(key, with: events) }

    /// Reverts the expected effects of a queued action that was refused, cancelled or removed.
    public func withdrawQueued(_ key: IdempotencyKey) { _ = abandon(key) }
}

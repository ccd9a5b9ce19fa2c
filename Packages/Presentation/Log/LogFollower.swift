public import OrbitModels

/// An object that the log keeps up to date. ``PagedList`` and ``Resource`` are followers. A feature writes a follower
/// for state that is neither a list nor a resource.
///
/// The log calls all followers within one turn of the main actor. All followers apply the events before any follower
/// publishes, so a screen never mixes lists from before and after an event.
///
/// To write a follower, attach it to a log with ``EventLog/attach(_:)``. Collect the changes of
/// ``apply(_:through:isOwn:)`` in properties that are not observed, ignore unknown kinds of events, and update the
/// observed properties in ``publish()``. To test it, pass slices of events to `EventLog.receive(_:)` and read the
/// observed properties.
@MainActor public protocol LogFollower: AnyObject {
    /// Applies events without changing any observed property.
    ///
    /// - Parameters:
    ///   - events: The events after the log's previous position.
    ///   - position: The position of the log after the events.
    ///   - isOwn: Whether an action on this device caused the events.
    func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool)

    /// Shows the applied events and the pending actions.
    func publish()

    /// Discards the state and loads it again. Called when the log starts over, because its events cannot be applied to
    /// the old state.
    func reset()

    /// Repeats loads that failed while the connection was lost. Called when the connection is restored.
    func connectionDidRestore()
}

extension LogPosition {
    /// Whether a snapshot at this position lacks `event`, for a log at position `end`.
    func lacks(_ event: LogEvent, upTo end: LogPosition) -> Bool {
        epoch != end.epoch || event.seq > seq
    }

    /// Advances to `end`. A snapshot that is newer than the log keeps its position until the log reaches it.
    mutating func advance(to end: LogPosition) {
        if epoch != end.epoch || seq < end.seq { self = end }
    }
}

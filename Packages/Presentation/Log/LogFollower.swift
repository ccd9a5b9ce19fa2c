public import OrbitModels

/// What keeps itself up to date by the log: ``PagedList`` and ``Resource``, and a feature's own state where neither fits.
///
/// The log calls all followers within one turn of the main actor: first all absorb, then all publish. So
/// no screen ever shows one list before an event beside another one after it.
@MainActor public protocol LogFollower: AnyObject {
    /// Takes in the events that follow the log's previous position. May change nothing that is observed.
    ///
    /// - Parameter isOwn: whether an action on this device has caused them.
    func absorb(_ events: [LogEvent], upTo position: LogPosition, isOwn: Bool)

    /// Shows what was absorbed, with the pending actions on top.
    func publish()

    /// What it holds cannot be continued: it is loaded again. Called when the log starts over.
    func reset()

    /// The connection is back: what could not be loaded again may be now.
    func revive()
}

extension LogPosition {
    /// Whether what stands here lacks an event of a log that has come to `end`.
    func lacks(_ event: LogEvent, upTo end: LogPosition) -> Bool {
        epoch != end.epoch || event.seq > seq
    }

    /// Moves on to `end`. What is newer than the log stays where it is until the log has got there.
    mutating func advance(to end: LogPosition) {
        if epoch != end.epoch || seq < end.seq { self = end }
    }
}

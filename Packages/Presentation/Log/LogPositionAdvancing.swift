import OrbitModels

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

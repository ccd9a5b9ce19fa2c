import OrbitModels

extension EventLog {
    /// The latest events of the log. They bring snapshots that were read earlier up to date.
    struct RecentEvents {
        private static let capacity = 512

        /// The position before the first stored event.
        private(set) var start: LogPosition
        private var events: [LogEvent] = []

        init(after start: LogPosition) {
            self.start = start
        }

        /// The position after the last stored event.
        var end: LogPosition { start.advanced(by: events.count) }

        /// Appends the events that follow ``end``.
        mutating func append(_ new: [LogEvent]) {
            events += new
            let surplus = events.count - Self.capacity
            guard surplus > Self.capacity else { return }  // in large steps, because a removal moves the rest
            events.removeFirst(surplus)
            start = start.advanced(by: surplus)
        }

        /// Whether this action has caused any of the events. O(n).
        func holds(_ action: String) -> Bool { events.contains { $0.action == action } }

        /// Returns the events after a position. Returns an empty slice if the position is ``end`` or later, and `nil`
        /// if some of the events are no longer stored.
        func since(_ position: LogPosition) -> ArraySlice<LogEvent>? {
            guard position.epoch == start.epoch, position.seq >= start.seq else { return nil }
            return events.dropFirst(position.seq - start.seq)
        }
    }
}

import OrbitModels

extension PersonLog {
    /// The last events of the log, by which a snapshot that was read earlier is brought up to date.
    struct RecentEvents {
        private static let capacity = 512

        /// The position before the first event that is kept.
        private(set) var start: LogPosition
        private var events: [LogEvent] = []

        init(after start: LogPosition) {
            self.start = start
        }

        /// Where the events lead to.
        var end: LogPosition { start.advanced(by: events.count) }

        /// Appends the events that follow ``end``.
        mutating func append(_ new: [LogEvent]) {
            events += new
            let surplus = events.count - Self.capacity
            guard surplus > Self.capacity else { return }  // in large steps: removing the first ones moves the rest
            events.removeFirst(surplus)
            start = start.advanced(by: surplus)
        }

        /// Whether this action has caused any of the events. O(n).
        func holds(_ action: String) -> Bool { events.contains { $0.action == action } }

        /// The events after a position, none if it is ``end`` or later; `nil` if they are not all here.
        func since(_ position: LogPosition) -> ArraySlice<LogEvent>? {
            guard position.epoch == start.epoch, position.seq >= start.seq else { return nil }
            return events.dropFirst(position.seq - start.seq)
        }
    }
}

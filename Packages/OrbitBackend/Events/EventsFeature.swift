extension Feature {
    static let events = Feature(
        operations: [
            ReadEvents.self
        ],
        expiring: [JobLease.self],
        records: [LogHead.self, LogEntry.self, OwedReload.self],
        due: [LogHead.self, OwedReload.self])
}

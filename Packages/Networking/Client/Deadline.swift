import TimeAndChance

/// What `work` returns, unless `limit` passes first: then `work` is cancelled, waited for, and its result dropped.
func withDeadline<Value: Sendable>(
    _ limit: Duration, time: any TimeSource, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value?.self) { group in
        group.addTask { try await work() }
        group.addTask {
            try await time.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let value = first else { throw APIError.deadlineExceeded }
        return value
    }
}

/// What `work` returns, unless the calling task is cancelled first: then `work` is cancelled and left to itself, and its
/// result is dropped. So a transport that ignores its cancellation does not hold up the caller.
func abandonable<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let (results, end) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
    let task = Task {
        do {
            end.yield(.success(try await work()))
        } catch {
            end.yield(.failure(error))
        }
    }
    // The stream ends by itself when the calling task is cancelled.
    for await result in results { return try result.get() }
    task.cancel()
    throw CancellationError()
}

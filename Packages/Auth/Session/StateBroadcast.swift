/// Sends the current value and each later one to any number of observers. A slow observer skips to the newest.
struct StateBroadcast<Value: Sendable & Equatable> {
    private(set) var current: Value
    private var observers: [Int: AsyncStream<Value>.Continuation] = [:]
    private var lastID = 0

    init(_ value: Value) {
        current = value
    }

    mutating func send(_ value: Value) {
        guard value != current else { return }
        current = value
        for observer in observers.values { observer.yield(value) }
    }

    /// - Parameter onEnd: Called with the id to remove when the observer stops listening.
    mutating func observe(onEnd: @escaping @Sendable (Int) -> Void) -> AsyncStream<Value> {
        lastID += 1
        let id = lastID
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
        continuation.onTermination = { _ in onEnd(id) }
        continuation.yield(current)
        observers[id] = continuation
        return stream
    }

    mutating func remove(_ id: Int) {
        observers[id] = nil
    }
}

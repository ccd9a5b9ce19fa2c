import TimeAndChance

/// Returns the present value of an expression over observable models, then each different value.
///
/// ```swift
/// for await items in changes(of: { user.pokes.incoming.items }) { draw(items) }
/// ```
///
/// The sequence evaluates the expression on the main actor, when the loop asks for the next value and after a change.
/// Changes of one turn of the main actor, and changes during the body of the loop, give one value: the latest.
///
/// It ends when the task of the loop is cancelled, and then no longer retains the models. Iterate over it once.
///
/// - Parameter value: The expression. All that it reads is observed, so the models have to be isolated to the main
///   actor.
/// - Returns: The values, without repetitions.
@MainActor public func changes<Value: Equatable & Sendable>(
    of value: @escaping @MainActor () -> Value
) -> AsyncStream<Value> {
    let observed = ObservedValue(value)
    return AsyncStream(unfolding: { await observed.next() })
}

/// An expression with its last value and the observation of the next change.
@MainActor private final class ObservedValue<Value: Equatable & Sendable> {
    private let value: @MainActor () -> Value
    private var last: Value?
    /// The signal of the next change after the last evaluation.
    private var change: AsyncSignal?

    init(_ value: @escaping @MainActor () -> Value) {
        self.value = value
    }

    /// Waits for a value that differs from the last.
    ///
    /// - Returns: `nil` if the task is cancelled.
    func next() async -> Value? {
        while true {
            await change?.wait()
            guard !Task.isCancelled else { return nil }
            let (present, change) = AsyncSignal.observing(value)
            self.change = change
            guard present != last else { continue }
            last = present
            return present
        }
    }
}

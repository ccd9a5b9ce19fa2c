import TimeAndChance

/// A value that all operations of one backend share, such as a cache. It contains only data that can be read from the
/// store again.
public protocol SharedValue: Sendable {
    /// Creates an empty value.
    init()
}

extension BackendContext {
    /// The values that a backend keeps in memory. There is one value of each type, created on first use.
    package final class SharedValues: Sendable {
        private let values = LockedState<[ObjectIdentifier: any SharedValue]>([:])

        package func value<Value: SharedValue>(_ type: Value.Type) -> Value {
            values.withLock { values in
                let key = ObjectIdentifier(type)
                if let known = values[key] as? Value { return known }
                let value = Value()
                values[key] = value
                return value
            }
        }
    }

    /// Returns the value of a type that all operations of the backend share. The call takes a lock, so an operation
    /// that needs the value for each request stores it.
    public func shared<Value: SharedValue>(_ type: Value.Type) -> Value { sharedValues.value(type) }
}

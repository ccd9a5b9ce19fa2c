package import TimeAndChance

/// A cache with a maximum total size, in two generations. Look-ups take O(1).
///
/// When the recent values would exceed half of the capacity, they become the older generation. The previous older
/// generation is then evicted.
package final class GenerationalCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline struct Generations {
        @usableFromInline var recent: [Key: Value] = [:]
        /// The size of the recent values.
        @usableFromInline var size = 0
        /// The previous generation. A value that is read again becomes recent.
        @usableFromInline var older: [Key: Value] = [:]

        @inlinable init() {}
    }

    @usableFromInline let generations = LockedState(Generations())
    @usableFromInline let capacity: Int
    @usableFromInline let sizeOf: @Sendable (Value) -> Int

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: the maximum total size. A value of more than half of it is not cached.
    ///   - sizeOf: the size of a value, such as in bytes. The size of a value must not change.
    @inlinable package init(capacity: Int, sizeOf: @escaping @Sendable (Value) -> Int) {
        self.capacity = max(0, capacity)
        self.sizeOf = sizeOf
    }

    @inlinable package subscript(key: Key) -> Value? {
        get {
            generations.withLock { generations in
                if let value = generations.recent[key] { return value }
                guard let value = generations.older.removeValue(forKey: key) else { return nil }
                keep(value, key, &generations)
                return value
            }
        }
        set {
            generations.withLock { generations in
                generations.older[key] = nil
                if let before = generations.recent.removeValue(forKey: key) { generations.size -= sizeOf(before) }
                if let newValue { keep(newValue, key, &generations) }
            }
        }
    }

    /// The total size of the values.
    @inlinable package var size: Int {
        generations.withLock { $0.size + $0.older.values.reduce(0) { $0 + sizeOf($1) } }
    }

    @inlinable package func removeAll() { generations.withLock { $0 = Generations() } }

    @inlinable func keep(_ value: Value, _ key: Key, _ generations: inout Generations) {
        let size = sizeOf(value)
        guard size <= capacity / 2 else { return }
        if generations.size + size > capacity / 2 {
            (generations.older, generations.recent, generations.size) = (generations.recent, [:], 0)
        }
        generations.recent[key] = value
        generations.size += size
    }
}

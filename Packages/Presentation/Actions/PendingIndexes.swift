import OrbitModels

/// The numbers of the entries of ``PendingActions`` by a property that several entries can share.
struct NumberIndex<Key: Hashable> {
    private var numbers: [Key: Set<Int>] = [:]

    subscript(key: Key) -> Set<Int> { numbers[key] ?? [] }

    mutating func insert(_ number: Int, _ key: Key) { numbers[key, default: []].insert(number) }

    mutating func remove(_ number: Int, _ key: Key) {
        numbers[key]?.remove(number)
        if numbers[key]?.isEmpty ?? false { numbers[key] = nil }
    }
}

/// The confirmed entries of ``PendingActions`` by the position of their effect.
struct ConfirmedEffects {
    private struct Effect {
        let seq: Int
        let number: Int
    }

    /// The effects of each epoch, in ascending order of position.
    private var effects: [String: [Effect]] = [:]

    var isEmpty: Bool { effects.isEmpty }

    mutating func insert(_ number: Int, at position: LogPosition) {
        // Responses arrive nearly in the order of their positions, so the search ends soon.
        let known = effects[position.epoch] ?? []
        let place = known.lastIndex { $0.seq <= position.seq }.map { $0 + 1 } ?? 0
        effects[position.epoch, default: []].insert(Effect(seq: position.seq, number: number), at: place)
    }

    /// Removes and returns the numbers of the effects up to a position.
    mutating func takeReached(by position: LogPosition) -> [Int] {
        let reached = effects[position.epoch]?.prefix { $0.seq <= position.seq }.map(\.number) ?? []
        guard !reached.isEmpty else { return [] }
        effects[position.epoch]?.removeFirst(reached.count)
        if effects[position.epoch]?.isEmpty ?? false { effects[position.epoch] = nil }
        return reached
    }
}

/// The latest changes of the entries of ``PendingActions``. They show an overlay if it is still valid.
struct EntryChanges {
    private static let capacity = 512

    private var numbers: [Int] = []
    /// The revision before the first stored change.
    private var start = 0

    /// The number of changes.
    var revision: Int { start + numbers.count }

    mutating func note(_ number: Int) {
        numbers.append(number)
        let surplus = numbers.count - Self.capacity
        guard surplus > Self.capacity else { return }  // in large steps, because a removal moves the rest
        numbers.removeFirst(surplus)
        start += surplus
    }

    /// Returns the changes since a revision; `nil` if some of them are no longer stored.
    func since(_ revision: Int) -> ArraySlice<Int>? {
        revision >= start ? numbers.dropFirst(revision - start) : nil
    }
}

/// Values by key, of which a copy costs nothing and stays as it is: a change copies the few nodes on the way to it that
/// are shared with a copy (Bagwell, "Ideal Hash Trees", 2001). Look-ups and changes take O(log₃₂ n).
///
/// It is inlinable, as other modules would otherwise run it unspecialised, which takes half as long again.
package struct HashTrie<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline var root = TrieNode<Key, Value>()

    @inlinable package init() {}

    @inlinable package subscript(key: Key) -> Value? {
        get { root.value(for: key, key.hashValue, shift: 0) }
        set { _ = replace(key, by: newValue) }
    }

    /// Calls `body` with each key, in no order.
    @inlinable package func forEachKey(_ body: (Key) -> Void) { root.forEachKey(body) }

    /// Puts a value in the place of the one before, or empties the place; returns what was there.
    @inlinable package mutating func replace(_ key: Key, by value: Value?) -> Value? {
        let hash = key.hashValue
        return root.replace(key, by: value.map { TrieEntry(key, $0, hash) }, hash, shift: 0)?.value
    }
}

/// A key and its value. Nodes refer to it, so that to copy one costs as little whatever they are.
@usableFromInline final class TrieEntry<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let value: Value
    @usableFromInline let hash: Int

    @inlinable init(_ key: Key, _ value: Value, _ hash: Int) {
        (self.key, self.value, self.hash) = (key, value, hash)
    }
}

/// Up to 32 slots, by five bits of the hash. Where its bits have run out, any number, one after the other.
@usableFromInline struct TrieNode<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline typealias Entry = TrieEntry<Key, Value>

    @usableFromInline enum Slot: Sendable {
        case entry(Entry)
        case node(TrieNode)
    }

    @inlinable static var bits: Int { 5 }

    @usableFromInline var bitmap: UInt32 = 0
    @usableFromInline var slots: [Slot] = []

    @inlinable init() {}

    @inlinable static func bit(_ hash: Int, _ shift: Int) -> UInt32 {
        1 << (UInt32(truncatingIfNeeded: UInt(bitPattern: hash) >> UInt(shift)) & 31)
    }

    @inlinable func place(of bit: UInt32) -> Int { (bitmap & (bit &- 1)).nonzeroBitCount }

    @inlinable func value(for key: Key, _ hash: Int, shift: Int) -> Value? {
        guard shift < Int.bitWidth else {
            return listed(key)?.entry.value
        }
        let bit = Self.bit(hash, shift)
        guard bitmap & bit != 0 else { return nil }
        switch slots[place(of: bit)] {
        case .entry(let entry): return entry.key == key ? entry.value : nil
        case .node(let node): return node.value(for: key, hash, shift: shift + Self.bits)
        }
    }

    @inlinable func forEachKey(_ body: (Key) -> Void) {
        for slot in slots {
            switch slot {
            case .entry(let entry): body(entry.key)
            case .node(let node): node.forEachKey(body)
            }
        }
    }

    @inlinable mutating func replace(_ key: Key, by entry: Entry?, _ hash: Int, shift: Int) -> Entry? {
        guard shift < Int.bitWidth else { return replaceInList(key, by: entry) }
        let bit = Self.bit(hash, shift)
        let place = place(of: bit)
        guard bitmap & bit != 0 else {
            if let entry {
                slots.insert(.entry(entry), at: place)
                bitmap |= bit
            }
            return nil
        }
        switch slots[place] {
        case .entry(let before) where before.key == key:
            if let entry {
                slots[place] = .entry(entry)
            } else {
                slots.remove(at: place)
                bitmap &= ~bit
            }
            return before
        case .entry(let other):
            guard let entry else { return nil }
            var node = Self()
            _ = node.replace(other.key, by: other, other.hash, shift: shift + Self.bits)
            _ = node.replace(key, by: entry, hash, shift: shift + Self.bits)
            slots[place] = .node(node)
            return nil
        case .node(var node):
            slots[place] = .node(Self())  // so that `node` is the only reference, and is changed in place
            let before = node.replace(key, by: entry, hash, shift: shift + Self.bits)
            if node.slots.count == 1, case .entry = node.slots[0] {
                slots[place] = node.slots[0]
            } else {
                slots[place] = .node(node)
            }
            return before
        }
    }

    @inlinable mutating func replaceInList(_ key: Key, by entry: Entry?) -> Entry? {
        guard let (place, before) = listed(key) else {
            if let entry { slots.append(.entry(entry)) }
            return nil
        }
        if let entry { slots[place] = .entry(entry) } else { slots.remove(at: place) }
        return before
    }

    @inlinable func listed(_ key: Key) -> (place: Int, entry: Entry)? {
        for (place, slot) in slots.enumerated() {
            if case .entry(let entry) = slot, entry.key == key { return (place, entry) }
        }
        return nil
    }
}

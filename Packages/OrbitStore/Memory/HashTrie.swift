/// A persistent hash map (Bagwell, "Ideal Hash Trees", 2001). Look-ups and changes take O(log₃₂ n).
///
/// Copies take O(1) and are independent of each other. A change duplicates only the nodes on its path that another copy
/// still uses.
package struct HashTrie<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline var root = TrieNode<Key, Value>()

    @inlinable package init() {}

    @inlinable package subscript(key: Key) -> Value? {
        get { root.value(for: key, key.hashValue, shift: 0) }
        set { _ = replace(key, by: newValue) }
    }

    /// Calls `body` with each key, in undefined order.
    @inlinable package func forEachKey(_ body: (Key) -> Void) { root.forEachKey(body) }

    /// Replaces the value of the key, or removes it if `value` is `nil`. Returns the previous value.
    @inlinable package mutating func replace(_ key: Key, by value: Value?) -> Value? {
        let hash = key.hashValue
        return root.replace(key, by: value.map { TrieEntry(key, $0, hash) }, hash, shift: 0)?.value
    }
}

/// A key, its value and its hash. Nodes store references, so copying a node costs the same for every type.
@usableFromInline final class TrieEntry<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let key: Key
    @usableFromInline let value: Value
    @usableFromInline let hash: Int

    @inlinable init(_ key: Key, _ value: Value, _ hash: Int) {
        (self.key, self.value, self.hash) = (key, value, hash)
    }
}

/// A node with up to 32 slots, indexed by five bits of the hash. A node below the last bits is a list of any number of
/// entries with equal hashes.
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
            slots[place] = .node(Self())  // makes `node` the only reference, so that it changes in place
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

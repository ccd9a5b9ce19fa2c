/// The selection of the entries that can be sent. It takes constant time for each entry on average.
extension OutboxState {
    /// Returns the sequence of the entry that the lane sends next; `nil` if it cannot send now.
    ///
    /// - Parameters:
    ///   - lane: The lane.
    ///   - hasSender: Whether a kind has a sender. Entries of other kinds are parked.
    mutating func nextToSend(of lane: String, hasSender: (String) -> Bool) -> UInt64? {
        guard let sequence = head(of: lane, hasSender: hasSender), let item = items[sequence] else { return nil }
        return isSendable(item) ? sequence : nil
    }

    /// Returns the entries that the lane may send in one turn, from the first on.
    mutating func window(of lane: String, limit: Int, hasSender: (String) -> Bool) -> [UInt64] {
        guard let head = self.head(of: lane, hasSender: hasSender), let item = items[head], isSendable(item) else {
            return []
        }
        let candidates = lanes[lane]?.queue.rest.prefix(limit) ?? []
        return candidates.filter { sequence in
            guard let item = items[sequence] else { return false }
            return item.isStored && item.entry.state == .queued && hasSender(item.entry.kind)
        }
    }

    /// Puts the entries of a kind back into their lanes, because the kind has a sender now.
    ///
    /// - Complexity: O(entries of the lanes with such entries).
    mutating func unpark(kind: String) -> [String] {
        let names = lanes.filter { $0.value.parked[kind] != nil }.keys.sorted()
        for name in names {
            guard var lane = lanes[name], let parked = lane.parked.removeValue(forKey: kind) else { continue }
            lane.queue = FIFOQueue((parked + lane.queue.rest).sorted())
            lanes[name] = lane
        }
        return names
    }

    /// Removes the lane if it has no entries and nothing waits for it.
    mutating func removeIfIdle(_ lane: String) {
        while let first = lanes[lane]?.queue.first, items[first] == nil { _ = lanes[lane]?.queue.removeFirst() }
        if let idle = lanes[lane], idle.queue.isEmpty, !idle.parked.isEmpty {
            let parked = idle.parked.filter { $0.value.contains { items[$0] != nil } }
            lanes[lane]?.parked = parked
        }
        if lanes[lane]?.isIdle == true { lanes[lane] = nil }
    }

    /// Returns the first entry of the lane, after it has parked the entries of kinds without a sender.
    private mutating func head(of lane: String, hasSender: (String) -> Bool) -> UInt64? {
        while let first = lanes[lane]?.queue.first {
            if let kind = items[first]?.entry.kind {
                if hasSender(kind) { return first }
                lanes[lane]?.parked[kind, default: []].append(first)
            }
            _ = lanes[lane]?.queue.removeFirst()
        }
        return nil
    }

    private func isSendable(_ item: Item) -> Bool {
        item.isStored && !item.isChanging && item.entry.state == .queued
            && item.entry.dependencies.allSatisfy { !isEarlier($0, than: item.entry.sequence) }
    }

    /// Whether the outbox has an entry with this id that was added earlier. An entry that was added later can be behind
    /// the dependent entry in its lane, so waiting for it would never end.
    private func isEarlier(_ id: String, than sequence: UInt64) -> Bool {
        sequences[id].map { $0 < sequence } ?? false
    }
}

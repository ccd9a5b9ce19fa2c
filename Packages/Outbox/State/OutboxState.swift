import Foundation

/// The entries of an outbox, and the rules for their changes. The file and the running outbox apply the same records.
struct OutboxState: Sendable {
    struct Item: Sendable {
        var entry: OutboxEntry
        /// Whether the entry is durable.
        var isStored: Bool
        /// Whether a change of the entry is being stored.
        var isChanging = false
        /// Whether the file states that the entry may have left the device.
        var isReserved = false
    }

    let account: String
    private(set) var items: [UInt64: Item] = [:]
    private(set) var sequences: [String: UInt64] = [:]
    private(set) var payloadBytes = 0
    /// The next sequence. It never decreases.
    private(set) var nextSequence: UInt64
    var lanes: [String: OutboxLane] = [:]
    /// The changes since the last call of ``takeChanges()``.
    private var changes: [OutboxChange] = []
    /// The lanes that may be able to send since the last call of ``takeWokenLanes()``.
    private var wokenLanes: [String] = []
    /// The sequences of the entries that depend on an id. It can contain entries that no longer exist.
    private var dependents: [String: [UInt64]] = [:]

    init(account: String, nextSequence: UInt64 = 1) {
        self.account = account
        self.nextSequence = nextSequence
    }

    subscript(id: String) -> Item? { sequences[id].flatMap { items[$0] } }

    mutating func takeChanges() -> [OutboxChange] {
        defer { changes = [] }
        return changes
    }

    mutating func takeWokenLanes() -> [String] {
        defer { wokenLanes = [] }
        return wokenLanes
    }

    /// Returns a new sequence.
    mutating func takeSequence() -> UInt64 {
        defer { nextSequence += 1 }
        return nextSequence
    }

    /// Adds an entry that is not durable yet. It holds its lane until it is.
    mutating func insert(_ entry: OutboxEntry, isStored: Bool) {
        // In a file, an entry can have the id of an entry whose acknowledgement was not stored.
        if let earlier = sequences[entry.id] { _ = take(earlier) }
        items[entry.sequence] = Item(entry: entry, isStored: isStored, isReserved: entry.mayHaveArrived)
        sequences[entry.id] = entry.sequence
        payloadBytes += entry.payload.count
        nextSequence = max(nextSequence, entry.sequence + 1)
        lanes[entry.lane, default: OutboxLane()].queue.append(entry.sequence)
        for id in entry.dependencies where sequences[id] != nil {
            dependents[id, default: []].append(entry.sequence)
        }
    }

    /// Applies a durable record. Records of entries that no longer exist have no effect.
    mutating func apply(_ record: OutboxRecord) {
        switch record {
        case .header(_, let nextSequence):
            self.nextSequence = max(self.nextSequence, nextSequence)
        case .added(let entry):
            if items[entry.sequence] == nil { insert(entry, isStored: true) }
            change(entry.sequence) { $0.isStored = true }
        case .edited(let sequence, let payload):
            payloadBytes += payload.count - (items[sequence]?.entry.payload.count ?? payload.count)
            change(sequence) { item in
                item.entry.payload = payload
                item.entry.revision &+= 1
                item.entry.state = .queued
            }
        case .rejected(let sequence, let rejection):
            change(sequence) { $0.entry.state = .rejected(rejection) }
        case .retried(let sequence):
            change(sequence) { $0.entry.state = .queued }
        case .acknowledged(let sequence):
            guard var entry = take(sequence) else { return }
            entry.state = .acknowledged
            changes.append(.entry(entry))
            wakeDependents(of: entry.id)
        case .removed(let sequence):
            guard let entry = take(sequence) else { return }
            changes.append(.removed(id: entry.id))
            rejectDependents(of: entry.id)
        case .attempting(let sequences):
            for sequence in sequences { items[sequence]?.isReserved = true }
        case .unsent(let sequences):
            for sequence in sequences {
                items[sequence]?.isReserved = false
                // A file that was compacted during the attempt states that the entry may have left the device.
                items[sequence]?.entry.mayHaveArrived = false
            }
        }
    }

    /// Changes an entry, and notes the change.
    mutating func change(_ sequence: UInt64, _ body: (inout Item) -> Void) {
        guard var item = items[sequence] else { return }
        body(&item)
        items[sequence] = item
        guard item.isStored else { return }
        changes.append(.entry(item.entry))
        wokenLanes.append(item.entry.lane)
    }

    /// Notes that a change of the entry is being stored, or that it no longer is. The entry is not sent meanwhile.
    mutating func setChanging(_ isChanging: Bool, _ sequence: UInt64) {
        guard let lane = items[sequence]?.entry.lane else { return }
        items[sequence]?.isChanging = isChanging
        if !isChanging { wokenLanes.append(lane) }
    }

    /// Removes an entry that could not be stored. Returns the entries that depend on it and are rejected therefore.
    mutating func discard(_ sequence: UInt64) -> [UInt64] {
        guard let entry = take(sequence) else { return [] }
        return rejectDependents(of: entry.id)
    }

    /// After damage to the file, the entries before it may have been cancelled or sent in the lost records.
    mutating func rejectAll(lostBytes: Int) {
        for sequence in items.keys {
            items[sequence]?.isReserved = true
            if items[sequence]?.entry.state == .queued { apply(.rejected(sequence, .storageDamaged)) }
        }
        // Each lost record has at least one byte, so no lost entry had a later sequence.
        nextSequence += UInt64(clamping: lostBytes)
    }

    /// Ends the replay of a file: no view model has seen the entries, and reserved entries may have left the device.
    mutating func settle() {
        for sequence in items.keys {
            if items[sequence]?.isReserved == true { items[sequence]?.entry.mayHaveArrived = true }
        }
        changes = []
    }

    private mutating func take(_ sequence: UInt64) -> OutboxEntry? {
        guard let entry = items.removeValue(forKey: sequence)?.entry else { return nil }
        sequences[entry.id] = nil
        payloadBytes -= entry.payload.count
        wokenLanes.append(entry.lane)
        return entry
    }

    private mutating func wakeDependents(of id: String) {
        for sequence in dependents.removeValue(forKey: id) ?? [] {
            if let lane = items[sequence]?.entry.lane { wokenLanes.append(lane) }
        }
    }

    @discardableResult
    private mutating func rejectDependents(of id: String) -> [UInt64] {
        let sequences = dependents.removeValue(forKey: id) ?? []
        let queued = sequences.filter { items[$0]?.entry.state == .queued }
        for sequence in queued { change(sequence) { $0.entry.state = .rejected(.dependencyRemoved) } }
        return queued
    }
}

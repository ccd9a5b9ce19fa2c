public import Foundation
import TimeAndChance

/// The changes that a user can make. Each is durable before it returns.
extension Outbox {
    /// Adds an entry at the end of its lane, and returns it once it is durable.
    ///
    /// - Parameters:
    ///   - id: An id that no other entry has, such as 128 random bits as text: 1...128 bytes. It is the client id and
    ///     the idempotency key.
    ///   - lane: The name of the lane, such as the id of a conversation: 1...256 bytes.
    ///   - kind: The name of the sender: 1...256 bytes.
    ///   - payload: The content. It has at most ``OutboxLimits/maxPayloadBytes`` bytes.
    ///   - dependencies: The ids of at most 16 entries that must be acknowledged before this entry is sent. An id that
    ///     is not in the outbox yet or any more counts as acknowledged. If such an entry is cancelled or removed, this entry is
    ///     rejected with ``OutboxRejection/dependencyRemovedCode``.
    /// - Returns: The entry.
    /// - Throws: ``OutboxError``. The entry is then not in the outbox.
    @discardableResult
    public func add(
        id: String, lane: String, kind: String, payload: Data, after dependencies: [String] = []
    ) async throws(OutboxError) -> OutboxEntry {
        try check(id: id, lane: lane, kind: kind, payload: payload, dependencies: dependencies)
        guard state[id] == nil else { throw .duplicateID }
        guard !dependencies.contains(id) else { throw .notPermitted }
        guard state.items.count < limits.maxEntries, payload.count <= limits.maxBytes - state.payloadBytes else {
            throw .full
        }
        let entry = OutboxEntry(
            id: id, sequence: state.takeSequence(), lane: lane, kind: kind, account: account, createdAt: time.date,
            dependencies: dependencies, payload: payload, revision: 0, state: .queued, mayHaveArrived: false,
            attempts: 0)
        // In the lane from now on, so that entries that are added meanwhile do not overtake it.
        state.insert(entry, isStored: false)
        do {
            try await write([.added(entry)])
        } catch {
            for dependent in state.discard(entry.sequence) {
                unwritten.append(.rejected(dependent, .dependencyRemoved))
            }
            publish()
            throw error
        }
        return entry
    }

    private func check(
        id: String, lane: String, kind: String, payload: Data, dependencies: [String]
    ) throws(OutboxError) {
        guard !id.isEmpty, !lane.isEmpty, !kind.isEmpty else { throw .missingText }
        let areShort =
            ([id] + dependencies).allSatisfy { $0.utf8.count <= OutboxLimits.maxIDBytes }
            && [lane, kind].allSatisfy { $0.utf8.count <= OutboxLimits.maxTextBytes }
        guard areShort, dependencies.count <= OutboxLimits.maxDependencies, payload.count <= limits.maxPayloadBytes
        else { throw .tooLarge }
    }

    /// Removes an entry that has not left the device. The answer states whether it was removed.
    ///
    /// After ``CancelOutcome/cancelled`` the entry never leaves the device, not even after a crash or a power cut.
    ///
    /// - Throws: ``OutboxError``. The entry is then still in the outbox.
    public func cancel(_ id: String) async throws(OutboxError) -> CancelOutcome {
        guard let item = state[id], item.isStored else { return .notFound }
        switch item.entry.state {
        case .inFlight: return .inFlight
        case .acknowledged: return .notFound
        case .rejected: return .rejected
        case .queued: break
        }
        guard !item.entry.mayHaveArrived else { return .possiblySent }
        try await store(.removed(item.entry.sequence), changing: item)
        return .cancelled
    }

    /// Replaces the payload of an entry that has not left the device or was rejected. The entry keeps its id and its
    /// place in the lane, and is queued.
    ///
    /// - Throws: ``OutboxError``, for example ``OutboxError/notPermitted`` if the server may have the entry. Add an
    ///   entry that depends on it instead. After an error the payload is unchanged.
    public func edit(_ id: String, payload: Data) async throws(OutboxError) {
        guard payload.count <= limits.maxPayloadBytes else { throw .tooLarge }
        guard let item = state[id], item.isStored else { throw .notFound }
        switch item.entry.state {
        case .rejected: break
        case .queued where !item.entry.mayHaveArrived: break
        default: throw .notPermitted
        }
        guard payload.count - item.entry.payload.count <= limits.maxBytes - state.payloadBytes else { throw .full }
        try await store(.edited(item.entry.sequence, payload: payload), changing: item)
    }

    /// Queues a rejected entry again, with its id and at its place in the lane.
    ///
    /// - Throws: ``OutboxError``, for example ``OutboxError/notPermitted`` if the entry is not rejected.
    public func retry(_ id: String) async throws(OutboxError) {
        let item = try rejected(id)
        try await store(.retried(item.entry.sequence), changing: item)
    }

    /// Removes a rejected entry, so that its lane continues. Entries that depend on it are rejected.
    ///
    /// - Throws: ``OutboxError``, for example ``OutboxError/notPermitted`` if the entry is not rejected.
    public func remove(_ id: String) async throws(OutboxError) {
        let item = try rejected(id)
        try await store(.removed(item.entry.sequence), changing: item)
    }

    private func rejected(_ id: String) throws(OutboxError) -> OutboxState.Item {
        guard let item = state[id], item.isStored else { throw .notFound }
        guard case .rejected = item.entry.state else { throw .notPermitted }
        return item
    }

    /// Stores a change of an entry. The entry is not sent meanwhile.
    private func store(_ record: OutboxRecord, changing item: OutboxState.Item) async throws(OutboxError) {
        guard !item.isChanging else { throw .changeInProgress }
        let sequence = item.entry.sequence
        state.setChanging(true, sequence)
        defer {
            state.setChanging(false, sequence)
            publish()
        }
        try await write([record])
    }
}

package import OrbitModels
package import OrbitStore

/// A range of a log in its stored form, filtered for its owner.
package struct StoredSlice: Sendable {
    package let at: LogPosition
    package var events: [LogEntry] = []
    package var isResync = false

    package init(at position: LogPosition, events: [LogEntry] = [], isResync: Bool = false) {
        (at, self.events, self.isResync) = (position, events, isResync)
    }
}

/// The position and the new events of the caller's log, which a response contains beside its data.
package struct StoredReceipt: Sendable {
    package let at: LogPosition
    package var action: String?
    package var events: [LogEntry] = []
}

extension LogHead {
    /// The maximum number of events in a slice. A client that lacks more events reloads its lists instead.
    package static let longestSlice = 250

    /// Returns the events after a position up to this head. If the log cannot continue from the position, returns a
    /// resync: a slice without events, after which the client reloads its lists.
    ///
    /// - Parameters:
    ///   - position: The position; `nil` begins at the end of the log.
    ///   - reader: The snapshot that the head was read from.
    ///   - account: The account of the owner, if it was read from the same snapshot.
    package func slice(
        after position: LogPosition?, in reader: any StoreReader, knowing account: AccountRecord? = nil
    ) throws -> StoredSlice {
        guard let position else { return StoredSlice(at: self.position) }
        guard position.epoch == epoch, position.seq >= floor, position.seq <= seq,
            seq - position.seq <= Self.longestSlice
        else { return StoredSlice(at: self.position, isResync: true) }
        guard position.seq < seq else { return StoredSlice(at: self.position) }
        let entries = try LogEntry.list(owner, position.seq + 1...seq, in: reader)
        guard entries.count == seq - position.seq else { return StoredSlice(at: self.position, isResync: true) }
        var visibility = MutualVisibility(in: reader, knowing: account)
        return StoredSlice(at: self.position, events: try visibility.filtered(entries))
    }
}

extension StoredReceipt {
    /// Returns the receipt of a repeated request. It contains the events of the first response that are still stored
    /// and that the owner may still read.
    ///
    /// - Parameters:
    ///   - position: The position of the first receipt.
    ///   - count: The number of events that the request has appended.
    ///   - action: The `Idempotency-Key` of the request.
    ///   - owner: The owner of the log.
    ///   - reader: A snapshot of the store.
    package static func repeated(
        at position: LogPosition, count: Int, action: String?, of owner: UserID, in reader: any StoreReader
    ) throws -> StoredReceipt {
        var receipt = StoredReceipt(at: position, action: action)
        guard count > 0, let head = try LogHead.of(owner, in: reader), head.epoch == position.epoch,
            position.seq - count >= head.floor
        else { return receipt }
        var visibility = MutualVisibility(in: reader)
        receipt.events = try visibility.filtered(
            LogEntry.list(owner, position.seq - count + 1...position.seq, in: reader))
        return receipt
    }
}

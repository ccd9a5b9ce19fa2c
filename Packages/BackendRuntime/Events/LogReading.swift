package import OrbitModels
package import OrbitStore

/// A part of a log, as it is stored and as its owner may read it.
package struct StoredSlice: Sendable {
    package let at: LogPosition
    package var events: [LogEntry] = []
    package var isResync = false

    package init(at position: LogPosition, events: [LogEntry] = [], isResync: Bool = false) {
        (at, self.events, self.isResync) = (position, events, isResync)
    }
}

/// What a response says of the caller's log, beside its data.
package struct StoredReceipt: Sendable {
    package let at: LogPosition
    package var action: String?
    package var events: [LogEntry] = []
}

extension LogHead {
    /// Of more events than this a client loads its lists again instead.
    package static let longestSlice = 250

    /// The events after a position up to this head; or, if the position cannot be continued, the word to load again.
    ///
    /// - Parameter position: `nil` begins at the end.
    package func slice(after position: LogPosition?, in reader: any StoreReader) throws -> StoredSlice {
        guard let position else { return StoredSlice(at: self.position) }
        guard position.epoch == epoch, position.seq >= floor, position.seq <= seq,
            seq - position.seq <= Self.longestSlice
        else { return StoredSlice(at: self.position, isResync: true) }
        guard position.seq < seq else { return StoredSlice(at: self.position) }
        let entries = try LogEntry.list(owner, position.seq + 1...seq, in: reader)
        guard entries.count == seq - position.seq else { return StoredSlice(at: self.position, isResync: true) }
        var sight = MutualSight(in: reader)
        return StoredSlice(at: self.position, events: try sight.filtered(entries))
    }
}

extension StoredReceipt {
    /// The receipt of a request that is repeated: the same events, as far as they are kept and may still be read.
    ///
    /// - Parameter count: how many events the request has appended.
    package static func again(
        at position: LogPosition, count: Int, action: String?, of owner: UserID, in reader: any StoreReader
    ) throws -> StoredReceipt {
        var receipt = StoredReceipt(at: position, action: action)
        guard count > 0, let head = try LogHead.of(owner, in: reader), head.epoch == position.epoch,
            position.seq - count >= head.floor
        else { return receipt }
        var sight = MutualSight(in: reader)
        receipt.events = try sight.filtered(
            LogEntry.list(owner, position.seq - count + 1...position.seq, in: reader))
        return receipt
    }
}

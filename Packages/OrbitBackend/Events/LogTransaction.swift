import Foundation
import OrbitModels

/// A transaction of the store in which events may be appended to people's logs.
///
/// Events are staged, and get their numbers when the body has ended (``close()``): so the heads of the logs, which
/// others may be waiting for, are taken last and in one order. A body that is run again begins with an empty stage, as
/// it has a transaction of its own; a body that throws appends nothing.
final class LogTransaction: StoreTransaction {
    let now: Date
    private let engine: any StoreTransaction
    private let newEpoch: () -> String
    private var actor: UserID?
    private var action: String?
    private var staged: [StagedEvent] = []
    private var aged: [UserID] = []
    private var isClosed = false
    /// What was appended to the log of the actor.
    private var ownEvents: [LogEntry] = []
    /// Whose followers are woken after the commit.
    private(set) var wakes: Set<UserID> = []
    /// Whether there is something left to do once this is committed; see ``LeftOverWork``.
    var hasWork = false

    private struct StagedEvent {
        let owner: UserID
        let kind: EventKind
        let subject: UserID?
        let touches: [ListName]
        let data: Data?
    }

    init(_ engine: any StoreTransaction, now: Date, newEpoch: @escaping () -> String) {
        self.engine = engine
        self.now = now
        self.newEpoch = newEpoch
    }

    func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? { try engine.get(type, key) }

    func get<Record: StoreRecord>(_ type: Record.Type, all keys: [String]) throws -> [String: Record] {
        try engine.get(type, all: keys)
    }

    func list<Record: StoreRecord>(_ type: Record.Type, _ query: IndexQuery) throws -> [Record] {
        try engine.list(type, query)
    }

    func put(_ record: some StoreRecord) throws { try engine.put(record) }

    func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws { try engine.delete(type, key) }
}

extension LogTransaction {
    /// Whose request it is. Their own events carry the name that they gave the request.
    func act(as actor: UserID, action: String?) {
        (self.actor, self.action) = (actor, action)
    }

    /// Stages an event.
    ///
    /// - Parameters:
    ///   - subject: the other person it is about. It is dropped if owner and subject may not see each other in
    ///     the end.
    ///   - touches: every list that changes with it.
    func append(
        _ kind: EventKind, to owner: UserID, about subject: UserID? = nil, touches: [ListName],
        data: (any Encodable)? = nil
    ) throws {
        let bytes = try data.map { try OrbitJSON.encoder.encode($0) }
        staged.append(StagedEvent(owner: owner, kind: kind, subject: subject, touches: touches, data: bytes))
    }

    /// Begins the log of a person who has none.
    func beginLog(of owner: UserID) throws {
        if try LogHead.of(owner, in: engine) == nil { try engine.put(LogHead(owner: owner, epoch: newEpoch())) }
    }

    /// Has events that are too old removed on closing.
    func sweepLogs() throws {
        aged = try LogRetention.aged(in: engine, now: now)
    }

    /// Wakes those who follow the log, such as to let them find that their session is over.
    func wakeFollowers(of owner: UserID) {
        wakes.insert(owner)
    }

    /// Numbers and writes the staged events. Nothing is appended afterwards.
    func close() throws {
        guard !isClosed else { return }
        isClosed = true
        if staged.isEmpty && aged.isEmpty { return }
        let events = Dictionary(grouping: try visibleEvents(), by: \.owner)
        for owner in Set(events.keys).union(aged).sorted() {
            try write(events[owner] ?? [], to: owner)
        }
    }

    /// What a response to the actor says of their log.
    func receipt() throws -> StoredReceipt? {
        try close()
        guard let actor, let head = try LogHead.of(actor, in: engine) else { return nil }
        return StoredReceipt(at: head.position, action: action, events: ownEvents)
    }

    private func write(_ events: [StagedEvent], to owner: UserID) throws {
        var head = try LogHead.of(owner, in: engine) ?? LogHead(owner: owner, epoch: newEpoch())
        let isActor = owner == actor
        for event in events {
            head.seq += 1
            let entry = LogEntry(
                owner: owner, seq: head.seq, at: now, kind: event.kind, subject: event.subject,
                action: isActor ? action : nil, touches: event.touches, data: event.data)
            try engine.put(entry)
            if isActor { ownEvents.append(entry) }
        }
        if !events.isEmpty {
            head.oldestAt = head.oldestAt ?? now
            wakes.insert(owner)
        }
        try LogRetention.prune(&head, in: engine, now: now)
        try engine.put(head)
    }

    /// The staged events whose owner and subject may see each other now that all is written.
    private func visibleEvents() throws -> [StagedEvent] {
        var known = MutualSight(in: engine)
        return try staged.filter { event in
            guard let subject = event.subject, event.kind != .personHidden else { return true }
            return try known.see(event.owner, subject)
        }
    }
}

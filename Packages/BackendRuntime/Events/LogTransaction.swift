public import Foundation
public import OrbitModels
public import OrbitStore

/// A transaction of the store in which events may be appended to people's logs.
///
/// Events are staged, and get their numbers when the body has ended (`close()`): so the heads of the logs, which
/// others may be waiting for, are taken last and in one order. A body that is run again begins with an empty stage, as
/// it has a transaction of its own; a body that throws appends nothing.
public final class LogTransaction: ForwardingReader, StoreTransaction {
    /// The instant of all that the transaction writes.
    public let now: Date
    /// The transaction of the store, whose writes are not checked.
    private let engine: any StoreTransaction
    /// Whose lists events touch.
    package let features: FeatureSet
    private let newEpoch: () -> String
    private var actor: UserID?
    private var action: String?
    /// The account that the events are counted for; `nil` for a moderator's decision and for scheduled work.
    private var cause: UserID?
    private var staged: [StagedEvent] = []
    private var isClosed = false
    /// Those whose suggestions may have changed.
    private var viewers: Set<UserID> = []
    /// What was appended to the log of the actor.
    private var ownEvents: [LogEntry] = []
    /// Messages that are handed over once this is committed.
    package private(set) var alerts: [PostedAlert] = []
    /// What the operator counts once this is committed.
    package private(set) var counts: [OperatorEvent] = []
    /// What is left to do once this is committed, by the keys of leases; see ``Job``.
    package private(set) var jobs: Set<String> = []
    /// Whether its writes are counted: logs are then pruned by no more than is appended.
    package var countsWrites = false
    /// Whether an account is being erased.
    package var isErasing = false
    private var writes = 0

    private struct StagedEvent {
        let owner: UserID
        let kind: EventKind
        let subject: UserID?
        let named: UserID?
        let touches: [ListName]
        let data: Data?
        let warning: MeetupID?
    }

    package init(_ engine: any StoreTransaction, now: Date, features: FeatureSet, newEpoch: @escaping () -> String) {
        self.engine = engine
        self.now = now
        self.features = features
        self.newEpoch = newEpoch
    }

    /// The records of the transaction.
    public var reader: any StoreReader { engine }

    /// Writes a record, and notes what follows from it: work that is left, and suggestions that may have changed.
    ///
    /// - Throws: ``FeatureDeclarationError`` if no feature names the type of the record or the rate limit that it is of,
    ///   or `StoreError`.
    public func put(_ record: some StoreRecord) throws {
        try features.requireDeclared(type(of: record))
        if let usage = record as? UsageRecord, !features.limits.contains(usage.limit) {
            throw FeatureDeclarationError.undeclaredLimit(usage.limit)
        }
        writes += 1
        if let basis = record as? any SuggestionBasis { viewers.formUnion(basis.viewers) }
        if let job = record as? any Job { jobs.insert(type(of: job).leaseKey(of: job.key)) }
        try engine.put(record)
    }

    /// Removes a record, and notes what follows from it.
    ///
    /// - Throws: ``FeatureDeclarationError`` if no feature names the type of the record, or `StoreError`.
    public func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        try features.requireDeclared(type)
        writes += 1
        if let basis = type as? any SuggestionBasis.Type { viewers.formUnion(basis.viewers(ofKey: key)) }
        try engine.delete(type, key)
    }

    /// Writes the bytes of a record.
    ///
    /// - Throws: ``FeatureDeclarationError`` if no feature names the type of the record, or `StoreError`.
    public func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        try features.requireDeclared(type)
        writes += 1
        try engine.putBlob(bytes, of: type, key)
    }

    /// Announces a change once this is committed.
    public func announce(_ topic: String) { engine.announce(topic) }
}

extension LogTransaction {
    /// A record; `nil` only if there is none, not if it cannot be read.
    public func certain<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        if let record = try get(type, key) { return record }
        if setAside.contains(UnreadableRecord(table: type.table, key: key)) {
            throw StoreError.unreadableRecord(table: type.table)
        }
        return nil
    }

    /// Counts an event for the operator once this is committed.
    public func count(_ event: OperatorEvent) { counts.append(event) }

    /// Whose request it is. Their own events carry the name that they gave the request.
    package func act(as actor: UserID, action: String?) {
        (self.actor, self.action, cause) = (actor, action, actor)
    }

    /// Sets the account that has caused the events of the transaction.
    ///
    /// In a request it is the caller. In a job it is set first, to the account whose request has left the job. A log
    /// takes a bounded number of events a day from each account but its owner's. It owes its owner a reload of the
    /// lists that the other events touch.
    ///
    /// Use it in jobs alone, with an account that the job keeps from its request. Each account has a budget of its own,
    /// and a log takes any number of events from its owner. With another account than the cause, one person could fill
    /// the log of another. A full log loses its oldest events, and devices that lack them load all lists again.
    ///
    /// - Parameter cause: The account, or `nil` for scheduled work. All scheduled work of added features shares one
    ///   budget of each log.
    public func attribute(to cause: UserID?) { self.cause = cause }

    /// Stages an event for the log of a person.
    ///
    /// - Parameters:
    ///   - kind: what it says.
    ///   - owner: the person whose log it is.
    ///   - subject: the other person it is about. It is dropped if owner and subject may not see each other in
    ///     the end.
    ///   - named: a person the data names beside it, for when their account is erased.
    ///   - touches: every list that changes with it.
    ///   - data: the data of the event, as JSON.
    ///   - warning: the meetup that the event warns of, if a reload within an hour can be too late. Some warnings are
    ///     appended beyond the budget of their cause; see `NoticeBudget`.
    /// - Throws: ``FeatureDeclarationError`` if no feature names the kind, or if only the backend appends it.
    public func append(
        _ kind: EventKind, to owner: UserID, about subject: UserID? = nil, naming named: UserID? = nil,
        touches: [ListName], data: (any Encodable)? = nil, warning: MeetupID? = nil
    ) throws {
        guard !FeatureSet.reservedEvents.contains(kind) else { throw FeatureDeclarationError.reservedEvent(kind) }
        guard features.events.contains(kind) else { throw FeatureDeclarationError.undeclaredEvent(kind) }
        try appendUnchecked(
            kind, to: owner, about: subject, naming: named, touches: touches, data: data, warning: warning)
    }

    /// Stages an event of any kind, `person.hidden` and `person.shown` included.
    package func appendUnchecked(
        _ kind: EventKind, to owner: UserID, about subject: UserID? = nil, naming named: UserID? = nil,
        touches: [ListName], data: (any Encodable)? = nil, warning: MeetupID? = nil
    ) throws {
        let bytes = try data.map { try OrbitJSON.encoder.encode($0) }
        staged.append(
            StagedEvent(
                owner: owner, kind: kind, subject: subject, named: named, touches: touches, data: bytes,
                warning: warning))
    }

    /// Begins the log of a person who has none.
    package func beginLog(of owner: UserID) throws {
        if try LogHead.of(owner, in: engine) == nil { try engine.put(LogHead(owner: owner, epoch: newEpoch())) }
    }

    /// What it writes, the events that are staged included: each has the log's head written, and may remove another.
    package var expectedWrites: Int { writes + 3 * staged.count }

    /// Hands over a message once this is committed.
    package func post(_ alert: PostedAlert) { alerts.append(alert) }

    /// Wakes those who follow the log, such as to let them find that their session is over.
    package func wakeFollowers(of owner: UserID) {
        announce(LogFollowers.topic(of: owner))
    }

    /// Numbers and writes the staged events. Nothing is appended afterwards.
    package func close() throws {
        guard !isClosed else { return }
        isClosed = true
        // Of a person who is being erased there is nobody to suggest people to, or to be suggested.
        if isErasing { viewers = [] }
        if staged.isEmpty && viewers.isEmpty { return }
        let events = Dictionary(grouping: try visibleEvents(), by: \.owner)
        for owner in Set(events.keys).union(viewers).sorted() {
            try write(events[owner] ?? [], to: owner)
        }
    }

    /// What a response to the actor says of their log.
    package func receipt() throws -> StoredReceipt? {
        try close()
        guard let actor, let head = try LogHead.of(actor, in: engine) else { return nil }
        return StoredReceipt(at: head.position, action: action, events: ownEvents)
    }

    private func write(_ events: [StagedEvent], to owner: UserID) throws {
        let known = try LogHead.of(owner, in: engine)
        if events.isEmpty, known == nil { return }
        // A person whose account is erased, and a pseudonym, have no log.
        guard try known != nil || engine.get(AccountRecord.self, owner.rawValue) != nil else { return }
        var head = known ?? LogHead(owner: owner, epoch: newEpoch())
        let isActor = owner == actor
        if viewers.contains(owner) { head.sight = (head.sight ?? 0) + 1 }
        for event in try admitted(events, &head) {
            head.seq += 1
            let entry = LogEntry(
                owner: owner, seq: head.seq, at: now, kind: event.kind, subject: event.subject, named: event.named,
                action: isActor ? action : nil, touches: event.touches, data: event.data)
            try engine.put(entry)
            if isActor { ownEvents.append(entry) }
        }
        if head.seq > (known?.seq ?? 0) {
            head.oldestAt = head.oldestAt ?? now
            wakeFollowers(of: owner)
        }
        try LogRetention.prune(&head, in: engine, now: now, batch: countsWrites ? 0 : LogRetention.batch)
        try engine.put(head)
    }

    /// The events within the budget of their cause, the warnings that the log takes beyond it, and the events that are
    /// never dropped.
    private func admitted(_ events: [StagedEvent], _ head: inout LogHead) throws -> [StagedEvent] {
        func isAdded(_ event: StagedEvent) -> Bool { features.addedEvents.contains(event.kind) }
        guard let cause = cause ?? (events.contains(where: isAdded) ? NoticeBudget.scheduledWork : nil),
            cause != head.owner, !events.isEmpty
        else { return events }
        let taken = try NoticeBudget.take(events.count, from: cause, to: &head, in: engine, now: now)
        let rest = events.dropFirst(taken)
        guard !rest.isEmpty else { return events }
        var kept: [StagedEvent] = []
        var lists: Set<ListName> = []
        for event in rest {
            if features.unlimitedEvents.contains(event.kind) {
                kept.append(event)
            } else if let meetup = event.warning,
                try NoticeBudget.takesWarning(of: meetup, from: cause, to: head.owner, in: engine, now: now)
            {
                kept.append(event)
            } else {
                lists.formUnion(event.touches)
            }
        }
        if !lists.isEmpty { try OwedReload.add(lists, to: head.owner, in: engine, now: now) }
        return events.prefix(taken) + kept
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

extension LogTransaction {
    /// Tells the owner how they see a person now.
    package func appendPerson(_ account: AccountRecord, to owner: AccountRecord, on day: CalendarDay) throws {
        guard let person = try Visibility(of: owner, in: self).person(of: account, on: day) else { return }
        let data = ChangedPerson(person: person, version: account.version)
        try append(.personChanged, to: owner.id, about: account.id, touches: listsOfPeople, data: data)
    }
}

/// A message on its way to the mailbox, which is handed over once its transaction is committed.
package struct PostedAlert: Sendable {
    package let mail: OutgoingMail
    /// Notes how the mailbox has responded, in a transaction of its own.
    package let note: @Sendable (MailDelivery.Outcome, LogTransaction) throws -> Void

    package init(mail: OutgoingMail, note: @escaping @Sendable (MailDelivery.Outcome, LogTransaction) throws -> Void) {
        (self.mail, self.note) = (mail, note)
    }
}

public import Foundation
package import Matching
public import OrbitModels
public import OrbitStore

/// A transaction of the store that can append events to people's logs.
///
/// Events are staged. They get their numbers when the body has ended (`close()`), so the heads of the logs are locked
/// last and in one order. Other transactions may wait for these heads. Each retry of a body has a new transaction with
/// an empty stage. A body that throws appends no events.
public final class LogTransaction: ForwardingReader, StoreTransaction {
    /// The instant of all writes of the transaction.
    public let now: Date
    /// The underlying transaction of the store. Its writes are not checked.
    // Only this type writes with it: the logs of people are records of the backend and need no check.
    private let engine: any StoreTransaction
    /// The features of the backend, which declare tables, events and lists.
    package let features: FeatureSet
    private let newEpoch: () -> String
    /// The person who has sent the request; `nil` in scheduled work.
    private var actor: UserID?
    /// The `Idempotency-Key` of the actor's request, by which the actor's device recognises the events of its action.
    private var action: String?
    /// The account that the events are counted for; `nil` for a moderator's decision and for scheduled work.
    private var cause: UserID?
    private var staged: [StagedEvent] = []
    private var isClosed = false
    /// The people whose suggestions may have changed.
    private var viewers: Set<UserID> = []
    /// The events that were appended to the log of the actor.
    private var ownEvents: [LogEntry] = []
    /// The messages to hand over after the commit.
    package private(set) var backgroundMails: [BackgroundMail] = []
    /// The events to count for the operator after the commit.
    package private(set) var counts: [OperatorEvent] = []
    /// The keys of the leases of the jobs to run after the commit; see ``Job``.
    package private(set) var jobs: Set<String> = []
    /// Whether the number of writes is limited. If so, pruning a log removes at most as many events as are appended to
    /// it.
    package var countsWrites = false
    /// Whether an account is being erased.
    package var isErasing = false
    private var writes = 0
    /// The pairs of people who see each other, as far as the body has looked them up.
    private var seenPairs: Set<UserPair> = []
    /// The last person of ``appendPerson(_:to:on:)``, and their JSON.
    private var changedPerson: (value: ChangedPerson, json: Data)?
    /// The head of the actor's log after all events; `nil` before ``close()`` or without events.
    private var actorHead: LogHead?

    private struct StagedEvent {
        let owner: UserID
        let kind: EventKind
        let subject: UserID?
        let named: UserID?
        let touches: [ListName]
        let data: Data?
        let budget: EventBudget
        let warning: MeetupID?
    }

    package init(_ engine: any StoreTransaction, now: Date, features: FeatureSet, newEpoch: @escaping () -> String) {
        self.engine = engine
        self.now = now
        self.features = features
        self.newEpoch = newEpoch
    }

    /// The reader of the transaction's records. It cannot write.
    public var reader: any StoreReader { engine }

    /// Writes a record. Notes jobs to run, and people whose suggestions may have changed.
    ///
    /// - Throws: ``FeatureDeclarationError`` if no feature names the type of the record or its rate limit, or
    ///   `StoreError`.
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

    /// Removes a record. Notes people whose suggestions may have changed.
    ///
    /// - Throws: ``FeatureDeclarationError`` if no feature names the type of the record, or `StoreError`.
    public func delete<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws {
        try features.requireDeclared(type)
        writes += 1
        if let basis = type as? any SuggestionBasis.Type { viewers.formUnion(basis.viewers(ofKey: key)) }
        try engine.delete(type, key)
    }

    /// Writes the blob of a record.
    ///
    /// - Throws: ``FeatureDeclarationError`` if no feature names the type of the record, or `StoreError`.
    public func putBlob<Record: BlobRecord>(_ bytes: Data, of type: Record.Type, _ key: String) throws {
        try features.requireDeclared(type)
        writes += 1
        try engine.putBlob(bytes, of: type, key)
    }

    /// Announces a change after the commit.
    public func announce(_ topic: String) { engine.announce(topic) }
}

extension LogTransaction {
    /// Returns a record; `nil` only if it does not exist.
    ///
    /// - Throws: `StoreError.unreadableRecord(table:)` if the record exists but cannot be read, or another
    ///   `StoreError`.
    public func getReadable<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
        if let record = try get(type, key) { return record }
        if quarantined.contains(UnreadableRecord(table: type.table, key: key)) {
            throw StoreError.unreadableRecord(table: type.table)
        }
        return nil
    }

    /// Counts an event for the operator after the commit.
    public func count(_ event: OperatorEvent) { counts.append(event) }

    /// Sets the person who has sent the request, and its `Idempotency-Key`. The person is also the cause of the events.
    /// Only the events in the person's own log carry the key.
    package func act(as actor: UserID, action: String?) {
        (self.actor, self.action, cause) = (actor, action, actor)
    }

    /// Sets the account that has caused the events of the transaction.
    ///
    /// In a request the cause is the caller. A job calls this method before it appends events, with the account whose
    /// request has stored the job. A log accepts a bounded number of events a day from each account except its owner.
    /// The owner's devices reload the lists that the dropped events touch.
    ///
    /// Use it in jobs only, with an account that the job stores from its request. Each account has a budget of its own,
    /// and a log accepts any number of events from its owner. With a wrong cause, one person could fill the log of
    /// another. A full log loses its oldest events, and devices that lack them reload all lists.
    ///
    /// - Parameter cause: The account, or `nil` for scheduled work. In each log, all scheduled work of added features
    ///   shares one budget.
    public func attribute(to cause: UserID?) { self.cause = cause }

    /// Stages an event for the log of a person.
    ///
    /// - Parameters:
    ///   - kind: The kind of the event.
    ///   - owner: The owner of the log.
    ///   - subject: The other person that the event is about. At the end, the event is dropped if owner and subject may
    ///     not see each other.
    ///   - named: A further person that the data names. The erasure of that person's account withdraws the event, if
    ///     the event has no subject.
    ///   - touches: All lists that the event changes.
    ///   - data: The data of the event, as JSON.
    ///   - warning: The meetup, if the event warns that a blocked person attends it, and a reload within an hour can be
    ///     too late. Some warnings are appended beyond the budget of their cause; see `NoticeBudget`.
    /// - Throws: ``FeatureDeclarationError`` if no feature names the kind, or if only the backend appends it.
    public func append(
        _ kind: EventKind, to owner: UserID, about subject: UserID? = nil, naming named: UserID? = nil,
        touches: [ListName], data: (any Encodable)? = nil, warning: MeetupID? = nil
    ) throws {
        try requireAppendable(kind)
        try appendUnchecked(
            kind, to: owner, about: subject, naming: named, touches: touches, data: data, warning: warning)
    }

    /// Stages an event that counts towards a budget of its own.
    package func append(
        _ kind: EventKind, to owner: UserID, about subject: UserID? = nil, touches: [ListName],
        data: (any Encodable)? = nil, within budget: EventBudget
    ) throws {
        try requireAppendable(kind)
        try appendUnchecked(kind, to: owner, about: subject, touches: touches, data: data, within: budget)
    }

    private func requireAppendable(_ kind: EventKind) throws {
        guard !FeatureSet.reservedEvents.contains(kind) else { throw FeatureDeclarationError.reservedEvent(kind) }
        guard features.events.contains(kind) else { throw FeatureDeclarationError.undeclaredEvent(kind) }
    }

    /// Stages an event of any kind, including `person.hidden` and `person.shown`.
    package func appendUnchecked(
        _ kind: EventKind, to owner: UserID, about subject: UserID? = nil, naming named: UserID? = nil,
        touches: [ListName], data: (any Encodable)? = nil, within budget: EventBudget = .notices,
        warning: MeetupID? = nil
    ) throws {
        let bytes = try data.map { try OrbitJSON.encoder.encode($0) }
        staged.append(
            StagedEvent(
                owner: owner, kind: kind, subject: subject, named: named, touches: touches, data: bytes,
                budget: budget, warning: warning))
    }

    /// Notes that two people see each other, so that ``close()`` does not look it up again.
    ///
    /// The transaction must not change the account of either person, or a block between them.
    package func noteSight(of pair: UserPair) { seenPairs.insert(pair) }

    /// Creates the log of a person, unless it exists.
    package func beginLog(of owner: UserID) throws {
        if try LogHead.of(owner, in: engine) == nil { try engine.put(LogHead(owner: owner, epoch: newEpoch())) }
    }

    /// The expected number of writes, including those of staged events. Each staged event writes itself and the head of
    /// its log, and may prune another event.
    package var expectedWrites: Int { writes + 3 * staged.count }

    /// Hands over a message to the mail transport after the commit.
    package func post(_ mail: BackgroundMail) { backgroundMails.append(mail) }

    /// Wakes the followers of a log, for example to let them find that their session has ended.
    package func wakeFollowers(of owner: UserID) {
        announce(LogFollowers.topic(of: owner))
    }

    /// Numbers and writes the staged events. No event may be appended afterwards.
    package func close() throws {
        guard !isClosed else { return }
        isClosed = true
        // The account is being erased, so the person gets no suggestions and is suggested to no other person.
        if isErasing { viewers = [] }
        if staged.isEmpty && viewers.isEmpty { return }
        let events = Dictionary(grouping: try visibleEvents(), by: \.owner)
        let owners = Set(events.keys).union(viewers).sorted()
        let heads = try owners.count > 1 ? engine.get(LogHead.self, all: owners.map(\.rawValue)) : [:]
        for owner in owners {
            // A head that cannot be read is missing above. The single look-up throws the error.
            try write(events[owner] ?? [], to: owner, heads[owner.rawValue] ?? LogHead.of(owner, in: engine))
        }
    }

    /// Returns the receipt for the response to the actor, with the position in the actor's log.
    package func receipt() throws -> StoredReceipt? {
        try close()
        guard let actor, let head = try actorHead ?? LogHead.of(actor, in: engine) else { return nil }
        return StoredReceipt(at: head.position, action: action, events: ownEvents)
    }

    private func write(_ events: [StagedEvent], to owner: UserID, _ known: LogHead?) throws {
        if events.isEmpty, known == nil { return }
        // An erased person and a pseudonym have no log.
        guard try known != nil || engine.get(AccountRecord.self, owner.rawValue) != nil else { return }
        var head = known ?? LogHead(owner: owner, epoch: newEpoch())
        let isActor = owner == actor
        if viewers.contains(owner) { head.suggestionRevision = (head.suggestionRevision ?? 0) + 1 }
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
        if isActor { actorHead = head }
    }

    /// Returns the events within the budgets of their cause, the warnings that the log accepts beyond them, and the
    /// unlimited events. Unlimited events use no budget.
    private func admitted(_ events: [StagedEvent], _ head: inout LogHead) throws -> [StagedEvent] {
        func isAdded(_ event: StagedEvent) -> Bool { features.addedEvents.contains(event.kind) }
        func isUnlimited(_ event: StagedEvent) -> Bool { features.unlimitedEvents.contains(event.kind) }
        guard let cause = cause ?? (events.contains(where: isAdded) ? NoticeBudget.scheduledWork : nil),
            cause != head.owner
        else { return events }
        var room: [EventBudget: Int] = [:]
        for budget in EventBudget.allCases {
            let count = events.count { $0.budget == budget && !isUnlimited($0) }
            guard count > 0 else { continue }
            room[budget] = try NoticeBudget.take(count, of: budget, from: cause, to: &head, in: engine, now: now)
        }
        var kept: [StagedEvent] = []
        var lists: [EventBudget: Set<ListName>] = [:]
        for event in events {
            if isUnlimited(event) {
                kept.append(event)
            } else if let left = room[event.budget], left > 0 {
                room[event.budget] = left - 1
                kept.append(event)
            } else if let meetup = event.warning,
                try NoticeBudget.takesWarning(of: meetup, from: cause, to: head.owner, in: engine, now: now)
            {
                kept.append(event)
            } else {
                lists[event.budget, default: []].formUnion(event.touches)
            }
        }
        for budget in EventBudget.allCases {
            guard let delay = budget.reloadDelay, let lists = lists[budget], !lists.isEmpty else { continue }
            try PendingReload.add(lists, to: head.owner, within: delay, in: engine, now: now)
        }
        return kept
    }

    /// Returns the staged events whose owner and subject may see each other after all writes.
    private func visibleEvents() throws -> [StagedEvent] {
        var known = MutualVisibility(in: engine)
        return try staged.filter { event in
            guard let subject = event.subject, event.kind != .personHidden else { return true }
            if seenPairs.contains(UserPair(event.owner, subject)) { return true }
            return try known.see(event.owner, subject)
        }
    }
}

extension LogTransaction {
    /// Appends `person.changed` with the person as the owner sees them now.
    package func appendPerson(_ account: AccountRecord, to owner: AccountRecord, on day: CalendarDay) throws {
        guard let person = try Visibility(of: owner, in: self).person(of: account, on: day) else { return }
        try requireAppendable(.personChanged)
        let data = try json(of: ChangedPerson(person: person, version: account.version))
        staged.append(
            StagedEvent(
                owner: owner.id, kind: .personChanged, subject: account.id, named: nil, touches: listsOfPeople,
                data: data, budget: .notices, warning: nil))
    }

    /// Returns the JSON of a changed person.
    ///
    /// A transaction notifies up to 200 people of one change, and most of them see the same members. Comparing two
    /// views takes a small part of the time of encoding one.
    private func json(of changed: ChangedPerson) throws -> Data {
        if let changedPerson, changedPerson.value == changed { return changedPerson.json }
        let json = try OrbitJSON.encoder.encode(changed)
        changedPerson = (changed, json)
        return json
    }
}

/// A message that is handed over to the mail transport after the commit of its transaction. No response depends on it;
/// compare ``ResponseMail``.
package struct BackgroundMail: Sendable {
    package let mail: OutgoingMail
    /// Stores the outcome of the handover, in a transaction of its own.
    package let note: @Sendable (MailDelivery.Outcome, LogTransaction) throws -> Void

    package init(mail: OutgoingMail, note: @escaping @Sendable (MailDelivery.Outcome, LogTransaction) throws -> Void) {
        (self.mail, self.note) = (mail, note)
    }
}

import BackendRuntime
import Chat
import Foundation
import OrbitModels
import OrbitStore

/// A job that notifies the people of a large conversation. The transaction of the change stores it.
struct ChatFanOutJob: Job {
    static let table = "chat_news"
    static var personalData: PersonalData<Self> {
        .none("Pending notifications about a conversation, by ids alone. It is deleted when they are sent.")
    }
    /// The maximum number of people that one step notifies. An event takes up to four writes: itself, the head of the
    /// log, a pruned event, and the use of a budget. A new message also moves the conversation in a person's list.
    static let batch = 36
    /// The maximum number of seconds until devices load the list after a person has joined or left.
    private static let reloadDelay = 3_600

    enum Content: Codable, Hashable {
        case message(Int, isNew: Bool)
        /// The conversation is new or was closed.
        case conversation
        /// A person has joined or left. The devices load the list within an hour.
        case people
    }

    let conversationID: ConversationID
    let content: Content
    /// The account that made the change; `nil` for the system. Its log has the event of a message already.
    let actor: UserID?
    /// The last person that a step has notified.
    private var last: UserID?
    let savedAt: Date

    var key: String {
        switch content {
        case .message(let seq, true): "\(conversationID) added \(seq)"
        case .message(let seq, false): "\(conversationID) changed \(seq) by \(actor?.rawValue ?? "system")"
        case .conversation: "\(conversationID) conversation"
        case .people: "\(conversationID) people"
        }
    }

    var indexEntries: [IndexEntry] { [Self.waitingEntry(since: savedAt)] }

    init(_ content: Content, of conversation: ConversationID, by actor: UserID?, at now: Date) {
        (conversationID, self.content, self.actor, savedAt) = (conversation, content, actor, now)
    }

    /// Stores the job, to run after the commit. It replaces an unfinished job of the same key.
    func save(in transaction: LogTransaction) throws { try transaction.put(self) }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        transaction.attribute(to: actor)
        let next = try ConversationPersonRecord.members(
            of: conversationID, after: last, limit: Self.batch, in: transaction)
        guard let end = next.last?.person.id,
            let found = try transaction.get(ConversationRecord.self, conversationID.rawValue)
        else {
            try transaction.delete(Self.self, key)
            return false
        }
        let record = found.with(next)
        try notify(next.map(\.person.id), record, transaction)
        if case .message(_, isNew: true) = content { try move(next, in: record, transaction) }
        guard next.count == Self.batch else {
            try transaction.delete(Self.self, key)
            return false
        }
        var job = self
        job.last = end
        try transaction.put(job)
        return true
    }

    /// Moves the conversation up in the lists of people, to the time of its last message.
    private func move(
        _ people: [ConversationPersonRecord], in record: ConversationRecord, _ transaction: LogTransaction
    ) throws {
        for person in people where person.listedAt < record.updatedAt {
            try transaction.put(ConversationPersonRecord(person.person, of: record))
        }
    }

    /// Notifies people, whose parts are loaded. The cost does not depend on the number of all people, only on those who
    /// have written what these people have not read.
    private func notify(_ people: [UserID], _ record: ConversationRecord, _ transaction: LogTransaction) throws {
        switch content {
        case .people:
            for person in people {
                try PendingReload.add(
                    [.conversations], to: person, within: Self.reloadDelay, in: transaction, now: transaction.now)
            }
        case .conversation:
            let notifier = try ChatNotifier(record, for: people, in: transaction)
            for person in people { try notifier.notifyOfChange(person) }
        case .message(let seq, let isNew):
            guard let message = try MessageRecord.of(record.id, seq, in: transaction) else { return }
            let original = try message.replySeq.flatMap { try MessageRecord.of(record.id, $0, in: transaction) }
            var named = message.people.union(original?.people ?? [])
            if let actor { named.insert(actor) }
            let wider = try record.with(viewers: people, in: transaction).with(named, in: transaction)
            let notifier = try ChatNotifier(wider, for: people, in: transaction)
            for person in people where person != actor {
                try notifier.notify(
                    person, of: message, isNew ? .messageAdded : .messageChanged, by: actor, replyingTo: original)
            }
        }
    }
}

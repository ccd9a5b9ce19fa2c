import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// A job that notifies other people of a changed setting: the watermarks of the owner appear in their conversations, or
/// disappear. The transaction of the change stores it. A later change begins again.
struct ChatSettingsJob: Job {
    static let table = "chat_settings_news"
    static var personalData: PersonalData<Self> { .init(.key()) }
    /// The maximum number of people that one step notifies, unless one conversation has more. An event takes up to four
    /// writes; see ``ChatFanOutJob``.
    private static let batch = 40
    /// The number of conversations that a step reads.
    private static let page = 20

    let owner: UserID
    /// The last conversation whose people a step has notified.
    private var last: IndexPosition?
    let savedAt: Date

    var key: String { owner.rawValue }
    var indexEntries: [IndexEntry] { [Self.waitingEntry(since: savedAt)] }

    init(of owner: UserID, at now: Date) { (self.owner, savedAt) = (owner, now) }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        transaction.attribute(to: owner)
        let records = try ConversationRecord.naming(owner, after: last, limit: Self.page, in: transaction)
        var (job, room) = (self, Self.batch)
        for record in records {
            let others = try others(in: record, transaction)
            if job.last != last, others.count > room { break }
            try notify(others, record, transaction)
            room -= others.count
            job.last = record.placeByCreation
        }
        guard let end = records.last?.placeByCreation, job.last != end || records.count == Self.page else {
            try transaction.delete(Self.self, key)
            return false
        }
        try transaction.put(job)
        return true
    }

    /// Returns the other people who see watermarks in a conversation.
    private func others(in record: ConversationRecord, _ reader: any StoreReader) throws -> [UserID] {
        let people = record.peopleWithActivity
        let others = people.filter { $0 != owner }
        guard people.contains(owner), !others.isEmpty else { return [] }
        let sharing = try ChatSettingsRecord.sharing(among: others, in: reader)
        return others.filter(sharing.contains)
    }

    private func notify(_ others: [UserID], _ record: ConversationRecord, _ transaction: LogTransaction) throws {
        if others.isEmpty { return }
        let notifier = try ChatNotifier(record, for: others, in: transaction)
        for person in others { try notifier.notifyOfSettings(of: owner, to: person) }
    }
}

import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// A job that deletes the people, the messages and the proposals of a conversation that no person finds any more.
struct ConversationRemovalJob: Job {
    static let table = "conversation_removals"
    static var personalData: PersonalData<Self> {
        .none("Pending removal of messages, by the id of the conversation alone.")
    }
    /// The maximum number of records that one step deletes.
    private static let batch = 150

    let conversationID: ConversationID
    /// The number of the last message that is still stored.
    private var lastSeq: Int
    let savedAt: Date

    var key: String { conversationID.rawValue }
    var indexEntries: [IndexEntry] { [Self.waitingEntry(since: savedAt)] }

    init(of conversation: ConversationRecord, at now: Date) {
        (conversationID, lastSeq, savedAt) = (conversation.id, conversation.lastSeq, now)
    }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        let people = try transaction.list(
            ConversationPersonRecord.self, ConversationPersonRecord.query(conversationID, limit: Self.batch))
        for person in people { try transaction.delete(ConversationPersonRecord.self, person.key) }
        if !people.isEmpty { return true }
        let proposals = try ProposalRecord.all(in: conversationID, limit: Self.batch, transaction)
        for proposal in proposals { try transaction.delete(ProposalRecord.self, proposal.key) }
        if proposals.count == Self.batch { return true }
        var rest = self
        let first = max(1, lastSeq - Self.batch + proposals.count + 1)
        for seq in stride(from: lastSeq, through: first, by: -1) {
            try transaction.delete(MessageRecord.self, MessageRecord.key(conversationID, seq))
        }
        rest.lastSeq = first - 1
        guard rest.lastSeq > 0 else {
            try transaction.delete(Self.self, key)
            return false
        }
        try transaction.put(rest)
        return true
    }
}

import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// A proposal to meet. Scheduled work expires it at the start of its last slot.
struct ProposalRecord: BackendRecord {
    static let table = "proposals"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byProposer,
                exported: ExportSection("proposals", of: "Chat", "A proposal of the person to meet")
            ) { record, exporting in
                let proposal = record.proposal
                return ExportedProposal(
                    conversationID: try ExportedConversations.id(proposal.conversationID, exporting),
                    title: proposal.title, place: proposal.place, slots: proposal.slots, state: proposal.state,
                    createdAt: proposal.createdAt)
            },
            .group(of: Self.byAnswerer, erase: .ofAnswerer))
    }
    private static let byProposer = "proposer"
    /// The index of the proposals with an answer of a person, or with an answer that the person did not see.
    private static let byAnswerer = "answerer"
    private static let byConversation = "conversation"
    /// The index of the open proposals of a conversation.
    private static let openByConversation = "open"
    private static let byClient = "client"

    /// The proposal with all answers.
    private(set) var proposal: Proposal
    let clientID: ClientID
    /// The number in the conversation of the message that shows the proposal.
    let seq: Int
    /// The number of answers that a person did not see, by the id of the person. Such answers do not count in the
    /// version that the person sees, which would reveal them.
    private var unseen: [String: Int]?

    init(_ proposal: Proposal, clientID: ClientID, seq: Int) {
        (self.proposal, self.clientID, self.seq) = (proposal, clientID, seq)
    }

    var key: String { proposal.id.rawValue }

    var indexEntries: [IndexEntry] {
        var entries = [
            IndexEntry(Self.byProposer, group: proposal.proposerID.rawValue, at: proposal.createdAt),
            IndexEntry(Self.byConversation, group: proposal.conversationID.rawValue, rank: Int64(seq)),
            IndexEntry(
                Self.byClient, group: Self.client(clientID, of: proposal.proposerID, in: proposal.conversationID)),
        ]
        for person in Set(proposal.answers.map(\.userID.rawValue)).union((unseen ?? [:]).keys) {
            entries.append(IndexEntry(Self.byAnswerer, group: person, at: proposal.createdAt))
        }
        if proposal.state.isOpen {
            entries.append(Self.dueEntry(at: proposal.expiresAt))
            entries.append(
                IndexEntry(
                    Self.openByConversation, group: proposal.conversationID.rawValue, at: proposal.createdAt))
        }
        return entries
    }

    private static func client(_ id: ClientID, of person: UserID, in conversation: ConversationID) -> String {
        "\(conversation)>\(person)>\(id)"
    }

    /// Returns the proposal that a device has named; `nil` if it has not arrived.
    static func sent(
        as id: ClientID, by person: UserID, in conversation: ConversationID, _ reader: any StoreReader
    ) throws -> ProposalRecord? {
        let query = IndexQuery(byClient, group: client(id, of: person, in: conversation), limit: 1)
        return try reader.list(Self.self, query).first
    }

    /// Returns the proposals of a conversation, the first ones first.
    static func all(
        in conversation: ConversationID, limit: Int, _ reader: any StoreReader
    ) throws -> [ProposalRecord] {
        try reader.list(Self.self, IndexQuery(byConversation, group: conversation.rawValue, limit: limit))
    }

    /// Returns the open proposals of a conversation. It has several if blocks hide their proposers from each other.
    static func open(in conversation: ConversationRecord, _ reader: any StoreReader) throws -> [ProposalRecord] {
        let open = try reader.list(Self.self, IndexQuery(openByConversation, group: conversation.id.rawValue))
        guard let id = conversation.openProposal, !open.contains(where: { $0.proposal.id == id }),
            let earlier = try reader.get(Self.self, id.rawValue), earlier.proposal.state.isOpen
        else { return open }
        return [earlier] + open
    }

    /// Returns the query of the proposals of a conversation.
    static func query(_ conversation: ConversationID) -> IndexQuery {
        IndexQuery(byConversation, group: conversation.rawValue)
    }

    /// Replaces the proposal by its next state, and counts the change.
    ///
    /// - Parameters:
    ///   - next: The next state.
    ///   - people: The people with a block between them and the person who has answered. For them, nothing has changed.
    mutating func replace(with next: Proposal, unseenBy people: Set<UserID> = []) {
        guard next != proposal else { return }
        let version = proposal.version
        proposal = next
        proposal.version = version + 1
        for person in people { unseen = (unseen ?? [:]).merging([person.rawValue: 1], uniquingKeysWith: +) }
    }

    /// Removes the answer of a person, and what the person did not see.
    mutating func removeAnswer(of person: UserID, unseenBy people: Set<UserID>) {
        unseen?[person.rawValue] = nil
        var next = proposal
        next.answers.removeAll { $0.userID == person }
        replace(with: next, unseenBy: people)
    }

    /// Returns the proposal as a person sees it. The answers of people who are hidden from the person are left out, and
    /// so is the id of their proposal that this proposal counters.
    func proposal(
        for viewer: UserID, hiding hidden: Set<UserID>, in reader: any StoreReader
    ) throws -> Proposal {
        var shown = proposal
        shown.answers.removeAll { hidden.contains($0.userID) }
        shown.version -= unseen?[viewer.rawValue] ?? 0
        if !hidden.isEmpty, let id = proposal.counteredID,
            let countered = try reader.get(Self.self, id.rawValue), hidden.contains(countered.proposal.proposerID)
        {
            shown.counteredID = nil
        }
        return shown
    }
}

extension ProposalRecord: ScheduledRecord {
    /// Expires the proposal, and notifies the people of the conversation.
    func process(_ context: BackendContext, in transaction: LogTransaction) throws {
        var record = self
        record.replace(with: ProposalMachine.expired(proposal))
        try transaction.put(record)
        guard let conversation = try transaction.get(ConversationRecord.self, proposal.conversationID.rawValue) else {
            return
        }
        try ChatNotifier(conversation, in: transaction).notify(of: record, by: nil)
    }
}

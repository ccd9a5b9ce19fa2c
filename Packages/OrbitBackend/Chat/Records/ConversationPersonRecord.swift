import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// One person of a large conversation. Such records are small, so a message, a watermark or a mute rewrites nothing of
/// other people.
struct ConversationPersonRecord: BackendRecord, Equatable {
    static let table = "conversation_people"
    static var personalData: PersonalData<Self> {
        .init(
            .group(of: Self.ofPerson, exported: ExportedConversation.section, erase: .ofPerson) { record, exporting in
                let id = record.conversationID.rawValue
                guard let conversation = try exporting.reader.get(ConversationRecord.self, id) else { return nil }
                return try ExportedConversations.element(of: conversation, exporting)
            })
    }
    /// The index of the large conversations that a person finds, by the latest activity that ``ChatFanOutJob`` has
    /// reached.
    static let byPerson = "person"
    /// The index of all large conversations that name a person, including meetups that the person has left.
    private static let ofPerson = "of person"
    /// The index of all people of a conversation, and of those who find it.
    private static let byConversation = "conversation"
    private static let byMembership = "member"
    /// The index of the people who have written, by the number of their last message.
    private static let byWriting = "writer"

    let conversationID: ConversationID
    let person: ConversationRecord.Participant
    /// The time that decides the position in the person's list of conversations.
    let listedAt: Date

    /// Creates the record of a person, at the position of the conversation's last message.
    init(_ person: ConversationRecord.Participant, of conversation: ConversationRecord) {
        (conversationID, self.person, listedAt) = (conversation.id, person, conversation.updatedAt)
    }

    private init(_ person: ConversationRecord.Participant, replacing record: Self) {
        (conversationID, self.person, listedAt) = (record.conversationID, person, record.listedAt)
    }

    var key: String { Self.key(conversationID, person.id) }

    static func key(_ conversation: ConversationID, _ person: UserID) -> String { "\(conversation)>\(person)" }

    var indexEntries: [IndexEntry] {
        let group = conversationID.rawValue
        var entries = [IndexEntry(Self.byConversation, group: group)]
        if let last = person.lastWritten {
            entries.append(IndexEntry(Self.byWriting, group: group, rank: Int64(last)))
        }
        if person.state != .erased { entries.append(IndexEntry(Self.ofPerson, group: person.id.rawValue)) }
        if person.isMember {
            entries.append(IndexEntry(Self.byMembership, group: group))
            entries.append(IndexEntry(Self.byPerson, group: person.id.rawValue, at: listedAt))
        }
        return entries
    }

    /// Returns the record of an erased person under the pseudonym.
    func erased(as pseudonym: UserID) -> Self { Self(person.erased(as: pseudonym), replacing: self) }
}

extension ConversationPersonRecord {
    /// Returns the query of all people of a conversation.
    static func query(_ conversation: ConversationID, limit: Int = .max) -> IndexQuery {
        IndexQuery(byConversation, group: conversation.rawValue, limit: limit)
    }

    /// Returns the people who find a conversation, in the order of ids.
    ///
    /// - Parameters:
    ///   - conversation: The conversation.
    ///   - last: The last person of the previous page; `nil` for the first page.
    ///   - limit: The maximum number of people.
    ///   - reader: A snapshot of the store.
    static func members(
        of conversation: ConversationID, after last: UserID?, limit: Int, in reader: any StoreReader
    ) throws -> [ConversationPersonRecord] {
        let place = last.map { IndexPosition(rank: 0, key: key(conversation, $0)) }
        return try reader.list(
            Self.self, IndexQuery(byMembership, group: conversation.rawValue, after: place, limit: limit))
    }

    /// Whether any person finds a conversation. Reads no records.
    static func hasMembers(_ conversation: ConversationID, in reader: any StoreReader) throws -> Bool {
        try reader.count(Self.self, IndexQuery(byMembership, group: conversation.rawValue, limit: 1)) > 0
    }

    /// Returns the people whose last message has a number in a range. Reads no records.
    static func writers(
        in conversation: ConversationID, _ numbers: ClosedRange<Int>, _ reader: any StoreReader
    ) throws -> [UserID] {
        let query = IndexQuery(
            byWriting, group: conversation.rawValue, ranks: Int64(numbers.lowerBound)...Int64(numbers.upperBound))
        let prefix = key(conversation, UserID(""))
        return try reader.positions(Self.self, query).map { UserID(String($0.key.dropFirst(prefix.count))) }
    }

    /// Whether two people are named by one large conversation, which the first of them finds.
    static func connects(_ owner: UserID, _ person: UserID, in reader: any StoreReader) throws -> Bool {
        let own = try reader.list(Self.self, IndexQuery(byPerson, group: owner.rawValue))
        return try !own.map { key($0.conversationID, person) }.existingKeys(of: Self.self, in: reader).isEmpty
    }
}

extension PersonalDataLocator.Erasure where Record == ConversationPersonRecord {
    /// Replaces the person by the pseudonym. Deletes a conversation that no person finds any more; a job deletes the
    /// rest of it. The meetup notifies its people.
    static var ofPerson: Self {
        perform(writes: 4) { record, erasing in
            let transaction = erasing.transaction
            try transaction.delete(ConversationPersonRecord.self, record.key)
            try transaction.put(record.erased(as: erasing.pseudonym))
            let id = record.conversationID
            guard try !ConversationPersonRecord.hasMembers(id, in: transaction),
                let conversation = try transaction.get(ConversationRecord.self, id.rawValue)
            else { return }
            try transaction.delete(ConversationRecord.self, conversation.key)
            try transaction.put(ConversationRemovalJob(of: conversation, at: erasing.now))
        }
    }
}

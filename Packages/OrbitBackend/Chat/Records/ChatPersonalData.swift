import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

extension PersonalDataLocator.Erasure where Record == ConversationRecord {
    /// Replaces the person by the pseudonym, and closes a conversation of two. Deletes a conversation that no person
    /// finds any more; a job deletes its messages.
    static var ofPerson: Self {
        // Two others of a group are notified, with three writes each.
        perform(writes: 8) { record, erasing in
            let transaction = erasing.transaction
            var conversation = record
            conversation.erase(erasing.person, as: erasing.pseudonym)
            if conversation.members.isEmpty {
                try transaction.delete(ConversationRecord.self, conversation.key)
                try transaction.put(ConversationRemovalJob(of: conversation, at: erasing.now))
            } else {
                try transaction.put(conversation)
            }
            // The people of a meetup know the person from the meetup, whose erasure notifies them.
            guard conversation.kind != .meetup else { return }
            for other in conversation.members { try erasing.notify(other) }
        }
    }
}

extension PersonalDataLocator.Erasure where Record == MessageRecord {
    /// Makes the message a tombstone of the pseudonym, and subtracts it from the unread counts of other people.
    static var ofSender: Self {
        perform(writes: 2) { record, erasing in
            let transaction = erasing.transaction
            var message = record
            message.erase(as: erasing.pseudonym, at: erasing.now)
            try transaction.put(message)
            // In a large conversation the index of counted messages is enough.
            guard record.counts,
                var conversation = try transaction.get(ConversationRecord.self, record.conversationID.rawValue),
                !conversation.isLarge
            else { return }
            conversation.uncount(record.seq, by: erasing.person)
            try transaction.put(conversation)
        }
    }

    /// Removes the reactions of the person.
    static var ofReactor: Self {
        change("Other people need the message.") { message, erasing in
            let conversation = try erasing.transaction.get(
                ConversationRecord.self, message.conversationID.rawValue)
            // The blocks move to the pseudonym in the course of the erasure.
            let unseen = try conversation?.people(
                apartFrom: [erasing.person, erasing.pseudonym], in: erasing.transaction)
            message.removeReactions(by: erasing.person, unseenBy: unseen ?? [])
        }
    }
}

extension PersonalDataLocator.Erasure where Record == ProposalRecord {
    /// Removes the answer of the person.
    static var ofAnswerer: Self {
        change("The proposer needs the proposal.") { record, erasing in
            let conversation = try erasing.transaction.get(
                ConversationRecord.self, record.proposal.conversationID.rawValue)
            // The blocks move to the pseudonym in the course of the erasure.
            let unseen = try conversation?.people(
                apartFrom: [erasing.person, erasing.pseudonym], in: erasing.transaction)
            record.removeAnswer(of: erasing.person, unseenBy: unseen ?? [])
        }
    }
}

/// A conversation in the archive of an export.
struct ExportedConversation: Codable, Sendable {
    static let section = ExportSection(
        "conversations", of: "Chat", "A conversation of the person: its origin, the watermark, and whether it is muted")

    let conversationID: ConversationID
    let origin: ConversationOrigin
    let readThrough: Int
    let isMuted: Bool
    let createdAt: Date

    enum CodingKeys: String, CodingKey {
        case origin
        case conversationID = "conversation_id"
        case readThrough = "read_through"
        case isMuted = "is_muted"
        case createdAt = "created_at"
    }
}

/// A message in the archive of its sender. After a block it is exported without the conversation, which is hidden.
struct ExportedMessage: Codable, Sendable {
    let conversationID: ConversationID?
    let text: String
    let createdAt: Date
    let editedAt: Date?

    enum CodingKeys: String, CodingKey {
        case text
        case conversationID = "conversation_id"
        case createdAt = "created_at"
        case editedAt = "edited_at"
    }
}

/// The emoji of a person at one message.
struct ExportedReactions: Codable, Sendable {
    let messageID: MessageID
    let emoji: [Emoji]

    enum CodingKeys: String, CodingKey {
        case emoji
        case messageID = "message_id"
    }
}

/// A proposal in the archive of its proposer, with the words and times of the person. After a block it is exported
/// without the conversation.
struct ExportedProposal: Codable, Sendable {
    let conversationID: ConversationID?
    let title: String
    let place: Place?
    let slots: [ProposalSlot]
    let state: ProposalState
    let createdAt: Date

    enum CodingKeys: String, CodingKey {
        case title, place, slots, state
        case conversationID = "conversation_id"
        case createdAt = "created_at"
    }
}

/// The settings of a person's conversations.
struct ExportedChatSettings: Codable, Sendable {
    let sharesActivity: Bool

    enum CodingKeys: String, CodingKey {
        case sharesActivity = "shares_activity"
    }
}

/// The conversations that the person of an export finds. Each is looked up once on a page of the export.
final class ExportedConversations {
    private var known: [ConversationID: Bool] = [:]

    /// Whether the person finds a conversation.
    func finds(_ id: ConversationID, _ exporting: ExportContext) throws -> Bool {
        if let known = known[id] { return known }
        let record = try exporting.reader.get(ConversationRecord.self, id.rawValue)
        let found = try record.map { try finds($0, exporting) } ?? false
        known[id] = found
        return found
    }

    /// Whether the person finds a conversation that was read before.
    func finds(_ record: ConversationRecord, _ exporting: ExportContext) throws -> Bool {
        let record = try record.with([exporting.person], in: exporting.reader)
        return try ChatAudience(
            of: record.people, for: [exporting.person], knowing: [exporting.account], in: exporting.reader
        ).finds(record, exporting.person)
    }

    /// Returns the element of a conversation; `nil` if the person does not find it.
    static func element(
        of record: ConversationRecord, _ exporting: ExportContext
    ) throws -> ExportedConversation? {
        let record = try record.with([exporting.person], in: exporting.reader)
        guard let person = record.participant(exporting.person),
            try exporting.shared({ ExportedConversations() }).finds(record, exporting)
        else { return nil }
        return ExportedConversation(
            conversationID: record.id, origin: record.origin, readThrough: person.readThrough,
            isMuted: person.isMuted, createdAt: record.createdAt)
    }

    /// Returns the id of a conversation; `nil` if the person does not find it.
    static func id(_ id: ConversationID, _ exporting: ExportContext) throws -> ConversationID? {
        let conversations = exporting.shared { ExportedConversations() }
        return try conversations.finds(id, exporting) ? id : nil
    }
}

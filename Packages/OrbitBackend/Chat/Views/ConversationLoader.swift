import BackendRuntime
import OrbitModels
import OrbitStore

/// Loads conversations as one person sees them. The number of store calls does not depend on the number of
/// conversations, except for unread messages of hidden people.
struct ConversationLoader {
    let viewer: AccountRecord
    let reader: any StoreReader

    /// Returns the conversations in the same order; `nil` for a conversation that the person does not find.
    func conversations(_ found: [ConversationRecord]) throws -> [Conversation?] {
        let records = try ConversationRecord.withEveryone(found, in: reader)
        let audience = try ChatAudience(
            of: records.flatMap(\.people), for: [viewer.id], knowing: [viewer], in: reader)
        return try load(records, audience)
    }

    /// Returns the conversation; `nil` if the person does not find it. The audience of a large conversation is not
    /// used, because it has only some of the people.
    func conversation(_ record: ConversationRecord, _ audience: ChatAudience) throws -> Conversation? {
        if record.isLarge { return try conversations([record]).first.flatMap(\.self) }
        return try load([record], audience).first.flatMap(\.self)
    }

    private func load(_ records: [ConversationRecord], _ audience: ChatAudience) throws -> [Conversation?] {
        let found = records.filter { audience.finds($0, viewer.id) }
        let last = try messages(found.filter { $0.lastSeq > 0 }.map { MessageRecord.key($0.id, $0.lastSeq) })
        let replies = last.values.filter { $0.replySeq != nil }
        let originals = try messages(replies.map { MessageRecord.key($0.conversationID, $0.replySeq ?? 0) })
        let sharing = try sharing(in: found)
        let titles = try titles(of: found)
        return try records.map { record in
            guard audience.finds(record, viewer.id) else { return nil }
            let message = last[MessageRecord.key(record.id, record.lastSeq)]
            let original = message?.replySeq.flatMap { originals[MessageRecord.key(record.id, $0)] }
            return try ChatView(of: viewer.id, record, audience).conversation(
                last: message, replyingTo: original, sharing: sharing, title: titles[record.origin.id.rawValue],
                in: reader)
        }
    }

    private func messages(_ keys: [String]) throws -> [String: MessageRecord] {
        keys.isEmpty ? [:] : try reader.get(MessageRecord.self, all: keys)
    }

    private func sharing(in records: [ConversationRecord]) throws -> Set<UserID> {
        let people = Set(records.lazy.filter(\.sharesActivity).flatMap { $0.people.map(\.id) })
        return try people.isEmpty ? [] : ChatSettingsRecord.sharing(among: people.sorted(), in: reader)
    }

    /// Returns the titles of the meetups, by the id of the meetup.
    private func titles(of records: [ConversationRecord]) throws -> [String: String] {
        let ids = records.compactMap(\.origin.meetupID?.rawValue)
        if ids.isEmpty { return [:] }
        return try reader.get(MeetupRecord.self, all: ids).mapValues(\.plan.title)
    }
}

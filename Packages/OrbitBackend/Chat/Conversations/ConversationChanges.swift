import BackendRuntime
import Chat
import OrbitModels
import OrbitStore

/// The effects of lower features on conversations: matches that end, and people who join or leave meetups.
enum ConversationChanges {
    /// Applies a change in its transaction.
    static func apply(_ change: ObservedChange, in transaction: LogTransaction) throws {
        switch change {
        case .matchEnded(let match):
            for record in try ConversationRecord.held(by: match, in: transaction) {
                var ended = record
                ended.end(match)
                try save(ended, replacing: record, in: transaction)
            }
        case .joined(let meetup, let person):
            guard let found = try ConversationRecord.of(.meetup(meetup), in: transaction) else { return }
            let old = try found.with([person], in: transaction)
            var record = old
            guard record.join(person) else { return }
            try savePeople(record, replacing: old, joining: person, in: transaction)
        case .left(let meetup, let person):
            guard let found = try ConversationRecord.of(.meetup(meetup), in: transaction) else { return }
            let old = try found.with([person], in: transaction)
            var record = old
            guard record.leave(person) else { return }
            try savePeople(record, replacing: old, in: transaction)
            guard !transaction.isErasing else { return }
            try transaction.append(
                .conversationRemoved, to: person, touches: [.conversations, .conversation(record.id)],
                data: Keyed(record.id), within: .messages)
        case .meetupCancelled(let meetup):
            guard let old = try ConversationRecord.of(.meetup(meetup), in: transaction), !old.isClosed else { return }
            var record = old
            record.close()
            try save(record, replacing: old, in: transaction)
        }
    }

    /// Stores a changed conversation, and notifies its people.
    private static func save(
        _ record: ConversationRecord, replacing old: ConversationRecord, in transaction: LogTransaction
    ) throws {
        try record.save(replacing: old, in: transaction)
        // The writes of an erasure are limited. The people are sent `person.hidden` instead.
        guard !transaction.isErasing else { return }
        try ChatNotifier(record, in: transaction).notifyOfChange(by: nil)
    }

    /// Stores a conversation that a person has joined or left, and notifies its people.
    private static func savePeople(
        _ record: ConversationRecord, replacing old: ConversationRecord, joining person: UserID? = nil,
        in transaction: LogTransaction
    ) throws {
        try record.save(replacing: old, in: transaction)
        guard !transaction.isErasing else { return }
        try ChatNotifier(record, in: transaction).notifyOfPeople(joining: person)
    }
}

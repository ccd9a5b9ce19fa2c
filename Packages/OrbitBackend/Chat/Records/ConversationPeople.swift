import BackendRuntime
import OrbitModels
import OrbitStore

/// The people of large conversations, whose parts are loaded and stored one by one. In a small conversation the methods
/// take no store calls, because its record has all people.
extension ConversationRecord {
    /// Stores the conversation, and in a large conversation the changed people. Writes only records that have changed.
    ///
    /// - Parameters:
    ///   - old: The conversation before the change; `nil` for a new one.
    ///   - transaction: The transaction of the change.
    func save(replacing old: ConversationRecord?, in transaction: LogTransaction) throws {
        if stored != old?.stored { try transaction.put(stored) }
        guard isLarge else { return }
        let known: Set<Participant> = old.map { $0.isLarge ? Set($0.people) : [] } ?? []
        for person in people where !known.contains(person) {
            try transaction.put(ConversationPersonRecord(person, of: self))
        }
    }

    /// Returns the conversation with the parts of more people. Takes one store call in a large conversation, unless all
    /// of them were loaded before.
    func with(_ ids: some Sequence<UserID>, in reader: any StoreReader) throws -> ConversationRecord {
        guard isLarge else { return self }
        let missing = Set(ids).subtracting(people.map(\.id)).sorted()
        if missing.isEmpty { return self }
        let keys = missing.map { ConversationPersonRecord.key(id, $0) }
        let found = try reader.get(ConversationPersonRecord.self, all: keys)
        return with(keys.compactMap { found[$0] })
    }

    /// Returns the conversation with the people who have written above the watermarks of viewers. Whether the viewers
    /// see these people decides the counts of unread messages. Takes at most three store calls.
    func with(viewers ids: [UserID], in reader: any StoreReader) throws -> ConversationRecord {
        guard isLarge else { return self }
        let wider = try with(ids, in: reader)
        let lowest = wider.people.lazy.filter { ids.contains($0.id) && $0.isMember }.map(\.readThrough).min()
        guard let lowest, lowest < lastSeq else { return wider }
        return try wider.with(
            ConversationPersonRecord.writers(in: id, lowest + 1...lastSeq, reader), in: reader)
    }

    /// Returns conversations with all people. Takes one store call if any conversation is large.
    static func withEveryone(
        _ records: [ConversationRecord], in reader: any StoreReader
    ) throws -> [ConversationRecord] {
        let large = records.filter(\.isLarge)
        if large.isEmpty { return records }
        let queries = large.map { ConversationPersonRecord.query($0.id) }
        let people = zip(large, try reader.list(ConversationPersonRecord.self, all: queries))
            .reduce(into: [ConversationID: [ConversationPersonRecord]]()) { $0[$1.0.id] = $1.1 }
        return records.map { record in
            record.isLarge ? record.stored.with(people[record.id, default: []]) : record
        }
    }

    /// Returns the people of the conversation who have a block with any of a few people. Takes at most two store calls.
    func people(apartFrom ids: [UserID], in reader: any StoreReader) throws -> Set<UserID> {
        let apart = try BlockRecord.peopleApart(from: ids, in: reader)
        if apart.isEmpty { return [] }
        let record = try with(apart, in: reader)
        return apart.filter { record.participant($0) != nil }
    }
}

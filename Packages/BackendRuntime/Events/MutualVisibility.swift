import Matching
package import OrbitModels
package import OrbitStore

/// A cache of whether two people may see each other. It looks up each pair and each owner of a log once.
package struct MutualVisibility {
    private let reader: any StoreReader
    private var known: [UserPair: Bool] = [:]
    private var viewers: [UserID: AccountRecord?] = [:]

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - reader: A snapshot of the store.
    ///   - owner: The account of the owner of the log, if it was read from the same snapshot.
    package init(in reader: any StoreReader, knowing owner: AccountRecord? = nil) {
        self.reader = reader
        if let owner { viewers[owner.id] = .some(owner) }
    }

    package mutating func see(_ one: UserID, _ other: UserID) throws -> Bool {
        let pair = UserPair(one, other)
        if let answer = known[pair] { return answer }
        let answer = try viewer(one).map { try Visibility(of: $0, in: reader).account(other) != nil } ?? false
        known[pair] = answer
        return answer
    }

    private mutating func viewer(_ id: UserID) throws -> AccountRecord? {
        if let known = viewers[id] { return known }
        let account = try reader.get(AccountRecord.self, id.rawValue)
        viewers[id] = .some(account)
        return account
    }

    /// Returns the events as their owner may read them now. Withdraws events about people that the owner may not see.
    package mutating func filtered(_ entries: [LogEntry]) throws -> [LogEntry] {
        try entries.map { entry in
            guard let subject = entry.subject, entry.kind != .personHidden else { return entry }
            return try see(entry.owner, subject) ? entry : entry.withdrawn
        }
    }
}

import Matching
package import OrbitModels
package import OrbitStore

/// A cache of whether two people may see each other. It looks up each pair once.
package struct MutualVisibility {
    private let reader: any StoreReader
    private var known: [UserPair: Bool] = [:]

    package init(in reader: any StoreReader) {
        self.reader = reader
    }

    package mutating func see(_ one: UserID, _ other: UserID) throws -> Bool {
        let pair = UserPair(one, other)
        if let answer = known[pair] { return answer }
        let answer = try reader.get(AccountRecord.self, one.rawValue).map {
            try Visibility(of: $0, in: reader).account(other) != nil
        }
        known[pair] = answer ?? false
        return answer ?? false
    }

    /// Returns the events as their owner may read them now. Withdraws events about people that the owner may not see.
    package mutating func filtered(_ entries: [LogEntry]) throws -> [LogEntry] {
        try entries.map { entry in
            guard let subject = entry.subject, entry.kind != .personHidden else { return entry }
            return try see(entry.owner, subject) ? entry : entry.withdrawn
        }
    }
}

import Matching
package import OrbitModels
package import OrbitStore

/// Tells of many pairs whether the two may see each other, looking each pair up once.
package struct MutualSight {
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

    /// The events as their owner may read them now: what is about a person they may not see is withdrawn.
    package mutating func filtered(_ entries: [LogEntry]) throws -> [LogEntry] {
        try entries.map { entry in
            guard let subject = entry.subject, entry.kind != .personHidden else { return entry }
            return try see(entry.owner, subject) ? entry : entry.withdrawn
        }
    }
}

import BackendRuntime
import Matching
import OrbitModels
import OrbitStore

/// The decisions of which people of a conversation see each other. They are those of `Visibility`, except that an
/// erased person is seen, as a pseudonym, by people without a block.
///
/// Takes at most three store calls, for any number of people.
struct ChatAudience {
    /// The maximum number of pairs whose blocks are looked up one by one. For more pairs, the blocks of each viewer are
    /// listed.
    private static let maxPairs = 400

    private let accounts: [UserID: AccountRecord]
    private let blocked: Set<UserPair>
    private let erased: Set<UserID>

    /// Looks up the people.
    ///
    /// - Parameters:
    ///   - people: The people of one or several conversations.
    ///   - viewers: The people whose view is needed. The decisions between two other people are undefined.
    ///   - known: The accounts that were read before.
    ///   - reader: A snapshot of the store.
    init(
        of people: [ConversationRecord.Participant], for viewers: [UserID], knowing known: [AccountRecord] = [],
        in reader: any StoreReader
    ) throws {
        var accounts = known.reduce(into: [UserID: AccountRecord]()) { $0[$1.id] = $1 }
        let ids = Set(people.map(\.id)).union(viewers)
        let missing = ids.subtracting(accounts.keys).sorted()
        if !missing.isEmpty {
            let found = try reader.get(AccountRecord.self, all: missing.map(\.rawValue))
            for account in found.values { accounts[account.id] = account }
        }
        self.accounts = accounts
        erased = Set(people.lazy.filter { $0.state == .erased }.map(\.id))
        blocked = try Self.blocks(between: viewers, and: ids, in: reader)
    }

    private static func blocks(
        between viewers: [UserID], and people: Set<UserID>, in reader: any StoreReader
    ) throws -> Set<UserPair> {
        let pairs = viewers.reduce(into: Set<UserPair>()) { pairs, viewer in
            for person in people where person != viewer { pairs.insert(UserPair(viewer, person)) }
        }
        guard pairs.count > maxPairs else {
            let keys = { (pair: UserPair) in
                [BlockRecord.key(pair.first, pair.second), BlockRecord.key(pair.second, pair.first)]
            }
            let existing = try pairs.flatMap(keys).existingKeys(of: BlockRecord.self, in: reader)
            return existing.isEmpty ? [] : pairs.filter { !existing.isDisjoint(with: keys($0)) }
        }
        let queries = viewers.flatMap { viewer in
            [BlockRecord.byBlocker, BlockRecord.byBlocked].map { IndexQuery($0, group: viewer.rawValue) }
        }
        let listed = try reader.list(BlockRecord.self, all: queries).joined()
        var found = Set(listed.map { UserPair($0.blocker, $0.blocked) })
        for viewer in viewers {
            // The key of a block that cannot be read still names both people.
            let unreadable = BlockRecord.unreadable(of: viewer, in: reader)
            for other in unreadable.blocked + unreadable.blockers { found.insert(UserPair(viewer, other)) }
        }
        return found
    }

    /// Whether a viewer sees a person, or is the person.
    func sees(_ viewer: UserID, _ person: UserID) -> Bool {
        if viewer == person { return true }
        if blocked.contains(UserPair(viewer, person)) { return false }
        guard let other = accounts[person] else { return erased.contains(person) }
        return accounts[viewer]?.mayMeet(other) ?? false
    }

    /// The accounts that were looked up.
    var known: [AccountRecord] { Array(accounts.values) }

    /// Returns the account of a person, if it was looked up and exists.
    func account(_ person: UserID) -> AccountRecord? { accounts[person] }

    /// Returns the name of a person; an empty text for a person without a profile.
    func name(of person: UserID) -> String { accounts[person]?.profile?.name ?? "" }

    /// Whether a person finds a conversation: a member, except in a pair whose other person is hidden.
    func finds(_ record: ConversationRecord, _ viewer: UserID) -> Bool {
        guard record.hasMember(viewer) else { return false }
        return record.partner(of: viewer).map { sees(viewer, $0.id) } ?? true
    }

    /// Returns the people of a conversation who are hidden from a viewer. In a large conversation, only those that were
    /// loaded.
    func hidden(from viewer: UserID, in record: ConversationRecord) -> Set<UserID> {
        Set(record.people.lazy.map(\.id).filter { !sees(viewer, $0) })
    }
}

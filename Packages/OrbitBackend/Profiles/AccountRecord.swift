import Foundation
import OrbitModels
import OrbitStore
import Validation

/// A person's account with the profile they have made.
struct AccountRecord: BackendRecord {
    static let table = "accounts"
    static var personalData: PersonalData<Self> {
        .init(
            .key(exported: "account") { account, _ in
                ExportedAccount(
                    userID: account.id, email: account.email, createdAt: account.createdAt, profile: account.profile,
                    counting: account.profile.map { account.counted.counting(in: $0) })
            })
    }
    /// Others go on as without the person, whose own requests fail; see ``own(_:in:)``.
    static let isAbsentIfUnreadable = true
    static let byEmail = "email"
    /// By mailbox, the oldest account first.
    static let byMailbox = "mailbox"
    /// Complete profiles, by campus and age of the account.
    static let discoverable = "discoverable"
    /// Complete profiles, by campus and the number of their last change.
    static let changes = "changes"

    let id: UserID
    /// As it was typed when the account was made, in normal form.
    let email: String
    /// Equal for addresses that differ in case alone.
    let emailKey: String
    /// People of equal campus see each other. It stays as it was when the account was made; see ``CampusDomainRecord``.
    let campus: String
    /// What shows that the person is of the campus; `nil` in accounts that are older than this.
    var standing: CampusStanding?
    let createdAt: Date
    var profile: Profile?
    /// What counts of the profile's hours and home.
    private(set) var counted: CountedValues
    var isComplete = false
    /// Since when the campus vouches for the person as a host; only moderators decide it.
    private(set) var certifiedAt: Date?
    /// Counts changes.
    var version = 1
    /// The number in its campus's log of the last time the profile was saved.
    var change: Int64 = 0
    /// What keeps the person out. While there is any, nobody sees them, and they have no session.
    var suspensions: [Suspension] = []
    /// Only sessions of this number hold; raising it ends all others.
    var sessionEpoch = 0

    var key: String { id.rawValue }

    var indexEntries: [IndexEntry] {
        var entries = [
            IndexEntry(Self.byEmail, group: emailKey),
            IndexEntry(Self.byMailbox, group: mailbox, rank: createdAt.milliseconds),
        ]
        if isComplete {
            if !isSuspended {
                entries.append(IndexEntry(Self.discoverable, group: campus, rank: createdAt.milliseconds))
            }
            entries.append(IndexEntry(Self.changes, group: campus, rank: change))
        }
        if let end = suspensionEnd { entries.append(Self.dueEntry(at: end)) }
        return entries
    }

    /// - Parameter lastCounted: when hours or a home of an earlier account of the person counted last.
    init(
        id: UserID, email: EmailAddress, campus: String, standing: CampusStanding? = nil, createdAt: Date,
        lastCounted: CalendarDay? = nil
    ) {
        self.id = id
        self.email = email.text
        emailKey = email.identityKey
        (self.campus, self.standing) = (campus, standing)
        self.createdAt = createdAt
        counted = CountedValues(since: lastCounted)
    }

    var isCertified: Bool { certifiedAt != nil }

    /// Replaces the profile. Hours and home may count later.
    mutating func replaceProfile(with profile: Profile, on day: CalendarDay) {
        counted.replace(self.profile, with: profile, on: day)
        self.profile = profile
        isComplete = true
    }

    /// Certifies a person as a host, or takes that back. Meetups and the person's reputation show it from the next request
    /// on.
    static func certify(_ person: UserID, _ isCertified: Bool = true, in transaction: LogTransaction) throws {
        guard var account = try transaction.get(Self.self, person.rawValue), account.isCertified != isCertified else {
            return
        }
        account.certifiedAt = isCertified ? transaction.now : nil
        try transaction.put(account)
    }

    /// The account that an address signs in to: that of exactly this address, else the oldest of its mailbox.
    /// If it cannot be read, no other takes its place.
    static func find(_ email: EmailAddress, in reader: any StoreReader) throws -> AccountRecord? {
        let before = reader.setAside.count
        let found = try stored(email, in: reader)
        guard !reader.setAside.dropFirst(before).contains(where: { $0.table == table }) else {
            throw StoreError.unreadableRecord(table: table)
        }
        return found
    }

    /// The account for what its own person does: it is there, or it was erased, or the request fails.
    static func own(_ id: UserID, in reader: any StoreReader) throws -> AccountRecord? {
        if let account = try reader.get(Self.self, id.rawValue) { return account }
        guard !reader.setAside.contains(UnreadableRecord(table: table, key: id.rawValue)) else {
            throw StoreError.unreadableRecord(table: table)
        }
        return nil
    }

    private static func stored(_ email: EmailAddress, in reader: any StoreReader) throws -> AccountRecord? {
        try reader.list(Self.self, IndexQuery(byEmail, group: email.identityKey, limit: 1)).first
            ?? reader.list(Self.self, IndexQuery(byMailbox, group: email.mailbox, limit: 1)).first
    }
}

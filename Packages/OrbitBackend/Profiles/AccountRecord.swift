import Foundation
import OrbitModels
import Validation

/// A person's account with the profile they have made.
struct AccountRecord: StoreRecord {
    static let table = "accounts"
    static let byEmail = "email"
    /// Complete profiles, by campus and age of the account.
    static let discoverable = "discoverable"
    /// Complete profiles, by campus and the number of their last change.
    static let changes = "changes"

    let id: UserID
    /// As it was typed when the account was made, in normal form.
    let email: String
    /// Equal for addresses that are one account.
    let emailKey: String
    /// People of equal campus see each other.
    let campus: String
    let createdAt: Date
    var profile: Profile?
    var isComplete = false
    /// Counts changes.
    var version = 1
    /// The number in its campus's log of the last time the profile was saved.
    var change: Int64 = 0

    var key: String { id.rawValue }

    var indexEntries: [IndexEntry] {
        var entries = [IndexEntry(Self.byEmail, group: emailKey)]
        if isComplete {
            entries.append(IndexEntry(Self.discoverable, group: campus, rank: createdAt.milliseconds))
            entries.append(IndexEntry(Self.changes, group: campus, rank: change))
        }
        return entries
    }

    init(id: UserID, email: EmailAddress, membership: CampusMembership, createdAt: Date) {
        self.id = id
        self.email = email.text
        emailKey = email.identityKey
        campus = membership.university?.domains.first ?? membership.domain
        self.createdAt = createdAt
    }

    static func find(_ email: EmailAddress, in reader: any StoreReader) throws -> AccountRecord? {
        try reader.list(Self.self, IndexQuery(byEmail, group: email.identityKey, limit: 1)).first
    }
}

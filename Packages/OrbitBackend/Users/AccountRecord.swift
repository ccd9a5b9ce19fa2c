import Foundation
import OrbitModels
import Validation

/// A person's account with the profile they have made.
struct AccountRecord: StoreRecord {
    static let table = "accounts"
    static let byEmail = "email"
    /// Complete profiles, by campus and age of the account.
    static let discoverable = "discoverable"

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

    var key: String { id.rawValue }

    var indexEntries: [IndexEntry] {
        var entries = [IndexEntry(Self.byEmail, group: emailKey)]
        if isComplete {
            entries.append(IndexEntry(Self.discoverable, group: campus, rank: createdAt.milliseconds))
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

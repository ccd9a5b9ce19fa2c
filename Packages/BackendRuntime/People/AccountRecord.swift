package import Foundation
package import OrbitModels
package import OrbitStore
package import Profiles
import Safety
package import Validation

/// A person's account with the profile they have made.
package struct AccountRecord: BackendRecord {
    package static let table = "accounts"
    package static var personalData: PersonalData<Self> {
        .init(
            .key(
                exported: ExportSection(
                    "account", of: "Profiles",
                    "The address, when the account was made, the profile, from when its hours and home count")
            ) { account, _ in
                ExportedAccount(
                    userID: account.id, email: account.email, createdAt: account.createdAt, profile: account.profile,
                    counting: account.profile.map { account.counted.counting(in: $0) })
            })
    }
    /// Others go on as without the person, whose own requests fail; see ``own(_:in:)``.
    package static let isAbsentIfUnreadable = true
    package static let byEmail = "email"
    /// By mailbox, the oldest account first.
    package static let byMailbox = "mailbox"
    /// Complete profiles, by campus and age of the account.
    package static let discoverable = "discoverable"
    /// Complete profiles, by campus and the number of their last change.
    package static let changes = "changes"

    package let id: UserID
    /// As it was typed when the account was made, in normal form.
    package let email: String
    /// Equal for addresses that differ in case alone.
    package let emailKey: String
    /// People of equal campus see each other. It stays as it was when the account was made; see `CampusDomainRecord`.
    package let campus: String
    /// What shows that the person is of the campus; `nil` in accounts that are older than this.
    package var standing: CampusStanding?
    package let createdAt: Date
    package var profile: Profile?
    /// What counts of the profile's hours and home.
    package private(set) var counted: CountedValues
    package var isComplete = false
    /// Since when the campus vouches for the person as a host; only moderators decide it.
    package private(set) var certifiedAt: Date?
    /// Counts changes.
    package var version = 1
    /// The number in its campus's log of the last time the profile was saved.
    package var change: Int64 = 0
    /// What keeps the person out. While there is any, nobody sees them, and they have no session.
    package var suspensions: [Suspension] = []
    /// Only sessions of this number hold; raising it ends all others.
    package var sessionEpoch = 0

    package var key: String { id.rawValue }

    package var indexEntries: [IndexEntry] {
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
        if let end = suspensionEnd { entries.append(.due(at: end)) }
        return entries
    }

    /// - Parameter lastCounted: when hours or a home of an earlier account of the person counted last.
    package init(
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

    package var isCertified: Bool { certifiedAt != nil }

    /// Replaces the profile. Hours and home may count later.
    package mutating func replaceProfile(with profile: Profile, on day: CalendarDay) {
        counted.replace(self.profile, with: profile, on: day)
        self.profile = profile
        isComplete = true
    }

    /// Certifies the person as a host, or revokes the certificate.
    package mutating func certify(_ isCertified: Bool, at now: Date) {
        if isCertified != self.isCertified { certifiedAt = isCertified ? now : nil }
    }

    /// The account that an address signs in to: that of exactly this address, else the oldest of its mailbox.
    /// If it cannot be read, no other takes its place.
    package static func find(_ email: EmailAddress, in reader: any StoreReader) throws -> AccountRecord? {
        let before = reader.setAside.count
        let found = try stored(email, in: reader)
        guard !reader.setAside.dropFirst(before).contains(where: { $0.table == table }) else {
            throw StoreError.unreadableRecord(table: table)
        }
        return found
    }

    /// The account for what its own person does: it is there, or it was erased, or the request fails.
    package static func own(_ id: UserID, in reader: any StoreReader) throws -> AccountRecord? {
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

/// What shows that a person is of their campus, in which role, and when that was seen last: at a sign-in.
package struct CampusStanding: Codable, Hashable, Sendable {
    package enum Evidence: String, Codable, Sendable {
        /// The list of universities has the domain of the address, or one above it.
        case listedDomain = "listed_domain"
        /// The domain is under an academic suffix and in no list.
        case suffixRule = "suffix_rule"
        /// The operator vouches for the address.
        case vouchedFor = "operator"
    }

    package let evidence: Evidence
    package let role: CampusRole
    /// On the campus's calendar.
    package let day: CalendarDay

    package init(evidence: Evidence, role: CampusRole, day: CalendarDay) {
        (self.evidence, self.role, self.day) = (evidence, role, day)
    }
}

/// What keeps a person out.
package struct Suspension: Codable, Hashable, Sendable {
    package let decisionID: Identifier<Decision>
    /// `nil` for good.
    package let until: Date?

    package init(decisionID: Identifier<Decision>, until: Date?) {
        (self.decisionID, self.until) = (decisionID, until)
    }
}

extension AccountRecord {
    /// Whether nobody sees the person and they cannot sign in. It ends with the transaction that notes that time has
    /// ended it, so that it holds for all readers of one state alike.
    package var isSuspended: Bool { !suspensions.isEmpty }

    /// When the last of the suspensions ends; `nil` if there is none, or one for good.
    package var suspensionEnd: Date? {
        let ends = suspensions.compactMap(\.until)
        return ends.count == suspensions.count ? ends.max() : nil
    }

    /// Whether a session still holds.
    package func admits(_ session: SessionRecord) -> Bool { session.epoch == sessionEpoch && !isSuspended }
}

/// What an archive says of the account itself.
package struct ExportedAccount: Codable, Sendable {
    package let userID: UserID
    package let email: String
    package let createdAt: Date
    package let profile: Profile?
    package let counting: CountingValues?

    package enum CodingKeys: String, CodingKey {
        case email, profile, counting
        case userID = "user_id"
        case createdAt = "created_at"
    }
}

package import Foundation
package import OrbitModels
package import OrbitStore
package import Profiles
import Safety
package import Validation

/// A person's account with their profile.
package struct AccountRecord: BackendRecord {
    package static let table = "accounts"
    package static var personalData: PersonalData<Self> {
        .init(
            .key(
                exported: ExportSection(
                    "account", of: "Profiles",
                    "The address, the creation date, the profile, and the effective dates of its hours and home")
            ) { account, _ in
                ExportedAccount(
                    userID: account.id, email: account.email, createdAt: account.createdAt, profile: account.profile,
                    effectiveDates: account.profile.map { account.effectiveValues.effectiveDates(in: $0) })
            })
    }
    /// An unreadable account counts as missing, so requests of other people work without the person. The person's own
    /// requests fail; see ``own(_:in:)``.
    package static let treatsUnreadableAsMissing = true
    package static let byEmail = "email"
    /// Accounts by mailbox, the oldest first.
    package static let byMailbox = "mailbox"
    /// Complete profiles of people who are not suspended, by campus and creation of the account.
    package static let discoverable = "discoverable"
    /// Complete profiles, by campus and the number of their last change.
    package static let changes = "changes"

    package let id: UserID
    /// The address as the person typed it at the creation of the account, in normal form.
    package let email: String
    /// The address in a form that is equal for addresses that differ in case only.
    package let emailKey: String
    /// The campus at the creation of the account; see `CampusDomainRecord`. People of the same campus see each other.
    package let campus: String
    /// The evidence that the person belongs to the campus; `nil` in accounts that were created before the field
    /// existed.
    package var verification: CampusVerification?
    package let createdAt: Date
    package var profile: Profile?
    /// The effective values of the profile's hours and home.
    package private(set) var effectiveValues: EffectiveValues
    package var isComplete = false
    /// The instant since which the person is a certified host. Only the operator changes it; see
    /// `OrbitBackend.certifyHost(_:isCertified:)`.
    package private(set) var certifiedAt: Date?
    /// The number of changes, from 1.
    package var version = 1
    /// The number in the campus's log at which the profile was last saved.
    package var change: Int64 = 0
    /// The suspensions of the person. While there is any suspension, no other person sees the account, and it has no
    /// sessions.
    package var suspensions: [Suspension] = []
    /// The epoch of valid sessions. Increasing it ends all sessions.
    package var sessionEpoch = 0

    private enum CodingKeys: String, CodingKey {
        case id, email, emailKey, campus, createdAt, profile, isComplete, certifiedAt, version, change, suspensions
        case sessionEpoch
        case verification = "standing"
        case effectiveValues = "counted"
    }

    package var key: String { id.rawValue }

    package var indexEntries: [IndexEntry] {
        var entries = [
            IndexEntry(Self.byEmail, group: emailKey),
            IndexEntry(Self.byMailbox, group: mailbox, at: createdAt),
        ]
        if isComplete {
            if !isSuspended { entries.append(IndexEntry(Self.discoverable, group: campus, at: createdAt)) }
            entries.append(IndexEntry(Self.changes, group: campus, rank: change))
        }
        if let end = suspensionEnd { entries.append(.due(at: end)) }
        return entries
    }

    /// Creates an account.
    ///
    /// - Parameters:
    ///   - id: The id of the person.
    ///   - email: The address as typed.
    ///   - campus: The campus of the address.
    ///   - verification: The evidence that the person belongs to the campus.
    ///   - createdAt: The instant of the creation.
    ///   - lastEffectiveDay: The last day on which hours or a home took effect in an earlier account of the
    ///     person; `nil` without such a day.
    package init(
        id: UserID, email: EmailAddress, campus: String, verification: CampusVerification? = nil, createdAt: Date,
        lastEffectiveDay: CalendarDay? = nil
    ) {
        self.id = id
        self.email = email.text
        emailKey = email.identityKey
        (self.campus, self.verification) = (campus, verification)
        self.createdAt = createdAt
        effectiveValues = EffectiveValues(since: lastEffectiveDay)
    }

    package var isCertified: Bool { certifiedAt != nil }

    /// Replaces the profile. New hours and a new home may take effect later.
    package mutating func replaceProfile(with profile: Profile, on day: CalendarDay) {
        effectiveValues.replace(self.profile, with: profile, on: day)
        self.profile = profile
        isComplete = true
    }

    /// Certifies the person as a host, or revokes the certificate.
    package mutating func certify(_ isCertified: Bool, at now: Date) {
        if isCertified != self.isCertified { certifiedAt = isCertified ? now : nil }
    }

    /// Returns the account that an address signs in to. It is the account of exactly this address, or else the oldest
    /// account of its mailbox.
    ///
    /// - Throws: `StoreError.unreadableRecord(table:)` if the account cannot be read. No other account replaces it.
    package static func find(_ email: EmailAddress, in reader: any StoreReader) throws -> AccountRecord? {
        let before = reader.quarantined.count
        let found = try stored(email, in: reader)
        guard !reader.quarantined.dropFirst(before).contains(where: { $0.table == table }) else {
            throw StoreError.unreadableRecord(table: table)
        }
        return found
    }

    /// Returns the account for an action of its own person; `nil` if the account was erased.
    ///
    /// - Throws: `StoreError.unreadableRecord(table:)` if the account cannot be read.
    package static func own(_ id: UserID, in reader: any StoreReader) throws -> AccountRecord? {
        if let account = try reader.get(Self.self, id.rawValue) { return account }
        guard !reader.quarantined.contains(UnreadableRecord(table: table, key: id.rawValue)) else {
            throw StoreError.unreadableRecord(table: table)
        }
        return nil
    }

    private static func stored(_ email: EmailAddress, in reader: any StoreReader) throws -> AccountRecord? {
        try reader.list(Self.self, IndexQuery(byEmail, group: email.identityKey, limit: 1)).first
            ?? reader.list(Self.self, IndexQuery(byMailbox, group: email.mailbox, limit: 1)).first
    }
}

/// The evidence that a person belongs to their campus, and their role, as of the last sign-in.
package struct CampusVerification: Codable, Hashable, Sendable {
    package enum Evidence: String, Codable, Sendable {
        /// The list of universities has the domain of the address, or a parent domain.
        case listedDomain = "listed_domain"
        /// The domain has an academic suffix and is in no list.
        case suffixRule = "suffix_rule"
        /// The operator vouches for the address.
        case vouchedFor = "operator"
    }

    package let evidence: Evidence
    package let role: CampusRole
    /// The day of the last sign-in, on the campus's calendar.
    package let day: CalendarDay

    package init(evidence: Evidence, role: CampusRole, day: CalendarDay) {
        (self.evidence, self.role, self.day) = (evidence, role, day)
    }
}

/// A suspension of a person by a decision of a moderator.
package struct Suspension: Codable, Hashable, Sendable {
    package let decisionID: Identifier<Decision>
    /// The end of the suspension; `nil` if it is permanent.
    package let until: Date?

    package init(decisionID: Identifier<Decision>, until: Date?) {
        (self.decisionID, self.until) = (decisionID, until)
    }
}

extension AccountRecord {
    /// Whether the person is hidden from all other people and cannot sign in. A suspension ends with the transaction
    /// that removes it, and not at its instant `until`, so that all readers of one snapshot agree.
    package var isSuspended: Bool { !suspensions.isEmpty }

    /// The instant at which the last suspension ends; `nil` if the person is not suspended, or is suspended
    /// permanently.
    package var suspensionEnd: Date? {
        let ends = suspensions.compactMap(\.until)
        return ends.count == suspensions.count ? ends.max() : nil
    }

    /// Whether a session is still valid.
    package func admits(_ session: SessionRecord) -> Bool { session.epoch == sessionEpoch && !isSuspended }
}

/// The account in the archive of an export.
package struct ExportedAccount: Codable, Sendable {
    package let userID: UserID
    package let email: String
    package let createdAt: Date
    package let profile: Profile?
    package let effectiveDates: EffectiveDates?

    package enum CodingKeys: String, CodingKey {
        case email, profile
        case effectiveDates = "counting"
        case userID = "user_id"
        case createdAt = "created_at"
    }
}

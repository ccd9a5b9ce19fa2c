import BackendRuntime
import Foundation
import Matching
import OrbitModels
import OrbitStore
import Safety

/// The link by which a person shares the plan of one meetup. A person has at most one link for a meetup. A new link
/// replaces the earlier one, which is then no longer found.
struct SharedPlanRecord: ExpiringRecord {
    static let table = "shared_plans"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byOwner,
                exported: ExportSection("plan_shares", of: "Safety", "A link to a plan, without its secret")
            ) { record, _ in record.share })
    }
    private static let byToken = "token"
    private static let byOwner = "owner"
    /// The seconds for which a record is stored after the end that the meetup had when the link was created.
    private static let retention: TimeInterval = 60 * 86_400

    let owner: UserID
    /// The digest of the token. The token itself is not stored.
    let token: String
    private(set) var share: PlanShare
    let expiresAt: Date

    init(_ share: PlanShare, of owner: UserID, at meetup: MeetupRecord, token: String) {
        self.share = share
        self.owner = owner
        self.token = token
        expiresAt = meetup.plan.span.end.addingTimeInterval(Self.retention)
    }

    var key: String { Self.key(share.meetupID, owner) }

    var indexEntries: [IndexEntry] {
        [expiryEntry, IndexEntry(Self.byToken, group: token), IndexEntry(Self.byOwner, group: owner.rawValue)]
    }

    static func key(_ meetup: MeetupID, _ owner: UserID) -> String { "\(meetup)>\(owner)" }

    static func of(_ owner: UserID, at meetup: MeetupID, in reader: any StoreReader) throws -> SharedPlanRecord? {
        try reader.get(Self.self, key(meetup, owner))
    }

    /// Returns the shared plan with a token, or `nil`.
    ///
    /// - Parameter token: The digest of the token.
    static func find(_ token: String, in reader: any StoreReader) throws -> SharedPlanRecord? {
        try reader.list(Self.self, IndexQuery(byToken, group: token, limit: 1)).first
    }

    mutating func extend(to hours: Int) { share.hours = hours }

    /// Deletes the link of a person who no longer attends the meetup, and notifies the person.
    static func end(of owner: UserID, at meetup: MeetupID, in transaction: LogTransaction) throws {
        guard try of(owner, at: meetup, in: transaction) != nil else { return }
        try transaction.delete(Self.self, key(meetup, owner))
        try transaction.append(
            .planShareChanged, to: owner, touches: [.planShare], data: Keyed(PlanShare(meetupID: meetup)))
    }

    /// Deletes the links of each of two people to meetups that the other person hosts. Reads at most 300 links of each
    /// person.
    static func end(between pair: UserPair, in transaction: LogTransaction) throws {
        for owner in [pair.first, pair.second] {
            let shared = try transaction.list(
                Self.self, IndexQuery(byOwner, group: owner.rawValue, limit: maxEnded))
            let meetups = try transaction.get(MeetupRecord.self, all: shared.map(\.share.meetupID.rawValue))
            for meetup in meetups.values.sorted(by: { $0.id < $1.id }) where meetup.hostID == pair.partner(of: owner) {
                try end(of: owner, at: meetup.id, in: transaction)
            }
        }
    }

    private static let maxEnded = 300
}

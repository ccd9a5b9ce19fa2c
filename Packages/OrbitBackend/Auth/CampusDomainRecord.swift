import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Validation

/// The campus of a domain, fixed when the first person joins with the domain.
///
/// The list of universities defines the domains of one institution *now*. These records define the campus of their
/// people. So a list that is reordered, extended or corrected moves no person, and splits no campus.
///
/// A newcomer joins the campus of the institution's domain that was seen first. If no domain was seen, a new campus is
/// created. Its id is the first domain of the institution in the list at that time. If another campus has this id, a
/// random identifier is added to it. The id is never looked up in the list again.
struct CampusDomainRecord: BackendRecord {
    static let table = "campus_domains"
    private static let byCampus = "campus"
    static var personalData: PersonalData<Self> { .none("The domains of campuses, and when each was first seen.") }
    /// The maximum number of labels in the index. For deeper domains, the last labels are indexed.
    private static let maxLabels = 8
    /// The maximum number of domains of an institution. If there are more, the first domains in alphabetical order
    /// count.
    private static let maxDomains = 64
    /// The maximum number of seen domains that are read for each domain of an institution.
    private static let maxSubdomains = 64

    let domain: String
    let campus: String
    let seenAt: Date

    var key: String { domain }

    /// An entry for each parent domain, which finds the domains below it. The domains are ordered by the time at which
    /// they were first seen.
    var indexEntries: [IndexEntry] {
        let labels = domain.split(separator: ".")
        let most = min(labels.count, Self.maxLabels)
        let places = (2...max(2, most)).map { count in
            IndexEntry(Self.below(count), group: labels.suffix(count).joined(separator: "."), at: seenAt)
        }
        return [IndexEntry(Self.byCampus, group: campus)] + places
    }

    private static func below(_ labels: Int) -> String { "below \(labels)" }

    /// Returns the campus of a newcomer.
    static func campus(
        of address: CampusAddress, _ context: BackendContext, in transaction: LogTransaction
    ) throws -> String {
        let known = try records(of: address.membership, context, in: transaction)
        if Set(known.map(\.campus)).count > 1 { transaction.count(.campusesJoined) }
        let oldest = known.min { ($0.seenAt, $0.domain) < ($1.seenAt, $1.domain) }
        let campus = try oldest?.campus ?? newCampus(for: address.membership, context, in: transaction)
        try keep(address, campus: campus, in: transaction)
        return campus
    }

    /// Stores the campus of the domains of an address, for domains without a campus.
    static func keep(_ address: CampusAddress, campus: String, in transaction: LogTransaction) throws {
        var domains = [address.membership.domain]
        if address.evidence != .vouchedFor, address.email.domain.ascii != address.membership.domain {
            domains.append(address.email.domain.ascii)
        }
        let known = try transaction.get(Self.self, all: domains)
        for domain in domains where known[domain] == nil {
            try transaction.put(Self(domain: domain, campus: campus, seenAt: transaction.now))
        }
    }

    /// Returns the records of all seen domains of an institution, and of those below them.
    private static func records(
        of membership: CampusMembership, _ context: BackendContext, in reader: any StoreReader
    ) throws -> [Self] {
        let campuses = context.configuration.campuses
        return try membership.institutionDomains.prefix(maxDomains).flatMap { domain in
            let labels = domain.split(separator: ".").suffix(maxLabels)
            let query = IndexQuery(below(labels.count), group: labels.joined(separator: "."), limit: maxSubdomains)
            return try reader.list(Self.self, query).filter {
                // A domain below may belong to another institution.
                campuses.membership(ofDomain: $0.domain)?.institutionDomains == membership.institutionDomains
            }
        }
    }

    private static func newCampus(
        for membership: CampusMembership, _ context: BackendContext, in reader: any StoreReader
    ) throws -> String {
        // Before these records existed, a campus had the name of the first domain of its institution. Accounts from
        // that time are on a campus of this name.
        let first = membership.university?.domains.first.flatMap { DomainName($0)?.ascii }
        let name = first ?? membership.domain
        let isTaken = try !reader.list(Self.self, IndexQuery(byCampus, group: name, limit: 1)).isEmpty
        return isTaken ? "\(name)~\(context.newIdentifier())" : name
    }
}

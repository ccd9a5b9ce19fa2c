import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Validation

/// Which campus a domain stands for, since the first person joined by it.
///
/// The list of universities says which domains are one institution *now*; these records say which campus their people
/// are on. So nobody is moved, and no campus is split, when the list is reordered, extended or corrected. A newcomer
/// goes to the campus of the institution's domain that was seen first; only if none was seen, to a new one. Its id is
/// the domain that the institution had then, and is never looked up in the list again.
struct CampusDomainRecord: BackendRecord {
    static let table = "campus_domains"
    private static let byCampus = "campus"
    static var personalData: PersonalData<Self> { .none("The domains of campuses, and since when they are known.") }
    /// Of deeper domains the last labels are indexed.
    private static let mostLabels = 8
    /// Of an institution with more, the first in the alphabet count.
    private static let mostDomains = 64
    private static let mostBelow = 64

    let domain: String
    let campus: String
    let seenAt: Date

    var key: String { domain }

    /// Below every domain above it, the oldest first.
    var indexEntries: [IndexEntry] {
        let labels = domain.split(separator: ".")
        let most = min(labels.count, Self.mostLabels)
        let places = (2...max(2, most)).map { count in
            IndexEntry(
                Self.below(count), group: labels.suffix(count).joined(separator: "."), rank: seenAt.milliseconds)
        }
        return [IndexEntry(Self.byCampus, group: campus)] + places
    }

    private static func below(_ labels: Int) -> String { "below \(labels)" }

    /// The campus of a newcomer.
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

    /// Notes the campus of the domains of an address, unless they stand for one.
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

    /// Of all domains of an institution and below them that were seen.
    private static func records(
        of membership: CampusMembership, _ context: BackendContext, in reader: any StoreReader
    ) throws -> [Self] {
        let campuses = context.configuration.campuses
        return try membership.institutionDomains.prefix(mostDomains).flatMap { domain in
            let labels = domain.split(separator: ".").suffix(mostLabels)
            let query = IndexQuery(below(labels.count), group: labels.joined(separator: "."), limit: mostBelow)
            return try reader.list(Self.self, query).filter {
                // Another institution may be below it.
                campuses.membership(ofDomain: $0.domain)?.institutionDomains == membership.institutionDomains
            }
        }
    }

    private static func newCampus(
        for membership: CampusMembership, _ context: BackendContext, in reader: any StoreReader
    ) throws -> String {
        // Accounts without records are older than these, and are on a campus of that name.
        let first = membership.university?.domains.first.flatMap { DomainName($0)?.ascii }
        let name = first ?? membership.domain
        let isTaken = try !reader.list(Self.self, IndexQuery(byCampus, group: name, limit: 1)).isEmpty
        return isTaken ? "\(name)~\(context.newIdentifier())" : name
    }
}

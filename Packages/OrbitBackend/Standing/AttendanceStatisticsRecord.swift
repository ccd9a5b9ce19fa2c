import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Trust

/// The outcome of a person's part in a meetup.
enum AttendanceOutcome: String, Codable, CaseIterable {
    /// A check-in in time.
    case kept
    /// A check-in more than ``grace`` after the start.
    case late
    /// A late cancellation, by a guest or by the host of a meetup at which other people had a place.
    case cancelledLate
    /// Absence from a meetup that took place.
    case noShow
    /// Hosting a meetup that a guest came to.
    case hosted

    /// The seconds after the start in which a check-in is not late, because people check in after they have sat down.
    static let grace: TimeInterval = 15 * 60
}

/// The outcomes of a person's meetups, or of the meetups of all people of a campus.
///
/// Each outcome is counted once, in the transaction that marks the attendance record as counted. So a recount of all
/// attendance records would give the same counts. The counts remain when the records are deleted.
struct AttendanceStatisticsRecord: BackendRecord, Equatable {
    static let table = "attendance"
    static var personalData: PersonalData<Self> {
        .init(
            .key(
                exported: ExportSection(
                    "attendance", of: "Reputation",
                    "How many meetups the person attended, was late to, cancelled late, missed and hosted")
            ) { record, _ in record.counts },
            remark: "Records of other people name no person. Their keys are hashes of two ids.")
    }
    /// The number of outcomes that are added to the shown counts in one step, so that no single outcome can be
    /// inferred.
    static let batch = 5
    /// The number of people that a person must have met before anything is shown.
    static let fewestPeople = 3

    /// The id of a person, or ``key(ofCampus:)``.
    let key: String
    /// The counts of all outcomes, for the person alone.
    private(set) var counts = AttendanceCounts()
    /// The counts as of the last full batch, for other people.
    private(set) var shown = AttendanceCounts()
    /// The ratings on a campus; empty in the record of a person.
    private(set) var ratings = CampusRatings.none
    /// The history with other people. The keys are hashes of two ids, and do not lead back to the ids.
    private var ties: [String: Tie] = [:]

    private struct Tie: Codable, Hashable {
        /// The first time at which both were present at the same meetup.
        var metAt: Date?
        /// The number of meetups of the other person that this person came to.
        var kept = 0
        /// The number of meetups of the other person that this person cancelled late or missed.
        var broken = 0
    }

    init(key: String) { self.key = key }

    var indexEntries: [IndexEntry] { [] }

    static func key(ofCampus campus: String) -> String { "campus \(campus)" }

    /// Counts the outcome of one of the person's own parts.
    ///
    /// - Parameters:
    ///   - outcome: The outcome of the part.
    ///   - host: The host of the meetup, if that is another person.
    ///   - date: The time of the outcome.
    mutating func count(_ outcome: AttendanceOutcome, with host: UserID?, at date: Date) {
        counts.count(outcome)
        switch outcome {
        case .kept, .late: tie(host, at: date) { $0.kept += 1 }
        case .cancelledLate, .noShow: tie(host) { $0.broken += 1 }
        case .hosted: break
        }
        if counts.total.isMultiple(of: Self.batch), peopleMet >= Self.fewestPeople { shown = counts }
    }

    /// Notes that the person has met another person.
    mutating func meet(_ other: UserID, at date: Date) {
        if other.rawValue != key { tie(other, at: date) { _ in } }
    }

    /// Adds a rating to ``ratings``, which the record of a campus has.
    mutating func addRating(stars: Int) { ratings.count(stars: stars) }

    private mutating func tie(_ other: UserID?, at date: Date? = nil, _ change: (inout Tie) -> Void) {
        guard let name = other.map(name) else { return }
        // This many ties are enough to show that the person is not new to other people. So no tie with a further person
        // is added.
        guard ties[name] != nil || ties.count < RaterNetwork.maxPeople else { return }
        change(&ties[name, default: Tie()])
        if let date, ties[name]?.metAt == nil { ties[name]?.metAt = date }
    }

    private func name(of other: UserID) -> String {
        String(ContentHash.hexadecimal([key, other.rawValue]).prefix(12))
    }
}

extension AttendanceStatisticsRecord {
    /// How many people the person has met; at most ``RaterNetwork/maxPeople``.
    var peopleMet: Int { ties.values.count { $0.metAt != nil } }

    /// The number of hosts whose meetups the person came to.
    var hostsMet: Int { ties.values.count { $0.kept > 0 } }

    /// Returns the number of meetups of one host that the person came to.
    func kept(with host: UserID) -> Int { ties[name(of: host)]?.kept ?? 0 }

    /// Returns the counts that trust depends on. The meetups of one host count only up to a maximum, so that no host
    /// alone decides about a person.
    func weighed(maxKept: Int = 3, maxBroken: Int = 1) -> AttendanceCounts {
        var weighed = counts
        weighed.kept = ties.values.reduce(0) { $0 + min($1.kept, maxKept) }
        let more = ties.values.reduce(0) { $0 + max(0, $1.broken - maxBroken) }
        let noShows = min(weighed.noShow, more)
        weighed.noShow -= noShows
        weighed.cancelledLate -= min(weighed.cancelledLate, more - noShows)
        return weighed
    }

    /// Returns the trust standing of the person, from these counts and the decisions of moderators. Makes one store
    /// call.
    ///
    /// It is up to date only if the record contains the outcomes of all meetups that have ended by `now`. Callers use
    /// ``catchUpStanding(of:in:now:)``, which adds those that no request has counted yet.
    func standing(of account: AccountRecord, in reader: any StoreReader, now: Date) throws -> TrustStanding {
        let (counts, conduct) = (weighed(), try ModerationHistoryRecord.of(account.id, in: reader))
        // Every account has an address of the campus that has received a code.
        let facts = TrustFacts(
            isCampusVerified: true, createdAt: account.createdAt, kept: counts.kept, late: counts.late,
            cancelledLate: counts.cancelledLate, noShow: counts.noShow, hosted: counts.hosted,
            hostsMet: hostsMet, peopleMet: peopleMet, upheldReports: conduct.upheld,
            isCertified: account.isCertified)
        return TrustStanding(of: facts, now: now)
    }

    /// Returns the people that the person has met, among `people`, with the time of their first meeting.
    func meetings(with people: [UserID]) -> [UserID: Date] {
        let met = people.compactMap { other in ties[name(of: other)]?.metAt.map { (other, $0) } }
        return Dictionary(met) { min($0, $1) }
    }
}

extension AttendanceStatisticsRecord {
    static func of(_ key: String, in reader: any StoreReader) throws -> AttendanceStatisticsRecord {
        try reader.get(Self.self, key) ?? AttendanceStatisticsRecord(key: key)
    }
}

extension AttendanceCounts {
    mutating func count(_ outcome: AttendanceOutcome) {
        switch outcome {
        case .kept: kept += 1
        case .late: (kept, late) = (kept + 1, late + 1)
        case .cancelledLate: cancelledLate += 1
        case .noShow: noShow += 1
        case .hosted: hosted += 1
        }
    }
}

import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Trust

/// What came of a person's part in a meetup.
enum AttendanceOutcome: String, Codable, CaseIterable {
    /// Has checked in.
    case kept
    /// Has checked in more than ``grace`` after the start.
    case late
    /// Has cancelled late, as a guest or as the host of a meetup that others had a place at.
    case cancelledLate
    /// Did not come to a meetup that took place.
    case noShow
    /// Has hosted a meetup that a guest came to.
    case hosted

    /// How long after the start a check-in is not late: phones come out once people have sat down.
    static let grace: TimeInterval = 15 * 60
}

/// What came of a person's meetups, or of those of all people of a campus. Each part is counted once, in the
/// transaction that marks the part as counted: so it is the same as counting the parts anew, and outlives them.
struct AttendanceRecord: BackendRecord, Equatable {
    static let table = "attendance"
    static var personalData: PersonalData<Self> {
        .init(
            .key(
                exported: ExportSection(
                    "attendance", of: "Reputation",
                    "How many meetups the person has kept, been late to, cancelled late, missed and hosted")
            ) { record, _ in record.counts },
            remark: "Others' records have no name of a person, only what follows from two ids together.")
    }
    /// What others are shown moves on by so many outcomes at once, so that none of them can be told from it.
    static let batch = 5
    /// Nothing is shown of a person who has met fewer.
    static let fewestPeople = 3

    /// A person's, or ``key(ofCampus:)``.
    let key: String
    /// All of it, for the person alone.
    private(set) var counts = AttendanceCounts()
    /// As of the last full batch, for others.
    private(set) var shown = AttendanceCounts()
    /// How the campus rates; of a person none.
    private(set) var ratings = CampusRatings.none
    /// What the person has had to do with others, by what follows from the two ids, and does not lead back to them.
    private var ties: [String: Tie] = [:]

    private struct Tie: Codable, Hashable {
        /// Since when the two have met: both were there, at one meetup.
        var metAt: Date?
        /// Meetups of the other that the person came to.
        var kept = 0
        /// What the person has broken towards the other as their host.
        var broken = 0
    }

    init(key: String) { self.key = key }

    var indexEntries: [IndexEntry] { [] }

    static func key(ofCampus campus: String) -> String { "campus \(campus)" }

    /// Counts what came of one of the person's own parts.
    ///
    /// - Parameter host: of the meetup, if that is another.
    mutating func count(_ outcome: AttendanceOutcome, with host: UserID?, at date: Date) {
        counts.count(outcome)
        switch outcome {
        case .kept, .late: tie(host, at: date) { $0.kept += 1 }
        case .cancelledLate, .noShow: tie(host) { $0.broken += 1 }
        case .hosted: break
        }
        if counts.total.isMultiple(of: Self.batch), peopleMet >= Self.fewestPeople { shown = counts }
    }

    /// Notes that the person has met another.
    mutating func meet(_ other: UserID, at date: Date) {
        if other.rawValue != key { tie(other, at: date) { _ in } }
    }

    /// Adds a rating to ``ratings``, which the record of a campus has.
    mutating func addRating(stars: Int) { ratings.count(stars: stars) }

    private mutating func tie(_ other: UserID?, at date: Date? = nil, _ change: (inout Tie) -> Void) {
        guard let name = other.map(name) else { return }
        // A person who has met so many is new to no one, however many more they meet.
        guard ties[name] != nil || ties.count < RaterCircle.most else { return }
        change(&ties[name, default: Tie()])
        if let date, ties[name]?.metAt == nil { ties[name]?.metAt = date }
    }

    private func name(of other: UserID) -> String {
        String(ContentHash.hexadecimal([key, other.rawValue]).prefix(12))
    }
}

extension AttendanceRecord {
    /// How many people the person has met; at most ``RaterCircle/most``.
    var peopleMet: Int { ties.values.count { $0.metAt != nil } }

    /// Of how many hosts the person came to meetups.
    var hostsMet: Int { ties.values.count { $0.kept > 0 } }

    /// To how many meetups of one host the person came.
    func kept(with host: UserID) -> Int { ties[name(of: host)]?.kept ?? 0 }

    /// The counts by which a person is trusted. No one host makes or ruins a person: of the meetups of one, so many are
    /// taken into account at most.
    func weighed(mostKept: Int = 3, mostBroken: Int = 1) -> AttendanceCounts {
        var weighed = counts
        weighed.kept = ties.values.reduce(0) { $0 + min($1.kept, mostKept) }
        let more = ties.values.reduce(0) { $0 + max(0, $1.broken - mostBroken) }
        let noShows = min(weighed.noShow, more)
        weighed.noShow -= noShows
        weighed.cancelledLate -= min(weighed.cancelledLate, more - noShows)
        return weighed
    }

    /// How far the person is trusted, by this and by what moderators have decided: one call of the store.
    ///
    /// It is up to date only if the record contains the outcomes of all meetups that have ended by `now`. Callers use
    /// ``catchUpStanding(of:in:now:)``, which adds those that no request has counted yet.
    func standing(of account: AccountRecord, in reader: any StoreReader, now: Date) throws -> TrustStanding {
        let (counts, conduct) = (weighed(), try ConductRecord.of(account.id, in: reader))
        // No one has an account without an address of the campus that has received a code.
        let facts = TrustFacts(
            isCampusVerified: true, createdAt: account.createdAt, kept: counts.kept, late: counts.late,
            cancelledLate: counts.cancelledLate, noShow: counts.noShow, hosted: counts.hosted,
            hostsMet: hostsMet, peopleMet: peopleMet, upheldReports: conduct.upheld,
            isCertified: account.isCertified)
        return TrustStanding(of: facts, now: now)
    }

    /// The people among some whom the person has met, and when they first met.
    func meetings(with people: [UserID]) -> [UserID: Date] {
        let met = people.compactMap { other in ties[name(of: other)]?.metAt.map { (other, $0) } }
        return Dictionary(met) { min($0, $1) }
    }
}

extension AttendanceRecord {
    static func of(_ key: String, in reader: any StoreReader) throws -> AttendanceRecord {
        try reader.get(Self.self, key) ?? AttendanceRecord(key: key)
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

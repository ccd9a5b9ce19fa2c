import BackendRuntime
import Foundation
import Moderation
import OrbitModels
import OrbitStore

/// A case: all reports about one subject. It counts the reports, and contains the number of the last decided report.
///
/// A decision covers the reports up to and including a number. Later reports keep the case open. So a decision covers
/// no report that its moderator has not read, and a flood of reports does not prevent decisions.
struct CaseRecord: BackendRecord {
    static let table = "cases"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byAccused,
                erase: .keep("Reports wait, because the person may come back.") { record, erasing in
                    record.accused = erasing.pseudonym
                    if record.about.userID != nil { record.about.userID = erasing.pseudonym }
                }))
    }
    private static let byAccused = "accused"
    static let queue = "queue"

    let id: CaseID
    private(set) var about: ReportSubject
    private(set) var accused: UserID
    let campus: String
    /// The number of the last report.
    private(set) var reports = 0
    /// The number of the last decided report.
    private(set) var decidedThrough = 0
    /// The number of people who have ever reported.
    private(set) var reporterCount = 0
    /// The time of the first open report.
    private(set) var openedAt: Date
    private(set) var reasons: [ReportReason] = []
    private(set) var circles = ReporterCircles()
    /// The moderators who made or reviewed an overturned decision. They may not decide again before another moderator
    /// has decided.
    private(set) var barred: [UserID] = []

    init(_ item: ReportedItem, on campus: String, at now: Date) {
        id = Self.id(of: item.about)
        about = item.about
        accused = item.accused
        self.campus = campus
        openedAt = now
    }

    var key: String { id.rawValue }
    var isOpen: Bool { reports > decidedThrough }

    var indexEntries: [IndexEntry] {
        let all = IndexEntry(Self.byAccused, group: accused.rawValue)
        guard isOpen else { return [all] }
        return [all, IndexEntry(Self.queue, rank: openedAt.milliseconds - Int64(urgency) * 86_400_000)]
    }

    /// The number of days by which the case precedes other cases in the queue. Waiting time counts as well, so every
    /// case is reached.
    var urgency: Int { (reasons.map(\.severity).max() ?? 0) + min(circles.count, 8) - 1 }

    static func id(of about: ReportSubject) -> CaseID { CaseID(ContentHash.hexadecimal(["case", about.key])) }

    static func of(_ about: ReportSubject, in reader: any StoreReader) throws -> CaseRecord? {
        try reader.get(Self.self, id(of: about).rawValue)
    }

    /// Adds a report.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - reporter: The account of the reporter.
    /// - Returns: The number of the report, and the number of the reporter.
    mutating func take(
        _ report: ReportRecord, by reporter: AccountRecord, in transaction: LogTransaction
    ) throws -> (number: Int, reporter: Int) {
        if !isOpen { (openedAt, reasons, circles) = (report.createdAt, [], ReporterCircles()) }
        reports += 1
        if !reasons.contains(report.reason), report.reason.isKnown { reasons.append(report.reason) }
        try circles.add(reporter, of: accused, number: reports, in: transaction)
        let key = CaseReporterRecord.key(id, reporter.id)
        var party =
            try transaction.get(CaseReporterRecord.self, key)
            ?? CaseReporterRecord(caseID: id, person: reporter.id, number: reporterCount + 1, lastAt: report.createdAt)
        reporterCount = max(reporterCount, party.number)
        party.lastAt = report.createdAt
        try transaction.put(party)
        return (reports, party.number)
    }

    /// Replaces the id of a reporter or of a barred moderator with a pseudonym.
    mutating func rename(_ person: UserID, to pseudonym: UserID) {
        circles.rename(person, to: pseudonym)
        barred = barred.map { $0 == person ? pseudonym : $0 }
    }

    /// Closes the reports up to and including a number.
    mutating func decide(through number: Int, at now: Date) {
        decidedThrough = max(decidedThrough, min(number, reports))
        circles.forget(through: decidedThrough)
        barred = []
        if isOpen { openedAt = now }
    }

    /// Opens a report again after its decision was overturned.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - moderators: The moderators who may not decide it again.
    /// - Returns: The new number of the report.
    mutating func reopen(_ report: ReportRecord, without moderators: [UserID]) -> Int {
        if !isOpen { (openedAt, reasons, circles) = (report.createdAt, [], ReporterCircles()) }
        reports += 1
        if !reasons.contains(report.reason) { reasons.append(report.reason) }
        barred += moderators.filter { !barred.contains($0) }
        return reports
    }
}

extension ReportReason {
    /// The severity of a reason, as a number of days of waiting.
    fileprivate var severity: Int {
        switch self {
        case .violence, .threat, .selfHarm, .stalking, .sexualHarassment: 10
        case .hate, .unsafeMeetup, .privateInformation, .scam, .cruelty: 4
        default: 1
        }
    }
}

/// A reporter of a case. Reporters may not decide the case.
struct CaseReporterRecord: ExpiringRecord {
    static let table = "case_reporters"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byPerson,
                erase: .perform(writes: 3) { record, erasing in
                    try erasing.transaction.delete(Self.self, record.key)
                    var kept = record
                    kept.person = erasing.pseudonym
                    try erasing.transaction.put(kept)
                    guard var caseRecord = try erasing.transaction.get(CaseRecord.self, record.caseID.rawValue) else {
                        return
                    }
                    caseRecord.rename(record.person, to: erasing.pseudonym)
                    try erasing.transaction.put(caseRecord)
                }))
    }
    private static let byPerson = "person"
    /// The seconds for which a record is stored after the person's last report. It exceeds the retention of every
    /// report.
    private static let retention: TimeInterval = 1_200 * 86_400

    let caseID: CaseID
    fileprivate(set) var person: UserID
    let number: Int
    var lastAt: Date

    var expiresAt: Date { lastAt.addingTimeInterval(Self.retention) }
    var key: String { Self.key(caseID, person) }
    var indexEntries: [IndexEntry] { [expiryEntry, IndexEntry(Self.byPerson, group: person.rawValue)] }

    static func key(_ id: CaseID, _ person: UserID) -> String { "\(id)>\(person)" }
}

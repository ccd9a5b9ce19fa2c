import BackendRuntime
import Foundation
import Moderation
import OrbitModels
import OrbitStore
import Safety
import Validation

/// A report as its sender is told of it, and the case that it belongs to.
struct ReportRecord: ExpiringRecord {
    static let table = "reports"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byReporter, exported: ExportSection("reports", of: "Safety", "A report with its outcome"),
                erase: .keep("A report holds though its sender has left.") { $0.reporter = $1.pseudonym }
            ) { record, _ in record.report },
            .group(
                of: Self.named,
                erase: .keep("A report belongs to its sender.") { record, erasing in
                    record.about.userID = nil
                    try erasing.transaction.tell(record)
                }),
            remark: "What a report says in words of its sender stays with it.")
    }
    static let byReporter = "reporter"
    /// Those of a case, by number.
    static let byCase = "case"
    /// Those that name a person by id.
    static let named = "named"
    private static let bySubject = "subject"
    /// How long a decided one is kept.
    static let retention: TimeInterval = 400 * 86_400

    let id: ReportID
    private(set) var reporter: UserID
    private(set) var about: ReportSubject
    let reason: ReportReason
    let text: String?
    let evidence: [EvidenceKind]
    let createdAt: Date
    /// `nil` if it names nobody.
    let caseID: CaseID?
    /// Counts the reports of its case.
    var number = 0
    /// Counts those who have reported to the case.
    var reporterNumber = 0
    var outcome: ReportOutcome?
    var decidedAt: Date?
    /// The decision that it was decided by.
    var decisionID: DecisionID?
    var appeal: AppealState?
    /// When a report that names nobody, or the appeal about it, is closed like all others.
    var dueAt: Date?

    var key: String { id.rawValue }
    var expiresAt: Date { decidedAt?.addingTimeInterval(Self.retention) ?? .distantFuture }

    var indexEntries: [IndexEntry] {
        var entries = [
            expiryEntry, IndexEntry(Self.byReporter, group: reporter.rawValue, rank: createdAt.milliseconds),
            IndexEntry(Self.bySubject, group: "\(reporter)>\(about.key)"),
        ]
        if let caseID { entries.append(IndexEntry(Self.byCase, group: caseID.rawValue, rank: Int64(number))) }
        if let named = about.userID { entries.append(IndexEntry(Self.named, group: named.rawValue)) }
        if let dueAt { entries.append(Self.dueEntry(at: dueAt)) }
        return entries
    }

    /// - Parameter body: has cleaned texts.
    init(
        _ id: ReportID, by reporter: UserID, _ body: SendReportRequest, caseID: CaseID?, at now: Date
    ) {
        self.id = id
        self.reporter = reporter
        about = body.about
        reason = body.reason
        text = body.text.isEmpty ? nil : body.text
        evidence = body.evidence.map(\.kind)
        createdAt = now
        self.caseID = caseID
    }

    /// Whether the person has reported the same before.
    static func stands(by reporter: UserID, about subject: ReportSubject, in reader: any StoreReader) throws -> Bool {
        try !reader.list(Self.self, IndexQuery(bySubject, group: "\(reporter)>\(subject.key)", limit: 1)).isEmpty
    }

    /// As its sender is told of it.
    var report: Report {
        // Drawn like the identifier, so that it neither counts reports nor dates them.
        let digits = ContentHash.hexadecimal(["receipt", id.rawValue]).prefix(8).uppercased()
        return Report(
            id: id, receipt: "\(digits.prefix(4))-\(digits.suffix(4))", about: about, reason: reason, text: text,
            evidence: evidence, createdAt: createdAt, status: outcome == nil ? .received : .decided,
            outcome: outcome, decidedAt: decidedAt, appeal: appeal)
    }
}

extension ReportSubject {
    /// Equal for equal subjects.
    var key: String {
        let ids = [userID?.rawValue, meetupID?.rawValue, photoID?.rawValue, postID?.rawValue]
        return ([kind.rawValue] + ids.compactMap(\.self)).joined(separator: " ")
    }
}

extension LogTransaction {
    /// Tells the reporter where the report stands.
    func tell(_ record: ReportRecord) throws {
        try append(.reportChanged, to: record.reporter, touches: [.reports], data: Named(record.report))
    }
}

/// Reports that name nobody.
extension ReportRecord: DueRecord {
    func settle(_ context: BackendContext, in transaction: LogTransaction) throws {
        var report = self
        report.dueAt = nil
        if report.outcome == nil {
            (report.outcome, report.decidedAt) = (.nothingFound, transaction.now)
        } else if report.appeal == .open {
            report.appeal = .upheld
        }
        try transaction.put(report)
        try transaction.tell(report)
    }
}

import BackendRuntime
import Foundation
import Moderation
import OrbitModels
import OrbitStore
import Safety
import Validation

/// A report with its outcome, and the case that it belongs to.
struct ReportRecord: ExpiringRecord {
    static let table = "reports"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byReporter, exported: ExportSection("reports", of: "Safety", "A report with its outcome"),
                erase: .keep("A report stays after its sender has left.") { $0.reporter = $1.pseudonym }
            ) { record, _ in record.report },
            .group(
                of: Self.named,
                erase: .keep("A report belongs to its sender.") { record, erasing in
                    record.about.userID = nil
                    try erasing.transaction.notify(of: record)
                }),
            remark: "A report keeps the words of its sender.")
    }
    static let byReporter = "reporter"
    /// The index of the reports of a case, by number.
    static let byCase = "case"
    /// The index of the reports that name a person by id.
    static let named = "named"
    private static let bySubject = "subject"
    /// The seconds for which a report is stored after its decision.
    static let retention: TimeInterval = 400 * 86_400

    let id: ReportID
    private(set) var reporter: UserID
    private(set) var about: ReportSubject
    let reason: ReportReason
    let text: String?
    let evidence: [EvidenceKind]
    let createdAt: Date
    /// The case; `nil` if the subject does not exist on the reporter's campus.
    let caseID: CaseID?
    /// The number of the report in its case.
    var number = 0
    /// The number of the reporter in the case.
    var reporterNumber = 0
    var outcome: ReportOutcome?
    var decidedAt: Date?
    /// The decision about the report.
    var decisionID: DecisionID?
    var appeal: AppealState?
    /// The time at which scheduled work closes a report without a case, or the appeal about it.
    var dueAt: Date?

    var key: String { id.rawValue }
    var expiresAt: Date { decidedAt?.addingTimeInterval(Self.retention) ?? .distantFuture }

    var indexEntries: [IndexEntry] {
        var entries = [
            expiryEntry, IndexEntry(Self.byReporter, group: reporter.rawValue, at: createdAt),
            IndexEntry(Self.bySubject, group: "\(reporter)>\(about.key)"),
        ]
        if let caseID { entries.append(IndexEntry(Self.byCase, group: caseID.rawValue, rank: Int64(number))) }
        if let named = about.userID { entries.append(IndexEntry(Self.named, group: named.rawValue)) }
        if let dueAt { entries.append(Self.dueEntry(at: dueAt)) }
        return entries
    }

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - body: The request with cleaned texts.
    ///   - caseID: The case; `nil` if the subject does not exist on the reporter's campus.
    init(
        _ id: ReportID, by reporter: UserID, _ body: SendReportRequest, caseID: CaseID?, at now: Date
    ) {
        self.id = id
        self.reporter = reporter
        about = body.about
        reason = body.reason
        text = body.text.isEmpty ? nil : body.text
        let reported: [EvidenceKind] = body.about.kind == .messages ? [.messages] : []
        evidence = reported + body.evidence.map(\.kind)
        createdAt = now
        self.caseID = caseID
    }

    /// Whether a person has reported the same subject before.
    static func exists(by reporter: UserID, about subject: ReportSubject, in reader: any StoreReader) throws -> Bool {
        try !reader.list(Self.self, IndexQuery(bySubject, group: "\(reporter)>\(subject.key)", limit: 1)).isEmpty
    }

    /// The report as its sender sees it.
    var report: Report {
        // Derived from the random identifier, so that the receipt reveals neither a number of reports nor a date.
        let digits = ContentHash.hexadecimal(["receipt", id.rawValue]).prefix(8).uppercased()
        return Report(
            id: id, receipt: "\(digits.prefix(4))-\(digits.suffix(4))", about: about, reason: reason, text: text,
            evidence: evidence, createdAt: createdAt, status: outcome == nil ? .received : .decided,
            outcome: outcome, decidedAt: decidedAt, appeal: appeal)
    }
}

extension ReportSubject {
    /// A text that is equal for equal subjects, and for all messages of one person in a conversation.
    var key: String {
        let ids = [
            userID?.rawValue, meetupID?.rawValue, photoID?.rawValue, postID?.rawValue, conversationID?.rawValue,
        ]
        return ([kind.rawValue] + ids.compactMap(\.self)).joined(separator: " ")
    }
}

extension LogTransaction {
    /// Notifies the reporter of the current state of a report.
    func notify(of record: ReportRecord) throws {
        try append(.reportChanged, to: record.reporter, touches: [.reports], data: Keyed(record.report))
    }
}

/// Closes reports without a case, and appeals about them, when they are due.
extension ReportRecord: ScheduledRecord {
    func process(_ context: BackendContext, in transaction: LogTransaction) throws {
        var report = self
        report.dueAt = nil
        if report.outcome == nil {
            (report.outcome, report.decidedAt) = (.nothingFound, transaction.now)
        } else if report.appeal == .open {
            report.appeal = .upheld
        }
        try transaction.put(report)
        try transaction.notify(of: report)
    }
}

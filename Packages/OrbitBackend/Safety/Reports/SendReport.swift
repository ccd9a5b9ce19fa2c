import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Safety
import Validation

/// `POST /reports` and `GET /reports`: a person reports another person or their content. Blocks between the two have no
/// effect.
///
/// Every well-formed identifier gets a receipt, so a report does not reveal whether a person exists. A report about an
/// unknown subject creates no case, and is closed after some days like other reports. A report has no immediate effect:
/// it waits for a moderator.
struct SendReport: Operations {
    /// Limits reports of new subjects. It is far above honest use. A person who floods the queue uses up only their own
    /// limit.
    static let sending = RateLimit(
        name: "reports", tiers: [.init(count: 50, window: 3_600), .init(count: 150, window: 86_400)])
    /// Limits further reports of the same subject, for example with more evidence. They do not count for the other
    /// limit.
    static let repeating = RateLimit(name: "reports-again", tiers: [.init(count: 10, window: 86_400)])
    /// The minimum and maximum number of seconds after which a report without a case is closed.
    private static let closing = (first: 86_400, last: 5 * 86_400)

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                ReportRoutes.send, BodyReader<SendReportRequest>.json.checked { body, _ in try Self.checked(body) },
                perform: send),
            context.signedInReading(ReportRoutes.mine) { reader, call, caller in
                let query = IndexQuery(ReportRecord.byReporter, group: caller.userID.rawValue)
                let page = try PageReader(call, list: "reports \(caller.userID)").page(
                    of: ReportRecord.self, from: [query], in: reader
                ) { $0.report }
                return .success(page, cache: .revalidated)
            },
        ]
    }

    /// Checks a report.
    ///
    /// - Returns: The report with cleaned texts.
    /// - Throws: ``HTTPProblem`` if the report is not valid.
    private static func checked(_ body: SendReportRequest) throws -> SendReportRequest {
        let failures = ReportRules.failures(in: body)
        try failures.refuse("Check your report. Something is not right yet.")
        return ReportRules.cleaned(body)
    }

    private func send(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<SendReportRequest, SendReportRequest>
    ) throws -> OperationResult {
        let body = try checked.value()
        let item = try ReportedItem.find(body.about, on: caller.account.campus, in: transaction)
        guard (item?.accused ?? body.about.userID) != caller.userID else { throw Self.ofOneself(body.about) }
        try limit(body.about, by: caller.userID, in: transaction)
        let record = try file(body, about: item, by: caller, in: transaction)
        try transaction.put(record)
        try transaction.notify(of: record)
        return .success(Keyed(record.report))
    }

    private func limit(_ about: ReportSubject, by reporter: UserID, in transaction: LogTransaction) throws {
        let isAgain = try ReportRecord.exists(by: reporter, about: about, in: transaction)
        let (limit, subject) =
            isAgain ? (Self.repeating, "\(reporter)>\(about.key)") : (Self.sending, reporter.rawValue)
        try limit.admit(
            subject, in: transaction, now: transaction.now,
            message: isAgain
                ? "You have reported this often today. We have kept your reports."
                : "You have sent many reports lately. We have kept them. Try again later.")
    }

    private func file(
        _ body: SendReportRequest, about item: ReportedItem?, by caller: Caller, in transaction: LogTransaction
    ) throws -> ReportRecord {
        let now = transaction.now
        let id = ReportID(context.newIdentifier())
        var record = ReportRecord(
            id, by: caller.userID, body, caseID: item.map { CaseRecord.id(of: $0.about) }, at: now)
        guard let item else {
            record.dueAt = now.addingTimeInterval(Self.delay(of: id))
            return record
        }
        var caseRecord =
            try CaseRecord.of(item.about, in: transaction)
            ?? CaseRecord(item, on: caller.account.campus, at: now)
        (record.number, record.reporterNumber) = try caseRecord.take(record, by: caller.account, in: transaction)
        var snapshot = EvidenceSnapshot(
            context: context, reporter: caller.account, accused: item.accused, transaction: transaction,
            budget: try EvidenceBudget(of: caller.userID, in: transaction, now: now))
        let pieces = try snapshot.pieces(of: item.about, reportedAs: body.about, body.evidence)
        if !pieces.isEmpty {
            try transaction.put(EvidenceRecord(reportID: id, accused: item.accused, pieces: pieces, keptAt: now))
        }
        try transaction.put(caseRecord)
        return record
    }

    /// Returns the number of seconds after which a report without a case is closed. It is equal on every server, and
    /// different for each report.
    static func delay(of id: ReportID) -> TimeInterval {
        let span = UInt64(closing.last - closing.first)
        return TimeInterval(closing.first) + TimeInterval(ContentHash.seed(["closing", id.rawValue]) % span)
    }

    private static func ofOneself(_ about: ReportSubject) -> HTTPProblem {
        let path = about.userID == nil ? "about" : "about.user_id"
        return .invalidInput(
            [FieldFailure(path: path, code: .notAllowed)],
            "You cannot report yourself. Choose another person, or something of theirs.")
    }
}

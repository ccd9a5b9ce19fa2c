import BackendRuntime
import Foundation
import Moderation
import OrbitModels
import OrbitStore
import Safety

/// A job that notifies the reporters of a decision, a bounded number in each transaction.
struct ReportOutcomeJob: Job {
    static let table = "outcome_news"
    static var personalData: PersonalData<Self> { .none("A decision about which the reporters are not notified yet.") }
    /// The maximum number of people that one transaction notifies.
    // A report and its event take up to four of the 200 writes of a step. The job and its lease take one each.
    private static let batch = 49

    let decisionID: DecisionID
    let caseID: CaseID
    let outcome: ReportOutcome
    /// The number of the last processed report.
    private var cursor: Int
    private let through: Int
    private let savedAt: Date

    var key: String { decisionID.rawValue }
    var indexEntries: [IndexEntry] { [Self.waitingEntry(since: savedAt)] }

    init(of decision: DecisionRecord, _ outcome: ReportOutcome, at now: Date) {
        decisionID = decision.id
        caseID = decision.caseID
        self.outcome = outcome
        cursor = decision.from - 1
        through = decision.through
        savedAt = now
    }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        var job = self
        let ranks = Int64(job.cursor) + 1...max(Int64(job.cursor) + 1, Int64(job.through))
        let reports = try transaction.list(
            ReportRecord.self,
            IndexQuery(ReportRecord.byCase, group: job.caseID.rawValue, ranks: ranks, limit: Self.batch))
        for before in reports where before.number <= job.through {
            var report = before
            (report.outcome, report.decidedAt, report.decisionID) = (job.outcome, transaction.now, job.decisionID)
            try transaction.put(report)
            try transaction.notify(of: report)
        }
        guard reports.count == Self.batch, let last = reports.last else {
            try transaction.delete(Self.self, key)
            return false
        }
        job.cursor = last.number
        try transaction.put(job)
        return true
    }
}

import Foundation
import OrbitModels
import Safety

extension Feature {
    /// Reports, moderation and suspension.
    static let reports = Feature(
        operations: [
            SendReport.self, AppealReport.self, ReadDecisions.self, ReadSuspension.self, ReviewCases.self,
            DecideCase.self, LiftDecision.self, ReviewAppeals.self, ReadAudit.self,
        ],
        expiring: [ReportRecord.self, EvidenceRecord.self, EvidencePhotoRecord.self, CaseReporterRecord.self],
        records: [
            CaseRecord.self, DecisionRecord.self, AppealRecord.self, AuditRecord.self, AuditHead.self,
            OutcomeNews.self, SuspensionWork.self,
        ],
        settle: settleReports,
        jobs: [SuspensionWork.self, OutcomeNews.self])

    /// The most of each kind that one transaction settles.
    private static let settled = 16

    /// Suspensions that have ended, and reports that name nobody.
    private static func settleReports(_ context: Context, _ transaction: LogTransaction) throws -> Bool {
        let ranks = Int64.min...transaction.now.milliseconds
        let accounts = try transaction.list(
            AccountRecord.self, IndexQuery(AccountRecord.suspended, ranks: ranks, limit: settled))
        for account in accounts { _ = try account.endingSuspensions(in: transaction) }
        let reports = try transaction.list(
            ReportRecord.self, IndexQuery(ReportRecord.due, ranks: ranks, limit: settled))
        for var report in reports {
            report.dueAt = nil
            if report.outcome == nil {
                (report.outcome, report.decidedAt) = (.nothingFound, transaction.now)
            } else if report.appeal == .open {
                report.appeal = .upheld
            }
            try transaction.put(report)
            try transaction.tell(report)
        }
        return accounts.count == settled || reports.count == settled
    }
}

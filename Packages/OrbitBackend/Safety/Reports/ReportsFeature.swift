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
        due: [AccountRecord.self, ReportRecord.self],
        jobs: [SuspensionWork.self, OutcomeNews.self])
}

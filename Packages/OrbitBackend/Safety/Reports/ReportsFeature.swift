import BackendRuntime
import Foundation
import OrbitModels
import Safety

extension Feature {
    /// Reports, moderation and suspension.
    static let reports = Feature(
        operations: [
            SendReport.self, AppealReport.self, ReadDecisions.self, ReviewCases.self, DecideCase.self,
            LiftDecision.self, ReviewAppeals.self, ReadAudit.self,
        ],
        records: [
            ReportRecord.self, EvidenceRecord.self, EvidencePhotoRecord.self, CaseReporterRecord.self,
            CaseRecord.self, DecisionRecord.self, AppealRecord.self, AuditRecord.self, AuditHead.self,
            SuspensionWork.self, ReportOutcomeJob.self,
        ],
        events: EventCatalogue.reports.kinds, otherLists: [.reports, .decisions],
        limits: [
            SendReport.sending.name, SendReport.repeating.name, EvidenceBudget.words.name, EvidenceBudget.photos.name,
            EvidenceBudget.reportedPhotos.name,
        ])
}

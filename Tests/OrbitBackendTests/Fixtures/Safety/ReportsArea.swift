import Foundation
import Moderation
import OrbitModels
import Safety

extension ContractArea {
    /// `Docs/openapi/reports.yaml`.
    static let reports = {
        let now = ContractSample.now
        let about = ContractSample.reported
        let choice = EvidenceChoice(.text, meetupID: "1", photoID: "2", postID: "3", ratingID: "4", text: "Hello")
        let report = Report(
            id: "1", receipt: "4F7A-09C2", about: about, reason: .insult, text: "Hello", evidence: [.profile],
            createdAt: now, status: .decided, outcome: .acted, decidedAt: now, appeal: .open)
        let decision = ContractSample.decision
        return ContractArea(
            routes: ReportRoutes.all + DecisionRoutes.all,
            events: .reports,
            lists: [.reports, .decisions],
            words: [
                ReportSubjectKind.self, ReportReason.self, EvidenceKind.self, ReportStatus.self,
                ReportOutcome.self, AppealState.self, ModerationAction.self, DecisionState.self,
            ],
            full: [
                ("ReportSubject", about), ("EvidenceChoice", choice),
                (
                    "SendReportRequest",
                    SendReportRequest(about: about, reason: .insult, text: "Hello", evidence: [choice])
                ),
                ("AppealRequest", AppealRequest(text: "Hello")), ("Report", report), ("ReportData", Keyed(report)),
                ("ReportsPage", Page([report], nextCursor: "x")), ("Decision", decision),
                ("DecisionData", Keyed(decision)), ("DecisionsPage", Page([decision], nextCursor: "x")),
                (
                    "SuspendedRequest",
                    SuspendedRequest(email: "maya@stanford.edu", code: "042042", challengeID: "1")
                ),
                (
                    "SuspendedAppealRequest",
                    SuspendedAppealRequest(
                        email: "maya@stanford.edu", code: "042042", challengeID: "1", decisionID: "1", text: "Hello")
                ),
            ])
    }()

    /// `Docs/openapi/moderation.yaml`.
    static let moderation = {
        let now = ContractSample.now
        let about = ContractSample.reported
        let summary = CaseSummary(
            id: "1", about: about, userID: "2", name: "Liam", account: .active, reasons: [.insult], reports: 3,
            circles: 2, urgency: 4, openedAt: now, through: 5, upheldReports: 1)
        let moderated = ModeratedDecision(
            decision: ContractSample.decision, userID: "2", caseID: "1", moderatorID: "3", note: "Hello", through: 5)
        let meetup = TimeSpan(start: now, end: now.addingTimeInterval(3_600)).map { span in
            Meetup(
                id: "1", hostID: "2",
                plan: MeetupPlan(title: "Chess", eventType: .social, span: span, timeZone: .gmt), createdAt: now)
        }
        let evidence = Evidence(
            .profile, text: "Hello", person: ContractSample.person, meetup: meetup, photos: ["1"],
            messages: [
                Message(
                    id: "1", conversationID: "2", seq: 1, clientID: "3", senderID: "4", text: "Hello", createdAt: now)
            ], isIncomplete: true)
        let report = CaseReport(
            number: 1, reporter: 2, reason: .insult, text: "Hello", evidence: [evidence], createdAt: now)
        let appeal = ModerationAppeal(
            id: "1", isBySubject: true, decision: moderated, text: "Hello", createdAt: now)
        let entry = AuditEntry(
            number: 1, at: now, moderatorID: "1", action: .decided, caseID: "2", decisionID: "3", userID: "4",
            details: "warn", note: "Hello", previous: "", hash: "x")
        return ContractArea(
            routes: ModerationRoutes.all,
            words: [AccountStanding.self, AuditAction.self],
            full: [
                ("CaseSummary", summary), ("CaseFile", CaseFile(summary: summary, decisions: [moderated])),
                ("CaseReport", report), ("Evidence", evidence), ("CasesPage", Page([summary], nextCursor: "x")),
                ("CaseReportsPage", Page([report], nextCursor: "x")),
                (
                    "DecideCaseRequest",
                    DecideCaseRequest(
                        through: 5, action: .suspend, reason: .insult, note: "Hello", days: 7, removesContent: true)
                ),
                ("LiftRequest", LiftRequest(note: "Hello")), ("ModeratedDecision", moderated),
                ("ModeratedDecisionData", Keyed(moderated)),
                ("DecideAppealRequest", DecideAppealRequest(overturns: true, note: "Hello")),
                ("ModerationAppeal", appeal), ("AppealData", Keyed(appeal)),
                ("AppealsPage", Page([appeal], nextCursor: "x")), ("AuditEntry", entry),
                ("AuditPage", Page([entry], nextCursor: "x")),
            ])
    }()
}

extension ContractSample {
    fileprivate static let reported = ReportSubject(
        kind: .photo, userID: "1", meetupID: "2", photoID: "3", postID: "4", conversationID: "5", messageIDs: ["6"])
    fileprivate static let decision = Decision(
        id: "1", action: .suspend, reason: .insult, about: reported, until: now, decidedAt: now, appeal: .upheld)
}

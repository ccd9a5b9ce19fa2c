import BackendRuntime
import Foundation
import Moderation
import Networking
import OrbitModels
import OrbitStore
import Safety

/// `GET /moderation/appeals` and `POST /moderation/appeals/{appeal_id}/decide`: a moderator reviews a decision. The
/// moderator must not have made or reviewed the decision, or have reported the subject.
struct ReviewAppeals: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(ModerationRoutes.appeals, as: .moderator, perform: list),
            context.moderating(
                ModerationRoutes.decideAppeal,
                BodyReader<DecideAppealRequest>.json.checked { body, _ in
                    try ModerationTexts.note.checkedNote(body.note, "note")
                }, perform: decide),
        ]
    }

    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let moderator = Moderator(id: caller.userID, reader: reader)
        let page = try PageReader(call, list: "appeals \(caller.userID)", order: .ascending).page(
            of: AppealRecord.self, from: [IndexQuery(AppealRecord.open)], in: reader
        ) { (appeals: [AppealRecord]) -> [ModerationAppeal?] in
            let decisions = try reader.get(DecisionRecord.self, all: appeals.map(\.decisionID.rawValue))
            let concerned = try moderator.isParty(to: appeals.map { ($0.caseID, $0.accused) })
            return appeals.map { appeal in
                guard let decision = decisions[appeal.decisionID.rawValue],
                    !concerned.contains(appeal.caseID), moderator.mayDecide(appeal, against: decision)
                else { return nil }
                return appeal.appeal(against: decision, at: call.now)
            }
        }
        return .success(page, cache: .revalidated)
    }

    private func decide(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<DecideAppealRequest, String>
    ) throws -> OperationResult {
        let moderator = Moderator(id: caller.userID, reader: transaction)
        guard var appeal = try transaction.get(AppealRecord.self, call.parameter("appeal_id")) else {
            throw HTTPProblem.notFound
        }
        var decision = try moderator.decision(appeal.decisionID.rawValue)
        guard moderator.mayDecide(appeal, against: decision) else { throw HTTPProblem.notFound }
        let (body, note) = (checked.body, try checked.value())
        guard appeal.isOpen else { throw HTTPProblem.alreadyDecided }
        appeal.state = body.overturns ? .overturned : .upheld
        // A decided appeal is not kept after its sender has left, because no person waits for it.
        if try transaction.get(AccountRecord.self, appeal.appellant.rawValue) == nil {
            try transaction.delete(AppealRecord.self, appeal.key)
        } else {
            try transaction.put(appeal)
        }
        if let report = appeal.reportID {
            try settle(report, appeal.state, decision, in: transaction)
        } else {
            try settle(&decision, appeal.state, by: caller.userID, in: transaction)
        }
        try AuditTrail(digest: context.digest).append(
            body.overturns ? .overturned : .upheld, by: caller.userID, decision,
            details: "\(appeal.reportID == nil ? "subject" : "reporter") \(decision.action)", note: note,
            in: transaction)
        return .success(Keyed(appeal.appeal(against: decision, at: call.now)))
    }

    /// Decides the appeal of the person that the decision is about. Undoes an overturned decision with all of its
    /// effects, except for removed content.
    private func settle(
        _ decision: inout DecisionRecord, _ state: AppealState, by reviewer: UserID, in transaction: LogTransaction
    ) throws {
        (decision.appeal, decision.reviewer) = (state, reviewer)
        if state == .overturned {
            decision.ended = .overturned
            try ModerationHistoryRecord.note(decision, isUpheld: false, in: transaction)
            if let account = try transaction.get(AccountRecord.self, decision.accused.rawValue) {
                try account.endSuspension(by: decision.id, in: transaction)
            }
            try transaction.put(ReportOutcomeJob(of: decision, .nothingFound, at: transaction.now))
        }
        try transaction.put(decision)
        try transaction.notify(of: decision)
    }

    /// Decides the appeal of a reporter. If it overturns the decision, the report is open again, for another moderator.
    private func settle(
        _ id: ReportID, _ state: AppealState, _ decision: DecisionRecord, in transaction: LogTransaction
    ) throws {
        guard var report = try transaction.get(ReportRecord.self, id.rawValue) else { return }
        report.appeal = state
        if state == .overturned, var caseRecord = try transaction.get(CaseRecord.self, decision.caseID.rawValue) {
            (report.outcome, report.decidedAt) = (nil, nil)
            report.number = caseRecord.reopen(
                report, without: [decision.moderator, decision.reviewer].compactMap(\.self))
            try transaction.put(caseRecord)
        }
        try transaction.put(report)
        try transaction.notify(of: report)
    }
}

extension Moderator {
    /// Whether the moderator is independent of the appeal and its decision.
    func mayDecide(_ appeal: AppealRecord, against decision: DecisionRecord) -> Bool {
        decision.moderator != id && decision.reviewer != id && appeal.appellant != id && appeal.accused != id
    }
}

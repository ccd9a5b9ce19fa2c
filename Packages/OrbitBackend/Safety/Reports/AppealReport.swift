import BackendRuntime
import Foundation
import Moderation
import Networking
import OrbitModels
import OrbitStore
import Safety

/// `POST /reports/{report_id}/appeal`: the reporter asks, once, for a review by another moderator.
struct AppealReport: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                ReportRoutes.appeal,
                BodyReader<AppealRequest>.json.checked { body, _ in
                    try ReportTexts.appeal.checkedNote(body.text, "text")
                },
                perform: perform)
        ]
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ body: CheckedBody<AppealRequest, String>
    ) throws -> OperationResult {
        guard var report = try transaction.get(ReportRecord.self, call.parameter("report_id")),
            report.reporter == caller.userID
        else { throw HTTPProblem.notFound }
        let text = try body.value()
        guard report.appeal == nil else { throw HTTPProblem.appealedAlready }
        guard let outcome = report.outcome else {
            throw HTTPProblem(409, .notInTime, "We have not decided this yet. We will tell you when we do.")
        }
        guard outcome != .acted else {
            throw HTTPProblem(
                409, .alreadyDecided, "We have already acted on this report. If it goes on, report it again.")
        }
        report.appeal = .open
        if let decisionID = report.decisionID,
            let decision = try DecisionRecord.of(decisionID.rawValue, in: transaction)
        {
            try transaction.put(
                AppealRecord(
                    AppealID(context.newIdentifier()), against: decision, by: caller.userID, about: report.id, text,
                    at: call.now))
        } else {
            report.dueAt = call.now.addingTimeInterval(SendReport.delay(of: report.id))
        }
        try transaction.put(report)
        try transaction.notify(of: report)
        return .success(Keyed(report.report))
    }
}

extension HTTPProblem {
    static let appealedAlready = HTTPProblem(
        409, .alreadyDecided, "You have already appealed. We will tell you the result.")
}

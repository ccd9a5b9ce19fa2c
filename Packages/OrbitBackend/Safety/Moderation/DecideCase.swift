import Foundation
import Networking
import OrbitModels
import Safety
import Validation

/// `POST /moderation/cases/{case_id}/decide`: a moderator decides about all reports of a case up to a number.
///
/// Of two who decide at once, one comes first; the other is told that it was decided already.
struct DecideCase: Operations {
    let context: Context

    var handlers: [RouteHandler] { [context.moderating(ModerationRoutes.decide, .json, perform: perform)] }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: DecideCaseRequest
    ) throws -> OperationResult {
        var file = try Moderator(id: caller.userID, reader: transaction).caseFile(call.parameters["case_id"] ?? "")
        let failures = failures(in: body, about: file)
        guard failures.isEmpty else {
            throw HTTPProblem.invalidInput(failures, "The decision needs another look.")
        }
        guard body.through > file.decidedThrough else { throw HTTPProblem.alreadyDecided }
        let now = call.now
        let decision = DecisionRecord(
            DecisionID(context.newIdentifier()), of: file, by: caller.userID, body, at: now)
        file.decide(through: body.through, at: now)
        try transaction.put(file)
        try transaction.put(decision)
        try enforce(decision, removesContent: body.removesContent, in: transaction)
        try AuditTrail(digest: context.digest).append(
            .decided, by: caller.userID, decision, details: details(of: body), note: decision.note, in: transaction)
        try transaction.put(OutcomeNews(of: decision, .init(decision.action), at: now))
        return .success(Named(decision.moderated(at: now)))
    }

    private func enforce(
        _ decision: DecisionRecord, removesContent: Bool, in transaction: LogTransaction
    ) throws {
        guard decision.action != .dismiss else { return }
        try ConductRecord.note(decision, isUpheld: true, in: transaction)
        if removesContent || decision.action == .removeContent {
            try RemoveContent(context: context, transaction: transaction).remove(decision.about)
        }
        if decision.action.suspends,
            let account = try transaction.get(AccountRecord.self, decision.accused.rawValue)
        {
            try account.suspend(by: decision, in: transaction)
        }
        try transaction.tell(decision)
    }

    private func failures(in body: DecideCaseRequest, about file: CaseRecord) -> [FieldFailure] {
        var failures: [FieldFailure] = []
        func fail(_ path: String, _ code: FailureCode, _ parameters: [String: ParameterValue] = [:]) {
            failures.append(FieldFailure(path: path, code: code, parameters: parameters))
        }
        if !(1...max(1, file.reports)).contains(body.through) {
            fail("through", .outOfRange, ["min": .integer(1), "max": .integer(file.reports)])
        }
        if !body.action.isKnown { fail("action", .unknownValue) }
        if !body.reason.isKnown { fail("reason", .unknownValue) }
        if body.action == .suspend {
            let range = 1...ModerationLimits.days
            if !range.contains(body.days ?? 0) {
                fail(
                    "days", body.days == nil ? .required : .outOfRange,
                    ["min": .integer(1), "max": .integer(range.upperBound)])
            }
        } else if body.days != nil {
            fail("days", .notAllowed)
        }
        let removes = body.removesContent || body.action == .removeContent
        if removes, file.about.kind == .person || body.action == .dismiss {
            fail(body.action == .removeContent ? "action" : "removes_content", .notAllowed)
        }
        return failures + Rule<String>.text(ReportTexts.appeal).failures(in: body.note).under("note").blocking
    }

    private func details(of body: DecideCaseRequest) -> String {
        let words = [
            body.action.rawValue, body.days.map { String($0) }, body.reason.rawValue, "through \(body.through)",
            body.removesContent ? "content removed" : nil,
        ]
        return words.compactMap(\.self).joined(separator: " ")
    }
}

extension ReportOutcome {
    /// What reporters are told of an action.
    init(_ action: ModerationAction) {
        self = action == .dismiss ? .nothingFound : .acted
    }
}

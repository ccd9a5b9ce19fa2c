import BackendRuntime
import Foundation
import Moderation
import Networking
import OrbitModels
import OrbitStore
import Safety
import Validation

/// `POST /moderation/cases/{case_id}/decide`: a moderator decides all reports of a case up to and including a number.
///
/// If two moderators decide at the same time, the second gets ``HTTPProblem/alreadyDecided``.
struct DecideCase: Operations {
    private static let refusal = "Check your decision. Something is not right yet."

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.moderating(
                ModerationRoutes.decide,
                BodyReader<DecideCaseRequest>.json.checked(
                    { body, _ in CheckedDecision(body) }, refusing: { try ($0.choice + $0.note).refuse(Self.refusal) }),
                perform: perform)
        ]
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<DecideCaseRequest, CheckedDecision>
    ) throws -> OperationResult {
        var caseRecord = try Moderator(id: caller.userID, reader: transaction).caseRecord(call.parameter("case_id"))
        let decided = try checked.value()
        let body = decided.body
        try failures(in: decided, about: caseRecord).refuse(Self.refusal)
        guard body.through > caseRecord.decidedThrough else { throw HTTPProblem.alreadyDecided }
        let now = call.now
        let decision = DecisionRecord(
            DecisionID(context.newIdentifier()), of: caseRecord, by: caller.userID, body, at: now)
        caseRecord.decide(through: body.through, at: now)
        try transaction.put(caseRecord)
        try transaction.put(decision)
        try enforce(decision, removesContent: body.removesContent, in: transaction)
        try AuditTrail(digest: context.digest).append(
            .decided, by: caller.userID, decision, details: details(of: body), note: decision.note, in: transaction)
        try transaction.put(ReportOutcomeJob(of: decision, .init(decision.action), at: now))
        return .success(Keyed(decision.moderated(at: now)))
    }

    private func enforce(
        _ decision: DecisionRecord, removesContent: Bool, in transaction: LogTransaction
    ) throws {
        guard decision.action != .dismiss else { return }
        try ModerationHistoryRecord.note(decision, isUpheld: true, in: transaction)
        if removesContent || decision.action == .removeContent {
            try RemoveContent(context: context, transaction: transaction).remove(decision.about)
        }
        if decision.action.suspends,
            let account = try transaction.get(AccountRecord.self, decision.accused.rawValue)
        {
            try account.suspend(by: decision, in: transaction)
        }
        try transaction.notify(of: decision)
    }

    private func failures(in decided: CheckedDecision, about caseRecord: CaseRecord) -> [FieldFailure] {
        let body = decided.body
        var failures: [FieldFailure] = []
        if !(1...max(1, caseRecord.reports)).contains(body.through) {
            let range: [String: ParameterValue] = ["min": .integer(1), "max": .integer(caseRecord.reports)]
            failures.append(FieldFailure(path: "through", code: .outOfRange, parameters: range))
        }
        failures += decided.choice
        let removes = body.removesContent || body.action == .removeContent
        if removes, caseRecord.about.kind == .person || body.action == .dismiss {
            let path = body.action == .removeContent ? "action" : "removes_content"
            failures.append(FieldFailure(path: path, code: .notAllowed))
        }
        return failures + decided.note
    }

    private func details(of body: DecideCaseRequest) -> String {
        let words = [
            body.action.rawValue, body.days.map { String($0) }, body.reason.rawValue, "through \(body.through)",
            body.removesContent ? "content removed" : nil,
        ]
        return words.compactMap(\.self).joined(separator: " ")
    }
}

extension DecideCase {
    /// A decision, and its failures that do not depend on the case.
    private struct CheckedDecision: Sendable {
        /// The decision with the cleaned note.
        let body: DecideCaseRequest
        /// The failures of the action, the reason and the days.
        let choice: [FieldFailure]
        /// The failures of the note.
        let note: [FieldFailure]

        init(_ body: DecideCaseRequest) {
            choice = Self.failures(inChoiceOf: body)
            note = Rule<String>.text(ModerationTexts.note).failures(in: body.note).under("note").blocking
            var cleaned = body
            cleaned.note = ModerationTexts.note.cleaned(body.note)
            self.body = cleaned
        }

        private static func failures(inChoiceOf body: DecideCaseRequest) -> [FieldFailure] {
            var failures: [FieldFailure] = []
            if !body.action.isKnown { failures.append(FieldFailure(path: "action", code: .unknownValue)) }
            if !body.reason.isKnown { failures.append(FieldFailure(path: "reason", code: .unknownValue)) }
            if body.action == .suspend {
                let range = 1...ModerationLimits.days
                if !range.contains(body.days ?? 0) {
                    failures.append(
                        FieldFailure(
                            path: "days", code: body.days == nil ? .required : .outOfRange,
                            parameters: ["min": .integer(1), "max": .integer(range.upperBound)]))
                }
            } else if body.days != nil {
                failures.append(FieldFailure(path: "days", code: .notAllowed))
            }
            return failures
        }
    }
}

extension ReportOutcome {
    /// Creates the outcome of an action that reporters see.
    init(_ action: ModerationAction) {
        self = action == .dismiss ? .nothingFound : .acted
    }
}

import BackendRuntime
import Foundation
import Moderation
import Networking
import OrbitModels
import OrbitStore
import Safety
import Validation

/// `POST /moderation/decisions/{decision_id}/lift`: a moderator ends a suspension early. The decision still counts in
/// the person's record.
struct LiftDecision: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.moderating(
                ModerationRoutes.lift,
                BodyReader<LiftRequest>.json.checked { body, _ in
                    try ModerationTexts.note.checkedNote(body.note, "note")
                },
                perform: perform)
        ]
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ body: CheckedBody<LiftRequest, String>
    ) throws -> OperationResult {
        var decision = try Moderator(id: caller.userID, reader: transaction)
            .decision(call.parameter("decision_id"))
        let note = try body.value()
        guard decision.action.suspends, decision.decision(at: call.now).state == .inForce else {
            throw HTTPProblem.alreadyDecided
        }
        decision.ended = .lifted
        try transaction.put(decision)
        if let account = try transaction.get(AccountRecord.self, decision.accused.rawValue) {
            try account.endSuspension(by: decision.id, in: transaction)
        }
        try transaction.notify(of: decision)
        try AuditTrail(digest: context.digest).append(
            .lifted, by: caller.userID, decision, details: decision.action.rawValue, note: note, in: transaction)
        return .success(Keyed(decision.moderated(at: call.now)))
    }
}

extension TextForm {
    /// Returns the cleaned text.
    ///
    /// - Throws: `HTTPProblem` if the text does not have this form.
    func checkedNote(_ text: String, _ path: String) throws -> String {
        let failures = Rule<String>.text(self).failures(in: text).under(path).blocking
        try failures.refuse("Give a reason.")
        return cleaned(text)
    }
}

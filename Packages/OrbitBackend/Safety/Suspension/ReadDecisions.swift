import BackendRuntime
import Foundation
import Moderation
import Networking
import OrbitModels
import OrbitStore
import Safety

/// `GET /decisions` and `POST /decisions/{decision_id}/appeal`: decisions about the caller, and appeals against them.
struct ReadDecisions: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(DecisionRoutes.mine, perform: list),
            context.signedInOnce(
                DecisionRoutes.appeal,
                BodyReader<AppealRequest>.json.checked { body, _ in
                    try ReportTexts.appeal.checkedNote(body.text, "text")
                },
                perform: appeal),
        ]
    }

    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let query = IndexQuery(DecisionRecord.visibleToAccused, group: caller.userID.rawValue)
        let page = try PageReader(call, list: "decisions \(caller.userID)").page(
            of: DecisionRecord.self, from: [query], in: reader
        ) { $0.decision(at: call.now) }
        return .success(page, cache: .revalidated)
    }

    private func appeal(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ body: CheckedBody<AppealRequest, String>
    ) throws -> OperationResult {
        let decision = try DecisionAppeal(context: context, transaction: transaction).make(
            against: call.parameter("decision_id"), by: caller.userID, body.value)
        return .success(Keyed(decision.decision(at: call.now)))
    }
}

/// An appeal of the person that a decision is about. A decision has at most one such appeal.
struct DecisionAppeal {
    let context: BackendContext
    let transaction: LogTransaction

    /// Creates an appeal.
    ///
    /// - Parameters:
    ///   - id: The identifier of the decision.
    ///   - person: The person that the decision is about.
    ///   - text: Returns the cleaned text, or throws ``HTTPProblem``.
    /// - Returns: The decision with its open appeal.
    /// - Throws: ``HTTPProblem`` if the person has no such decision, or has appealed against it before.
    func make(against id: String, by person: UserID, _ text: () throws -> String) throws -> DecisionRecord {
        guard var decision = try DecisionRecord.of(id, in: transaction), decision.accused == person,
            decision.action != .dismiss
        else { throw HTTPProblem.notFound }
        let text = try text()
        // The rule by which the app offers an appeal. A decision is overturned only by an appeal.
        guard decision.decision(at: transaction.now).canBeAppealed else { throw HTTPProblem.appealedAlready }
        decision.appeal = .open
        try transaction.put(decision)
        try transaction.put(
            AppealRecord(
                AppealID(context.newIdentifier()), against: decision, by: person, text, at: transaction.now))
        try transaction.notify(of: decision)
        return decision
    }
}

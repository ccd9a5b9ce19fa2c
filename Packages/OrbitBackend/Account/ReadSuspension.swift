import Auth
import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Safety

/// `POST /suspension`, and `appeal` and `erase` below it: the routes of a person who cannot sign in.
///
/// The person proves their identity with a mailed code. They read the decisions, appeal, or have their account erased.
/// The code of a suspended person is used up only by an appeal or the erasure, and otherwise stays valid until it
/// expires. So one mail is sufficient to read the decisions, and then to appeal or have the account erased.
struct ReadSuspension: Operations {
    /// The maximum number of decisions in a response, which contains the latest decisions. No person is expected to
    /// appeal against more.
    private static let maxDecisions = 20

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.open(DecisionRoutes.whileSuspended, code, perform: read),
            context.open(
                DecisionRoutes.appealWhileSuspended,
                BodyReader<SuspendedAppealRequest>.json.checked { body, _ in
                    try CheckedAppeal(
                        code: EnteredCode(body.code(), context), text: ReportTexts.appeal.checkedNote(body.text, "text")
                    )
                }, perform: appeal),
            context.open(DecisionRoutes.eraseWhileSuspended, code, perform: erase),
        ]
    }

    private var code: BodyReader<CheckedBody<SuspendedRequest, EnteredCode>> {
        BodyReader<SuspendedRequest>.json.checked { body, _ in try EnteredCode(body.code(), context) }
    }

    private func read(
        _ transaction: LogTransaction, _ call: RequestContext, _ body: CheckedBody<SuspendedRequest, EnteredCode>
    ) throws -> OperationResult {
        try suspended(body.value(), transaction, call) { account, _ in
            let records = try transaction.list(
                DecisionRecord.self,
                IndexQuery(
                    DecisionRecord.visibleToAccused, group: account.id.rawValue, order: .descending,
                    limit: Self.maxDecisions))
            return .success(Page(records.map { $0.decision(at: call.now) }))
        }
    }

    private func appeal(
        _ transaction: LogTransaction, _ call: RequestContext,
        _ checked: CheckedBody<SuspendedAppealRequest, CheckedAppeal>
    ) throws -> OperationResult {
        let appeal = try checked.value()
        return try suspended(appeal.code, transaction, call) { account, useUp in
            let decision = try DecisionAppeal(context: context, transaction: transaction).make(
                against: checked.body.decisionID.rawValue, by: account.id, { appeal.text })
            try useUp()
            return .success(Keyed(decision.decision(at: call.now)))
        }
    }

    /// Erases the account. Suspended people keep the right to erasure, and an erasure does not end the suspension.
    private func erase(
        _ transaction: LogTransaction, _ call: RequestContext, _ body: CheckedBody<SuspendedRequest, EnteredCode>
    ) throws -> OperationResult {
        try suspended(body.value(), transaction, call) { account, useUp in
            try useUp()
            try account.erase(context, in: transaction)
            return .success(MessageData(message: "Your account is erased. The decision also applies to a new account."))
        }
    }

    /// Runs `perform` for a suspended account. A person who is not suspended gets `notFound`, and signs in instead.
    private func suspended(
        _ code: EnteredCode, _ transaction: LogTransaction, _ call: RequestContext,
        perform: (_ account: AccountRecord, _ useUp: () throws -> Void) throws -> OperationResult
    ) throws -> OperationResult {
        let check = CodeCheck(context: context, transaction: transaction, call: call)
        switch try check.check(code) {
        case .failure(let problem): return .refusal(problem)
        case .success(let address):
            guard
                let account = try AccountRecord.find(address.email, in: transaction)?
                    .endingSuspensions(in: transaction), account.isSuspended
            else { return .refusal(.notFound) }
            return try perform(account) { try check.useUp(address) }
        }
    }
}

extension ReadSuspension {
    /// The appeal of a person who cannot sign in.
    private struct CheckedAppeal: Sendable {
        let code: EnteredCode
        /// The text as it is stored.
        let text: String
    }
}

extension SuspendedRequest {
    fileprivate func code() -> VerifyCodeRequest {
        VerifyCodeRequest(email: email, code: code, challengeID: ChallengeID(challengeID))
    }
}

extension SuspendedAppealRequest {
    fileprivate func code() -> VerifyCodeRequest {
        VerifyCodeRequest(email: email, code: code, challengeID: ChallengeID(challengeID))
    }
}

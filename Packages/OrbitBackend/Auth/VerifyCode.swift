import Auth
import BackendRuntime
import Foundation
import Networking
import OrbitModels
import Validation

/// `POST /auth/verify-code`: exchanges a mailed code for a session, and creates the account on the first success.
struct VerifyCode: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.open(
                AuthRoutes.verifyCode,
                BodyReader<VerifyCodeRequest>.json.checked { body, _ in try EnteredCode(body, context) },
                perform: perform)
        ]
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ body: CheckedBody<VerifyCodeRequest, EnteredCode>
    ) throws -> OperationResult {
        let check = CodeCheck(context: context, transaction: transaction, call: call)
        let address: CheckedAddress
        switch try check.check(body.value()) {
        case .success(let checked): address = checked
        case .failure(let problem): return .refusal(problem)
        }
        let known = try AccountRecord.find(address.email, in: transaction)?.endingSuspensions(in: transaction)
        // Only a caller who has proven to read the mailbox gets this problem. Otherwise the response would reveal to
        // strangers that an address of such a role has an older account.
        if known == nil, let problem = roleProblem(of: address.campusAddress) { return .refusal(problem) }
        let account =
            try known?.confirming(address.campusAddress, context, in: transaction)
            ?? newAccount(for: address, transaction, call.now)
        // The code stays valid: the person uses it to read the decision, and to appeal.
        if account.isSuspended { return .refusal(try .suspended(account, in: transaction)) }
        try check.useUp(address)
        if known == nil { transaction.count(.accountMade) }
        transaction.count(.signedIn)
        let token = try recognizeDevice(of: account.id, address, in: transaction)
        let grant = try Sessions(context: context).begin(
            for: account, isNewUser: known == nil, device: token, transaction, call.now)
        return .success(grant)
    }

    /// Returns the problem if no account is created for an address of this role. Existing accounts remain valid.
    private func roleProblem(of address: CampusAddress) -> HTTPProblem? {
        guard address.evidence != .vouchedFor, !context.configuration.admittedRoles.contains(address.role) else {
            return nil
        }
        let failure = FieldFailure(path: "email", code: .roleNotAdmitted)
        return .invalidInput([failure], "This is not a student address. Use your student address.")
    }

    /// Returns a token that identifies the device from now on, unless the device has a token.
    private func recognizeDevice(
        of user: UserID, _ address: CheckedAddress, in transaction: LogTransaction
    ) throws -> DeviceToken? {
        if let device = address.device, device.userID == user {
            try device.signIn(in: transaction)
            return nil
        }
        return try DeviceRecord.begin(for: user, mailbox: address.mailbox, context, in: transaction)
    }

    private func newAccount(
        for address: CheckedAddress, _ transaction: LogTransaction, _ now: Date
    ) throws -> AccountRecord {
        let id = try PseudonymLinkRecord.newID(of: address.email, context, in: transaction, now: now)
        var account = try AccountRecord(id: id, address.campusAddress, context, in: transaction)
        // Decisions still apply to a person who has left and comes back.
        account.suspensions = try DecisionRecord.suspensions(of: account.id, at: now, in: transaction)
        try transaction.put(account)
        return account
    }
}

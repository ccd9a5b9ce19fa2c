import Auth
import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `POST /auth/send-code`: mails a code to a campus address.
///
/// Neither the response nor any later effect reveals whether the address has an account. The account is looked up only
/// for a crowded network address, and then affects only the mail.
struct SendCode: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.open(
                AuthRoutes.sendCode,
                BodyReader<SendCodeRequest>.json.checked { body, _ in try context.campusAddress(body.email).email },
                perform: perform)
        ]
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ checked: CheckedBody<SendCodeRequest, EmailAddress>
    ) throws -> OperationResult {
        let (body, email) = (checked.body, try checked.value())
        let origin = context.digest.hexadecimal(.origin, call.origin)
        let idempotency = try Idempotency(
            call, scope: "origin \(origin)",
            fingerprint: Idempotency.fingerprint(of: call, payload: [email.identityKey]), context)
        if let record = try idempotency.record(in: transaction) { return OperationResult(encoded: record.data) }
        let mailbox = context.digest.hexadecimal(.address, email.mailbox)
        let device = try body.deviceToken.flatMap {
            try DeviceRecord.of($0, mailbox: mailbox, context, in: transaction, now: call.now)
        }
        let request = CodeRequest(
            context: context, transaction: transaction, email: email, mailbox: mailbox, origin: origin, device: device)
        let crowding = try device == nil ? request.crowding() : .uncrowded
        let admits = try request.admit(crowding)
        // Only a caller who holds the earlier challenge can end its code. A resend from a crowded origin does not end
        // it. The mail of the resend depends on the account, so the earlier code stays valid for all addresses alike.
        let earlier = try body.replaces.flatMap { try transaction.get(CodeRecord.self, $0.rawValue) }
        let replaced = earlier.flatMap { crowding == .uncrowded && $0.mailbox == mailbox ? $0 : nil }
        if let replaced { try transaction.delete(CodeRecord.self, replaced.key) }
        let (sent, mail) = try request.send(crowding, isAdmitted: admits)
        var result = OperationResult.success(sent)
        if let mail {
            let rollback = Rollback(
                challengeID: sent.challengeID, mailbox: mailbox, origin: origin, device: device?.key, askedAt: call.now,
                replaced: replaced, idempotency: idempotency)
            // If the mail depends on the account, the response must not depend on the mail.
            var responseMail = ResponseMail(mail: mail)
            if crowding == .uncrowded { responseMail.undo = { try rollback.undo(in: $0, after: $1) } }
            result.responseMail = responseMail
        }
        // An overcrowded origin stores nothing for an address that gets no mail, so no response is stored for any
        // address.
        if crowding != .overcrowded { try idempotency.keep(&result, in: transaction) }
        return result
    }
}

extension SendCode {
    /// Undoes a request for a code whose mail was not accepted.
    struct Rollback: Sendable {
        let challengeID: ChallengeID
        /// Digest of the mailbox.
        let mailbox: String
        /// Digest of the origin.
        let origin: String
        /// The key of the known device that requested the code.
        let device: String?
        /// The time at which the limits have counted the request.
        let askedAt: Date
        /// The code that this code has replaced.
        let replaced: CodeRecord?
        let idempotency: Idempotency

        /// Withdraws the code and restores the code that it replaced.
        ///
        /// The limits of mailbox and device do not count a refused mail. The limits of the origin still count it,
        /// because they bound the work of the mail server. A mail whose acceptance is unknown may be sent, so all
        /// limits count it.
        ///
        /// All limits count a code that was tried, used or replaced before its mail was refused. A caller can try a
        /// code before the mail transport has accepted the mail: a repeated request with the same key gets the
        /// challenge immediately.
        func undo(in transaction: LogTransaction, after outcome: MailDelivery.Outcome) throws -> HTTPProblem {
            let isUntried =
                try transaction.get(CodeRecord.self, challengeID.rawValue)?.attemptsLeft == CodeRules.attempts
            try transaction.delete(CodeRecord.self, challengeID.rawValue)
            try idempotency.forget(in: transaction)
            if let replaced, replaced.expiresAt > transaction.now { try transaction.put(replaced) }
            if outcome == .refused, isUntried {
                if let device {
                    try CodeRules.codesPerDevice.withdraw(device, in: transaction, at: askedAt)
                } else {
                    try CodeRules.codesPerMailbox.withdraw(mailbox, from: origin, in: transaction, at: askedAt)
                }
            }
            return HTTPProblem(
                503, .unavailable, "We could not send the mail. Check the address, and try again in half a minute.",
                retryAfter: CodeRules.resendAfter)
        }
    }
}

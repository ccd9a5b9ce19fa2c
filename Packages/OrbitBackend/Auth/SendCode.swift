import Auth
import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `POST /auth/send-code`: mails a code to a campus address.
///
/// Neither the response nor what comes of it later says whether the address has an account: it is looked up only from a
/// crowded network address, and then decides about the mail alone.
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
        let request = CodeDraft(
            context: context, transaction: transaction, email: email, mailbox: mailbox, origin: origin, device: device)
        let crowding = try device == nil ? request.crowding() : .none
        let admits = try request.admit(crowding)
        // Only a caller who holds the earlier challenge can end it. A resend from a crowded origin ends none: whether
        // it mails a code depends on the account, so the earlier code stays valid for all addresses alike.
        let earlier = try body.replaces.flatMap { try transaction.get(CodeRecord.self, $0.rawValue) }
        let replaced = earlier.flatMap { crowding == .none && $0.mailbox == mailbox ? $0 : nil }
        if let replaced { try transaction.delete(CodeRecord.self, replaced.key) }
        let (sent, mail) = try request.send(crowding, isAdmitted: admits)
        var result = OperationResult.success(sent)
        if let mail {
            let undoing = CodeUndoing(
                challengeID: sent.challengeID, mailbox: mailbox, origin: origin, device: device?.key, askedAt: call.now,
                replaced: replaced, idempotency: idempotency)
            // Where the mail depends on the account, the response must not depend on the mail.
            var posting = Posting(mail: mail)
            if crowding == .none { posting.undo = { try undoing.undo(in: $0, after: $1) } }
            result.posting = posting
        }
        // Nothing of an overcrowded origin is stored for an address that gets no mail, so no response is kept for any.
        if crowding != .overcrowded { try idempotency.keep(&result, in: transaction) }
        return result
    }
}

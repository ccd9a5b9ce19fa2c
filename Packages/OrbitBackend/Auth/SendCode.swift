import Auth
import Foundation
import Networking
import OrbitModels
import Validation

/// `POST /auth/send-code`: mails a code to a campus address.
///
/// Neither the response nor what comes of it later says whether the address has an account: it is looked up only from a
/// crowded network address, and then decides about the mail alone.
struct SendCode: Operations {
    let context: Context

    var handlers: [RouteHandler] { [context.open(AuthRoutes.sendCode, .json, perform: perform)] }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ body: SendCodeRequest
    ) throws -> OperationResult {
        let email = try context.campusAddress(body.email).email
        let origin = context.digest.hexadecimal(.origin, call.origin)
        let idempotency = try Idempotency(call, scope: "origin \(origin)", payload: [email.identityKey], context)
        if let record = try idempotency.record(in: transaction) { return OperationResult(encoded: record.data) }
        let mailbox = context.digest.hexadecimal(.address, email.mailbox)
        let device = try body.deviceToken.flatMap {
            try DeviceRecord.of($0, mailbox: mailbox, context, in: transaction, now: call.now)
        }
        let isCrowded = try device == nil && isCrowded(origin, in: transaction)
        try admit(device, mailbox: mailbox, origin: origin, in: transaction)
        // Only a caller who holds the earlier challenge can end it.
        if let replaced = try body.replaces.flatMap({ try transaction.get(CodeRecord.self, $0.rawValue) }),
            replaced.mailbox == mailbox
        {
            try transaction.delete(CodeRecord.self, replaced.key)
        }
        var result = try send(to: email, mailbox: mailbox, device: device, isCrowded: isCrowded, transaction)
        try idempotency.keep(&result, in: transaction)
        return result
    }

    private func isCrowded(_ origin: String, in transaction: LogTransaction) throws -> Bool {
        try context.configuration.crowd.wait(for: origin, in: transaction, now: transaction.now) != nil
    }

    private func admit(
        _ device: DeviceRecord?, mailbox: String, origin: String, in transaction: LogTransaction
    ) throws {
        let limits: [(limit: RateLimit, subject: String)] =
            if let device {
                [(limit: CodeRules.codesPerDevice, subject: device.key)]
            } else {
                [
                    (CodeRules.codesPerMailboxAndOrigin, "\(mailbox) \(origin)"),
                    (CodeRules.codesPerMailbox, mailbox),
                    (context.configuration.mostCodesPerOrigin, origin),
                ]
            }
        try RateLimit.admit(
            limits, in: transaction, now: transaction.now,
            orSay: "Too many codes were asked for. Try again later.")
    }

    private func send(
        to email: EmailAddress, mailbox: String, device: DeviceRecord?, isCrowded: Bool,
        _ transaction: LogTransaction
    ) throws -> OperationResult {
        let challengeID = ChallengeID(context.newIdentifier())
        let code = drawCode()
        let attempts = isCrowded ? CodeRules.attemptsInCrowd : CodeRules.attempts
        try transaction.put(
            CodeRecord(
                challengeID: challengeID, mailbox: mailbox,
                code: context.digest.hexadecimal(.code, code.digits, challengeID.rawValue, mailbox),
                device: device?.key, attemptsLeft: attempts,
                expiresAt: transaction.now.addingTimeInterval(TimeInterval(CodeRules.lifetime))))
        let sent = CodeSent(
            message: isCrowded ? Self.crowded : Self.sent, challengeID: challengeID,
            expiresIn: CodeRules.lifetime, resendAfter: CodeRules.resendAfter, attempts: attempts)
        if isCrowded {
            transaction.count(.originCrowded)
            guard try AccountRecord.find(email, in: transaction) != nil else {
                transaction.count(.codeWithheld)
                return .success(sent)
            }
        }
        transaction.count(.codeSent)
        let mail = OutgoingMail(
            recipient: email.withoutTag, content: .verificationCode(code, minutes: CodeRules.lifetime / 60))
        return .success(sent, mail: mail)
    }

    private func drawCode() -> VerificationCode {
        if let code = context.configuration.demonstrationCode { return code }
        var random = context.random
        return VerificationCode(using: &random)
    }

    private static let sent = "We have sent you a code. It is good for ten minutes."
    private static let crowded = """
        If you have signed in before, we have sent you a code. If not, try again in ten minutes or from another \
        network: very many codes were asked for from yours.
        """
}

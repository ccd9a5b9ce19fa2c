import Auth
import Foundation
import Networking
import OrbitModels
import Validation

/// `POST /auth/send-code`: mails a code to a campus address.
///
/// Whether the address has an account is not even looked up, so neither the response nor the time it takes
/// can tell.
struct SendCode: Operations {
    let context: Context

    var handlers: [RouteHandler] { [context.open(AuthRoutes.sendCode, .json, perform: perform)] }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ body: SendCodeRequest
    ) throws -> OperationResult {
        let (email, _) = try context.campusAddress(body.email)
        let origin = context.digest.hexadecimal(.origin, call.origin)
        let idempotency = try Idempotency(call, scope: "origin \(origin)", payload: [email.identityKey], context)
        if let record = try idempotency.record(in: transaction) { return OperationResult(encoded: record.data) }
        try Sweep.run(in: transaction, now: call.now)
        var result = try send(to: email, origin: origin, transaction, call.now)
        try idempotency.keep(&result, in: transaction)
        return result
    }

    private func send(
        to email: EmailAddress, origin: String, _ transaction: any StoreTransaction, _ now: Date
    ) throws -> OperationResult {
        let address = context.digest.hexadecimal(.address, email.identityKey)
        let mailbox = context.digest.hexadecimal(.address, Self.mailbox(of: email))
        let waits = [
            try CodeRules.codesPerAddress.wait(for: mailbox, in: transaction, now: now),
            try CodeRules.triesPerAddress.wait(for: address, in: transaction, now: now),
            try context.configuration.codesPerOriginLimit.wait(for: origin, in: transaction, now: now),
        ]
        if let wait = waits.compactMap(\.self).max() {
            throw HTTPProblem.rateLimited(wait: wait, "Too many codes were asked for. Try again later.")
        }
        try CodeRules.codesPerAddress.record(mailbox, in: transaction, now: now)
        try context.configuration.codesPerOriginLimit.record(origin, in: transaction, now: now)

        let challengeID = ChallengeID(context.newIdentifier())
        let code = drawCode()
        try transaction.put(
            CodeRecord(
                challengeID: challengeID, address: address,
                code: context.digest.hexadecimal(.code, code.digits, challengeID.rawValue, address),
                attemptsLeft: CodeRules.attempts,
                expiresAt: now.addingTimeInterval(TimeInterval(CodeRules.lifetime))))
        let sent = CodeSent(
            message: "We have sent you a code. It is good for ten minutes.", challengeID: challengeID,
            expiresIn: CodeRules.lifetime, resendAfter: CodeRules.resendAfter, attempts: CodeRules.attempts)
        let mail = OutgoingMail(
            recipient: email, content: .verificationCode(code, minutes: CodeRules.lifetime / 60))
        return .success(sent, mail: mail)
    }

    /// Mail to `maya+anything@stanford.edu` ends up with Maya, so such addresses share what may be sent.
    private static func mailbox(of email: EmailAddress) -> String {
        let name = email.localPart.prefix { $0 != "+" }
        return "\(name)@\(email.domain.ascii)".lowercased()
    }

    private func drawCode() -> VerificationCode {
        if let code = context.configuration.demonstrationCode { return code }
        var random = context.random
        return VerificationCode(using: &random)
    }
}

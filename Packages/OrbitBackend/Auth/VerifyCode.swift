import Auth
import Foundation
import Networking
import OrbitModels
import Validation

/// `POST /auth/verify-code`: exchanges a mailed code for a session, and makes the account on first success.
struct VerifyCode: Operations {
    let context: Context

    var handlers: [RouteHandler] { [context.open(AuthRoutes.verifyCode, .json, perform: perform)] }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ body: VerifyCodeRequest
    ) throws -> OperationResult {
        let (email, membership) = try context.campusAddress(body.email)
        let code = try readCode(body.code)
        let address = context.digest.hexadecimal(.address, email.identityKey)
        let origin = context.digest.hexadecimal(.origin, call.origin)
        try count(context.configuration.triesPerOriginLimit, origin, transaction, call.now)
        guard var record = try transaction.get(CodeRecord.self, body.challengeID.rawValue),
            record.expiresAt > call.now, record.address == address
        else { return .refusal(Self.codeExpired) }
        // Only tries at a code that was sent count, so that bare requests lock no user out.
        try count(CodeRules.triesPerAddress, address, transaction, call.now)

        let digest = context.digest.hexadecimal(.code, code.digits, body.challengeID.rawValue, address)
        guard ConstantTime.areEqual(digest, record.code) else {
            record.attemptsLeft -= 1
            if record.attemptsLeft > 0 {
                try transaction.put(record)
            } else {
                try transaction.delete(CodeRecord.self, record.key)
            }
            return .refusal(Self.codeIncorrect(attemptsLeft: record.attemptsLeft))
        }
        try deleteCodes(of: address, transaction)
        try Sweep.run(in: transaction, now: call.now)
        let (account, isNew) = try account(for: email, of: membership, transaction, call.now)
        let grant = try Sessions(context: context).begin(for: account.id, isNewUser: isNew, transaction, call.now)
        return .success(grant)
    }

    private func readCode(_ text: String) throws -> VerificationCode {
        do {
            return try VerificationCode(text)
        } catch {
            throw HTTPProblem.invalidInput(error.failures, "Enter the six digits from the mail.")
        }
    }

    private func count(
        _ limit: RateLimit, _ subject: String, _ transaction: any StoreTransaction, _ now: Date
    ) throws {
        if let wait = try limit.wait(for: subject, in: transaction, now: now) {
            throw HTTPProblem.rateLimited(wait: wait, "Too many codes were tried. Try again later.")
        }
        try limit.record(subject, in: transaction, now: now)
    }

    /// A user who signs in has no use for the other codes in their mail.
    private func deleteCodes(of address: String, _ transaction: any StoreTransaction) throws {
        for record in try transaction.list(CodeRecord.self, IndexQuery(CodeRecord.byAddress, group: address)) {
            try transaction.delete(CodeRecord.self, record.key)
        }
    }

    private func account(
        for email: EmailAddress, of membership: CampusMembership, _ transaction: any StoreTransaction, _ now: Date
    ) throws -> (AccountRecord, isNew: Bool) {
        if let account = try AccountRecord.find(email, in: transaction) { return (account, false) }
        let id = UserID(context.newIdentifier())
        let account = AccountRecord(id: id, email: email, membership: membership, createdAt: now)
        try transaction.put(account)
        return (account, true)
    }

    private static let codeExpired = HTTPProblem(422, .codeExpired, "This code has run out. Ask for a new one.")

    private static func codeIncorrect(attemptsLeft: Int) -> HTTPProblem {
        HTTPProblem(
            422, .codeIncorrect,
            attemptsLeft > 0
                ? "That is not the code. Check the mail and try again." : "That is not the code. Ask for a new one.",
            details: ["attempts_left": .integer(attemptsLeft)])
    }
}

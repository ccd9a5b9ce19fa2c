import Auth
import BackendRuntime
import Foundation
import Networking
import OrbitModels
import OrbitStore
import Validation

/// An address with proof that the caller reads its mailbox.
struct CheckedAddress {
    let campusAddress: CampusAddress
    /// Digest of its mailbox.
    let mailbox: String
    /// The known device that requested the code.
    let device: DeviceRecord?

    var email: EmailAddress { campusAddress.email }
}

/// The address and code that a person has entered, read before the transaction begins.
struct EnteredCode: Sendable {
    let address: CampusAddress
    let code: VerificationCode
    let challengeID: ChallengeID

    /// - Throws: ``HTTPProblem`` with the first field that cannot be read.
    init(_ body: VerifyCodeRequest, _ context: BackendContext) throws {
        address = try context.campusAddress(body.email)
        do {
            code = try VerificationCode(body.code)
        } catch {
            throw HTTPProblem.invalidInput(error.failures, "Enter the six digits from the mail.")
        }
        challengeID = body.challengeID
        guard challengeID.rawValue.isIdentifier else { throw HTTPProblem.malformedIdentifier(at: "challenge_id") }
    }
}

/// Compares a code with the mailed code, and counts the attempts.
struct CodeCheck {
    let context: BackendContext
    let transaction: LogTransaction
    let call: RequestContext

    /// Returns the address of the code, or the reason for the refusal. A refusal is returned, not thrown, so that the
    /// attempt is counted.
    ///
    /// Attempts count only against their own code. So attempts of other people do not invalidate the correct code.
    func check(_ entered: EnteredCode) throws -> Result<CheckedAddress, HTTPProblem> {
        let address = entered.address
        let mailbox = context.digest.hexadecimal(.address, address.email.mailbox)
        guard var record = try transaction.get(CodeRecord.self, entered.challengeID.rawValue),
            record.expiresAt > call.now, record.mailbox == mailbox
        else { return unknown() }
        let device = try record.device.flatMap { try transaction.get(DeviceRecord.self, $0) }
        // A forgotten device loses the codes that it has requested. Otherwise, each of them would allow further
        // guesses.
        guard record.device == nil || device != nil else { return unknown() }

        let digest = context.digest.hexadecimal(.code, entered.code.digits, entered.challengeID.rawValue, mailbox)
        guard ConstantTime.areEqual(digest, record.code) else {
            record.attemptsLeft -= 1
            if record.attemptsLeft > 0 {
                try transaction.put(record)
            } else {
                try transaction.delete(CodeRecord.self, record.key)
            }
            try device?.countWrongCode(in: transaction)
            try raiseAlarm(mailbox: mailbox)
            if record.isQuiet == true { return .failure(Self.codeExpired) }
            return .failure(Self.codeIncorrect(attemptsLeft: record.attemptsLeft))
        }
        return .success(CheckedAddress(campusAddress: address, mailbox: mailbox, device: device))
    }

    /// Deletes the code, and the other codes of the same mailbox, because a user who signs in does not need them.
    func useUp(_ address: CheckedAddress) throws {
        for record in try transaction.list(
            CodeRecord.self, IndexQuery(CodeRecord.byMailbox, group: address.mailbox))
        {
            try transaction.delete(CodeRecord.self, record.key)
        }
    }

    private func unknown() -> Result<CheckedAddress, HTTPProblem> {
        transaction.count(.codeUnknown)
        return .failure(Self.codeExpired)
    }

    /// Counts a wrong code for the operator.
    private func raiseAlarm(mailbox: String) throws {
        transaction.count(.codeWrong)
        let origin = context.digest.hexadecimal(.origin, call.origin)
        var isGuessing = false
        for (limit, subject) in [(CodeRules.wrongCodesPerMailbox, mailbox), (CodeRules.wrongCodesPerOrigin, origin)] {
            if try limit.wait(for: subject, in: transaction, now: call.now) == nil {
                try limit.record(subject, in: transaction, now: call.now)
            } else {
                isGuessing = true
            }
        }
        if isGuessing { transaction.count(.guessing) }
    }

    private static let codeExpired = HTTPProblem(422, .codeExpired, "This code has expired. Ask for a new one.")

    private static func codeIncorrect(attemptsLeft: Int) -> HTTPProblem {
        HTTPProblem(
            422, .codeIncorrect,
            attemptsLeft > 0
                ? "This code is not right. Check the mail and try again."
                : "This code is not right. Ask for a new one.",
            details: ["attempts_left": .integer(attemptsLeft)])
    }
}

import Auth
import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// Undoes a request for a code whose mail was not accepted.
struct CodeUndoing: Sendable {
    let challengeID: ChallengeID
    /// Digest of the mailbox.
    let mailbox: String
    /// Digest of the origin.
    let origin: String
    /// The key of the known device that asked.
    let device: String?
    /// The instant by which the limits count the request.
    let askedAt: Date
    /// The code that this one took the place of.
    let replaced: CodeRecord?
    let idempotency: Idempotency

    /// Withdraws the code and restores the code that it replaced.
    ///
    /// A refused mail takes no part of the limits of mailbox and device. Those of the origin still count it, as they
    /// bound the work of the mail server. A mail whose acceptance is unknown may be sent, so all limits count it.
    ///
    /// All limits count a code that was tried, used or replaced before its mail was refused: a request that is repeated
    /// by its key gets the challenge at once.
    func undo(in transaction: LogTransaction, after outcome: MailDelivery.Outcome) throws -> HTTPProblem {
        let isUntried = try transaction.get(CodeRecord.self, challengeID.rawValue)?.attemptsLeft == CodeRules.attempts
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

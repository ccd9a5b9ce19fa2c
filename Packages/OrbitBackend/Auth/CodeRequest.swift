import Auth
import BackendRuntime
import Foundation
import OrbitModels
import Validation

/// The request for a code: whether it is admitted, and whether the code is mailed.
struct CodeRequest {
    /// The number of recent code requests from an origin.
    enum Crowding {
        case uncrowded
        /// More requests than the people of a campus make. Codes are mailed to addresses with an account, and to few
        /// other addresses.
        case crowded
        /// Many times more requests. The response is the same for all addresses and all limits, and nothing is stored
        /// for an address that gets no mail.
        case overcrowded
    }

    let context: BackendContext
    let transaction: LogTransaction
    let email: EmailAddress
    /// Digest of the mailbox.
    let mailbox: String
    /// Digest of the origin.
    let origin: String
    /// The known device that requests the code.
    let device: DeviceRecord?

    private var now: Date { transaction.now }
    private var configuration: BackendConfiguration { context.configuration }

    func crowding() throws -> Crowding {
        if try configuration.overcrowdedOrigin.wait(for: origin, in: transaction, now: now) != nil {
            return .overcrowded
        }
        return try configuration.crowdedOrigin.wait(for: origin, in: transaction, now: now) == nil
            ? .uncrowded : .crowded
    }

    /// Counts the code against the limits that apply.
    ///
    /// - Returns: Whether all of them admit it. Only an overcrowded origin gets `false`.
    /// - Throws: ``HTTPProblem`` with the time to wait.
    func admit(_ crowding: Crowding) throws -> Bool {
        if let device {
            try CodeRules.codesPerDevice.admit(device.key, in: transaction, now: now, message: Self.tooMany)
            return true
        }
        let limit = crowding == .overcrowded ? CodeRules.codesPerMailboxAtOvercrowdedOrigin : CodeRules.codesPerMailbox
        let wait = try limit.wait(for: mailbox, from: origin, in: transaction, now: now)
        if crowding == .overcrowded {
            guard try wait == nil && isMailed(crowding) else { return false }
        } else if let wait {
            if let problem = RateLimit.refusal(of: [(limit: limit.name, seconds: wait)], Self.tooMany) { throw problem }
        }
        try limit.record(mailbox, from: origin, in: transaction, now: now)
        if crowding != .overcrowded { try configuration.crowdedOrigin.record(origin, in: transaction, now: now) }
        return true
    }

    /// Stores the code, if the request is admitted.
    ///
    /// - Parameters:
    ///   - crowding: The crowding of the origin.
    ///   - isAdmitted: The result of ``admit(_:)``.
    /// - Returns: The response, and the mail unless it is withheld.
    func send(_ crowding: Crowding, isAdmitted: Bool) throws -> (sent: CodeSent, mail: OutgoingMail?) {
        let challengeID = ChallengeID(context.newIdentifier())
        let attempts =
            switch crowding {
            case .uncrowded: CodeRules.attempts
            case .crowded: CodeRules.attemptsAtCrowdedOrigin
            case .overcrowded: CodeRules.attemptsAtOvercrowdedOrigin
            }
        let sent = CodeSent(
            message: crowding == .uncrowded ? Self.sent : Self.crowded, challengeID: challengeID,
            expiresIn: CodeRules.lifetime, resendAfter: CodeRules.resendAfter, attempts: attempts,
            mayBeWithheld: crowding != .uncrowded)
        if crowding != .uncrowded { transaction.count(.originCrowded) }
        let code = drawCode()
        if isAdmitted {
            try transaction.put(
                CodeRecord(
                    challengeID: challengeID, mailbox: mailbox,
                    code: context.digest.hexadecimal(.code, code.digits, challengeID.rawValue, mailbox),
                    device: device?.key, attemptsLeft: attempts,
                    expiresAt: now.addingTimeInterval(TimeInterval(CodeRules.lifetime)),
                    isQuiet: crowding == .overcrowded ? true : nil))
        }
        guard try isAdmitted && (crowding != .crowded || isMailed(crowding)) else {
            transaction.count(.codeWithheld)
            return (sent, nil)
        }
        transaction.count(.codeSent)
        let mail = OutgoingMail(
            recipient: email.withoutTag, content: .verificationCode(code, minutes: CodeRules.lifetime / 60),
            id: context.digest.hexadecimal(.mail, challengeID.rawValue))
        return (sent, mail)
    }

    /// Whether a crowded or overcrowded origin gets this code mailed. If a limit decides it, the limit counts the mail.
    private func isMailed(_ crowding: Crowding) throws -> Bool {
        if try AccountRecord.find(email, in: transaction) == nil { return try isMailedToNewcomer(crowding) }
        if crowding == .crowded { return true }
        return try configuration.codesPerOvercrowdedOrigin.isAdmitted(origin, in: transaction, now: now)
    }

    /// Whether a crowded origin gets this code mailed to an address without an account.
    ///
    /// Made-up addresses can use up the codes for new addresses (`newcomersPerCrowdedOrigin`). Therefore, a crowded
    /// origin also gets a code for each address that requests a code for the third time. This resembles greylisting
    /// (RFC 6647): a mail server accepts a mail that is sent again. For an overcrowded origin, earlier requests are not
    /// recorded. Instead, each address has a turn at a fixed time; see ``CodeRules/isTurn(of:at:)``.
    private func isMailedToNewcomer(_ crowding: Crowding) throws -> Bool {
        switch crowding {
        case .uncrowded: return true
        case .crowded:
            // This request is counted already.
            let requests = try CodeRules.codesPerMailbox.recentUses(
                of: mailbox, from: origin, in: transaction, now: now)
            if requests >= CodeRules.requestsAtCrowdedOrigin { return true }
        case .overcrowded:
            guard CodeRules.isTurn(of: mailbox, at: now) else { return false }
        }
        return try configuration.newcomersPerCrowdedOrigin.isAdmitted(origin, in: transaction, now: now)
    }

    private func drawCode() -> VerificationCode {
        if let code = configuration.demonstrationCode { return code }
        var random = context.random
        return VerificationCode(using: &random)
    }

    private static let tooMany = "There were too many requests for codes. Try again later."
    private static let sent = "We have sent you a code. It works for ten minutes."
    private static let crowded = """
        There were very many requests for codes from your network. We may not send them all. If no code arrives within \
        a minute, ask again or use another network.
        """
}

public import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The screen of a person who cannot sign in: the decisions about them, an appeal, and the erasure of the account.
///
/// ```swift
/// if let suspension = app.suspension {
///     await suspension.decisions.load()
///     if let decision = suspension.appealable { await suspension.appeal(decision, text) }
/// }
/// ```
///
/// One mailed code is enough to read and then appeal or erase. After an appeal another code is needed: request it on the
/// sign-in screen.
@MainActor @Observable public final class SuspensionViewModel {
    /// The decisions about the person, the latest first.
    public let decisions: PagedList<Decision>
    /// The end of the suspension; `nil` for a suspension without end.
    public let until: Date?
    /// The text that the person has typed to confirm the erasure: their email address.
    public var confirmation = ""
    /// Whether the code was used up by an appeal.
    public private(set) var isCodeUsed = false
    /// Whether the account is erased.
    public private(set) var isErased = false

    private let code: SuspendedRequest
    private let service: ReportService
    private let actions: ActionRunner<Action>

    private enum Action { case appeal, erase }

    /// - Parameters:
    ///   - code: The sign-in that was refused.
    ///   - service: A service over a client without a session.
    ///   - log: A log of this model alone: a person without a session has none on the server.
    public init(code: SuspendedRequest, until: Date?, service: ReportService, log: PersonLog) {
        self.code = code
        self.until = until
        self.service = service
        actions = ActionRunner(log: log)
        decisions = PagedList(.decisions, on: log) { _ in
            ListPage(LossyList(try await service.decisions(whileSuspended: code)), nextCursor: nil, at: nil)
        }
    }

    /// The decision that keeps the person out, once it was loaded; an appeal against it may still be possible.
    public var suspension: Decision? {
        decisions.known.filter { $0.action.suspends && $0.state == .inForce }.max { $0.decidedAt < $1.decidedAt }
    }

    /// The decision to offer an appeal against: the suspension, if there was no appeal yet.
    public var appealable: Decision? { suspension.flatMap { $0.canBeAppealed ? $0 : nil } }

    /// Whether the person has typed their own address, as a confirmation.
    public var isConfirmed: Bool {
        confirmation.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() == code.email.lowercased()
    }

    /// Whether another code is needed: this one was used up or has expired.
    public var needsNewCode: Bool {
        isCodeUsed || [failure, decisions.items.failure].contains { $0?.kind == .refused(.codeExpired) }
    }

    /// Whether something is being sent.
    public var isSending: Bool { !actions.inFlight.isEmpty }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Appeals against a decision, once. The code is used up by it.
    @discardableResult
    public func appeal(_ decision: Decision, _ text: String) async -> ActionOutcome {
        guard decision.canBeAppealed, !isCodeUsed, !isErased else { return .skipped }
        return await actions.run(.appeal, "\(decision.id) \(text)") { _ in
            let changed = try await service.appeal(
                whileSuspended: SuspendedAppealRequest(
                    email: code.email, code: code.code, challengeID: code.challengeID, decisionID: decision.id,
                    text: text))
            isCodeUsed = true
            return [LogEvent(.decisionChanged, data: Named(changed))]
        }
    }

    /// Erases the account, if that is confirmed. The decisions apply to a new account of the same mailbox as well.
    @discardableResult
    public func eraseAccount() async -> ActionOutcome {
        guard isConfirmed, !isCodeUsed, !isErased else { return .skipped }
        return await actions.run(.erase) { _ in
            try await service.erase(whileSuspended: code)
            (isCodeUsed, isErased) = (true, true)
            return []
        }
    }
}

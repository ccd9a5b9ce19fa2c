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
/// One mailed code is enough to read the decisions, and then to appeal or to erase the account. After an appeal, the
/// person requests another code on the sign-in screen.
@MainActor @Observable public final class SuspensionViewModel {
    /// The decisions about the person, the latest first.
    public let decisions: PagedList<Decision>
    /// The end of the suspension; `nil` for a suspension without end.
    public let until: Date?
    /// The text that the person has typed to confirm the erasure: their email address.
    public var confirmation = ""
    /// Whether an appeal or the erasure has used up the code.
    public private(set) var isCodeUsed = false
    /// Whether the account is erased.
    public private(set) var isErased = false

    private let code: SuspendedRequest
    private let service: ReportService
    private let actions: ActionRunner<Action>

    private enum Action { case appeal, erase }

    /// Creates a view model that has loaded nothing yet.
    ///
    /// - Parameters:
    ///   - code: The sign-in that was refused.
    ///   - until: The end of the suspension; `nil` for a suspension without end.
    ///   - service: A service over a client without a session.
    ///   - log: A log for this model alone. Without a session there is no log on the server.
    public init(code: SuspendedRequest, until: Date?, service: ReportService, log: EventLog) {
        self.code = code
        self.until = until
        self.service = service
        actions = ActionRunner(log: log)
        decisions = PagedList(.decisions, on: log) { _ in
            ListPage(LossyList(try await service.decisions(whileSuspended: code)), nextCursor: nil, at: nil)
        }
    }

    /// The suspension that is in force, as far as it is loaded. The person may still be able to appeal.
    public var suspension: Decision? {
        decisions.known.filter { $0.action.suspends && $0.state == .inForce }.max { $0.decidedAt < $1.decidedAt }
    }

    /// The decision to offer an appeal against: ``suspension``, unless the person has already appealed.
    public var appealable: Decision? { suspension.flatMap { $0.canBeAppealed ? $0 : nil } }

    /// Whether the person has typed their own address to confirm the erasure.
    public var isConfirmed: Bool {
        confirmation.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() == code.email.lowercased()
    }

    /// Whether the person needs another code, because this code is used up or expired.
    public var needsNewCode: Bool {
        isCodeUsed || [failure, decisions.items.failure].contains { $0?.kind == .refused(.codeExpired) }
    }

    /// Whether a request is in flight.
    public var isSending: Bool { !actions.inFlight.isEmpty }

    /// The failure of the last action; `nil` once another action starts.
    public var failure: Failure? { actions.failure }

    /// Appeals against a decision, once. The appeal uses up the code.
    @discardableResult
    public func appeal(_ decision: Decision, _ text: String) async -> ActionOutcome {
        guard decision.canBeAppealed, !isCodeUsed, !isErased else { return .skipped }
        return await actions.run(.appeal, "\(decision.id) \(text)") { _ in
            let changed = try await service.appeal(
                whileSuspended: SuspendedAppealRequest(
                    email: code.email, code: code.code, challengeID: code.challengeID, decisionID: decision.id,
                    text: text))
            isCodeUsed = true
            return [LogEvent(.decisionChanged, data: Keyed(changed))]
        }
    }

    /// Erases the account, if ``isConfirmed``. The decisions apply to a new account of the same mailbox as well.
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

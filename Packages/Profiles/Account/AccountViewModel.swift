public import Foundation
import Networking
public import Observation
import OrbitModels
public import Presentation

/// A copy of what the user has given, and the erasure of their account.
///
/// ```swift
/// if await account.export() == .done, let file = account.archive { save(file) }
/// account.confirmation = typed
/// if account.isConfirmed { try await app.eraseAccount() }
/// ```
@MainActor @Observable public final class AccountViewModel {
    /// What the user has typed to confirm the erasure.
    public var confirmation = ""
    /// The archive, once it was exported, until it is dropped.
    public private(set) var archive: Data?

    private let service: AccountService
    private let profile: ProfileViewModel
    private let actions: ActionRunner<Action>
    @ObservationIgnored private var isOver = false

    private enum Action { case export, erase }

    /// Creates a view model for the user of `profile`.
    public init(service: AccountService, profile: ProfileViewModel, log: PersonLog) {
        self.service = service
        self.profile = profile
        actions = ActionRunner(log: log)
    }

    /// Whether the user has typed their own address, as a confirmation.
    public var isConfirmed: Bool {
        guard let address = profile.saved.value?.email else { return false }
        return confirmation.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() == address.lowercased()
    }

    /// Whether the server asks for another sign-in before it erases the account.
    public var needsSignIn: Bool { failure?.kind == .refused(.signInAgain) }

    /// Whether the archive is being made.
    public var isExporting: Bool { actions.inFlight.contains(.export) }

    /// Whether the account is being erased.
    public var isErasing: Bool { actions.inFlight.contains(.erase) }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Asks for the archive, and keeps it in ``archive``.
    @discardableResult
    public func export() async -> ActionOutcome {
        await actions.run(.export) { _ in
            let file = try await service.export()
            if !isOver { archive = file }
            return []
        }
    }

    /// Forgets the archive, such as once it is saved.
    public func dropArchive() { archive = nil }

    /// Erases the account on the server, if it is confirmed. The caller signs out afterwards.
    @discardableResult
    public func erase() async -> ActionOutcome {
        guard isConfirmed else { return .skipped }
        return await actions.run(.erase) { _ in
            try await service.erase()
            return []
        }
    }

    /// Forgets everything for good: the user signs out.
    public func end() {
        isOver = true
        (archive, confirmation) = (nil, "")
    }
}

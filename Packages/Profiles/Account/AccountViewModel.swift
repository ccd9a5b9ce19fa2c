public import Foundation
import Networking
public import Observation
import OrbitModels
public import Presentation

/// A view model for the export and the erasure of the user's account.
///
/// ```swift
/// if await account.export() == .done, let file = account.archive { save(file) }
/// account.confirmation = typed
/// if account.isConfirmed { try await app.eraseAccount() }
/// ```
@MainActor @Observable public final class AccountViewModel {
    /// The text that the user has typed to confirm the erasure.
    public var confirmation = ""
    /// The exported archive; `nil` before the export and after ``dropArchive()``.
    public private(set) var archive: Data?

    private let service: AccountService
    private let profile: ProfileViewModel
    private let actions: ActionRunner<Action>
    @ObservationIgnored private var hasEnded = false

    private enum Action { case export, erase }

    /// Creates a view model for the user of `profile`.
    public init(service: AccountService, profile: ProfileViewModel, log: EventLog) {
        self.service = service
        self.profile = profile
        actions = ActionRunner(log: log)
    }

    /// Whether ``confirmation`` is the user's own address. Ignores case and surrounding white space.
    public var isConfirmed: Bool {
        guard let address = profile.saved.value?.email else { return false }
        return confirmation.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() == address.lowercased()
    }

    /// Whether the server requires a new sign-in before it erases the account.
    public var needsSignIn: Bool { failure?.kind == .refused(.signInAgain) }

    /// Whether an export is in flight.
    public var isExporting: Bool { actions.inFlight.contains(.export) }

    /// Whether the erasure is in flight.
    public var isErasing: Bool { actions.inFlight.contains(.erase) }

    /// The last failure, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Requests the archive and stores it in ``archive``.
    @discardableResult
    public func export() async -> ActionOutcome {
        await actions.run(.export) { _ in
            let file = try await service.export()
            if !hasEnded { archive = file }
            return []
        }
    }

    /// Removes the archive from memory, for example once it is saved.
    public func dropArchive() { archive = nil }

    /// Erases the account on the server if ``isConfirmed``. The caller signs out afterwards.
    ///
    /// - Returns: `.skipped` without a confirmation, and otherwise the outcome of the request.
    @discardableResult
    public func erase() async -> ActionOutcome {
        guard isConfirmed else { return .skipped }
        return await actions.run(.erase) { _ in
            try await service.erase()
            return []
        }
    }

    /// Clears the archive and the confirmation at the sign-out. The result of an export in flight is discarded.
    public func end() {
        hasEnded = true
        (archive, confirmation) = (nil, "")
    }
}

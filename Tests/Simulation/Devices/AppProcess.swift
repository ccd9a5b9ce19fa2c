import Auth
import DurableFiles
import Foundation
import Networking
import OrbitModels
import Presentation
import TimeAndChance
import Validation

/// A process of the app on a device: the session, and the models of the signed-in person.
///
/// It handles sessions as `AppModel` of OrbitApp does, with only the models that a simulation needs. All of `AppModel`
/// would send ten requests at each start.
@MainActor final class AppProcess {
    let setup: AppSetup
    let session: CurrentSession
    /// The models of the signed-in person; `nil` without a session.
    private(set) var user: UserModels?
    /// The number of actions that have not ended.
    private(set) var actionCount = 0

    private let auth: AuthService
    private let budget = RetryBudget()
    private let nextModels: @MainActor () -> Int
    private var watch: Task<Void, Never>?
    private var actions: [Int: Task<Void, Never>] = [:]
    private var lastAction = 0
    /// The person who has begun to sign out, until the session has followed.
    private var leavingOwner: UserID?

    /// - Parameters:
    ///   - setup: The dependencies.
    ///   - nextModels: Returns the number of the next models.
    init(_ setup: AppSetup, nextModels: @escaping @MainActor () -> Int) {
        self.setup = setup
        self.nextModels = nextModels
        let client = APIClient(
            server: setup.server,
            transport: DeviceTransport(
                network: setup.network, sender: Sender(device: setup.device, process: setup.life)),
            budget: budget, time: setup.clock, random: setup.random)
        let directory = setup.directory
        let session = CurrentSession(
            store: FileTokenStore(in: directory, time: setup.clock, random: setup.random), client: client,
            time: setup.clock)
        self.session = session
        let file = DurableFile("device", in: directory, time: setup.clock, random: setup.random)
        auth = AuthService(
            client: client, session: session, device: DeviceTokenStore(file: file), time: setup.clock,
            random: setup.random)
    }

    /// Restores the stored session, and follows its states.
    func launch() {
        watch = Task { [weak self, session] in
            if case .signedIn = await session.restore() { self?.setup.findings.reach(.sessionRestored) }
            for await _ in await session.states() {
                // The element may be older than the current state.
                let state = await session.state
                guard let self else { return }
                self.follow(state)
            }
        }
    }

    /// Reads the store again, if the stored session could not be read before.
    func retry() async {
        if case .unreadable = await session.state { await session.restore() }
    }

    private func follow(_ state: SessionState) {
        guard !setup.life.hasEnded else { return }
        switch state {
        case .unknown, .unreadable: break
        case .signedIn(let owner, _):
            guard user?.owner != owner, owner != leavingOwner else { return }
            leavingOwner = nil
            endUser(bySigningOut: false)
            let user = UserModels(of: owner, number: nextModels(), in: setup, session: session, budget: budget)
            self.user = user
            user.follow()
            setup.findings.note("device \(setup.device) is signed in")
        case .signedOut(let cause):
            leavingOwner = nil
            if case .ended = cause {
                setup.findings.require(
                    setup.wire.wasEnded(setup.life), "A6",
                    "device \(setup.device) is signed out, although the server has not ended the session")
            }
            setup.findings.require(
                cause != .elsewhere, "A6", "device \(setup.device) is signed out by a process that does not exist")
            endUser(bySigningOut: false)
        }
    }

    private func endUser(bySigningOut: Bool) {
        guard let user else { return }
        self.user = nil
        user.end()
        setup.wire.end(models: user.number, on: setup.device, in: setup.life, bySigningOut: bySigningOut)
    }

    /// Runs an action of the person. It continues while other steps happen, and a crash cancels it.
    func act(_ body: @escaping @MainActor () async -> Void) {
        lastAction += 1
        let id = lastAction
        actionCount += 1
        actions[id] = Task { [weak self] in
            await body()
            self?.actions[id] = nil
            self?.actionCount -= 1
        }
    }

    /// Signs a person in with a code.
    func signIn(as email: String) async {
        guard user == nil, leavingOwner == nil else { return }
        do {
            let (address, code) = (try EmailAddress(email), try VerificationCode("123456"))
            let sent = try await auth.sendCode(to: address)
            _ = try await auth.verify(code, for: address, challenge: sent.challengeID)
        } catch {
            setup.findings.note("device \(setup.device) is not signed in: \(error)")
        }
    }

    /// Signs the person out, and checks that the session is not on the disk any more (I6).
    func signOut() async {
        guard let user, leavingOwner == nil else { return }
        let owner = user.owner
        leavingOwner = owner
        endUser(bySigningOut: true)
        do {
            try await auth.logout()
            guard !setup.life.hasEnded, self.user == nil else { return }
            let directory = setup.directory
            let stored = await FileTokenStore(in: directory, time: setup.clock).load()
            if case .session(let session) = stored {
                setup.findings.require(
                    session.userID != owner || self.user != nil, "I6",
                    "the disk of device \(setup.device) has the session of a person who has signed out")
            }
        } catch {
            setup.findings.note("device \(setup.device) has not removed the session: \(error)")
        }
    }

    /// Ends the process. Its tasks end, without any further effect outside of the process.
    func end() {
        setup.life.end()
        setup.clock.time.end(setup.life)
        user?.end()
        watch?.cancel()
        for action in actions.values { action.cancel() }
        actions = [:]
    }
}

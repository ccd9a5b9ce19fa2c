import Auth
import Foundation
import Networking
import OrbitModels
import Presentation
import TimeAndChance

/// The screens of a signed-in rider: the tabs of MainTabView.
@MainActor public final class SignedInClub {
    /// The signed-in rider.
    public let me: RiderID
    /// The tab of brevets.
    public let brevets: BrevetsViewModel
    /// The tab of riders.
    public let riders: RidersViewModel
    /// The tab of the rider's own page.
    public let profile: MyProfileViewModel
    /// The settings.
    public let settings: SettingsViewModel

    private let gate: SessionGuard
    private let log: EventLog

    /// Creates the screens. The client passes each request through the gate.
    init(
        _ me: RiderID, client: APIClient, gate: SessionGuard, clock: ScreenClock, in environment: TeamAshaEnvironment
    ) {
        let service = ClubService(client: client)
        let sources: [any ActivitySource] = ActivityOrigin.known.map { ClubActivities($0, service: service) }
        let log = EventLog(
            time: environment.time, random: environment.random, words: environment.words, clock: clock,
            storedIn: environment.content)
        let context = ClubContext(
            me: me, client: client, log: log, library: ActivityLibrary(sources + environment.sources))
        self.me = me
        self.gate = gate
        self.log = log
        brevets = BrevetsViewModel(context)
        riders = RidersViewModel(context)
        profile = MyProfileViewModel(context)
        settings = SettingsViewModel(
            context, in: environment.preferences,
            sessionExplanation: environment.tokens.status.explanation(in: environment.words))
    }

    /// Shows the content of an earlier launch and reads the preferences.
    func begin() async {
        await log.storage.begin(as: me)
        await settings.begin()
    }

    /// Stores the content now. Call it when the app enters the background.
    public func flush() async { await log.storage.flush() }

    /// Ends all requests, and removes the content from this device.
    ///
    /// - Returns: The failure if content may remain on disk.
    func end() async -> Failure? {
        gate.end()
        log.storage.end()
        do {
            try await log.storage.removeFile()
            return nil
        } catch {
            return Failure(error, at: log.time.date, in: log.words)
        }
    }
}

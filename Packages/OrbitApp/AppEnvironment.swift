public import Auth
public import DurableFiles
public import Foundation
public import Networking
public import NotificationScheduling
public import OrbitModels
public import TimeAndChance
public import Validation

/// Everything the app needs from outside. Tests, previews and front ends differ in nothing else.
public struct AppEnvironment: Sendable {
    /// Where the API is.
    public var server: ServerAddress
    /// How requests get there: the network, or a backend in this process.
    public var transport: any HTTPTransport
    /// Where the session is kept between launches.
    public var tokens: any TokenStore
    /// Where an unfinished profile, decisions about reminders, imported busy times and the token by which the server
    /// knows the device are kept; `nil` keeps them in memory only.
    public var directory: PrivateDirectory?
    /// Which campuses are known before the server is asked.
    public var registry: CampusRegistry
    /// The campus's: it decides what day it is and how old a person is. The device's is right only on campus.
    public var zone: TimeZone
    /// All the words that screens show.
    public var catalogue: MessageCatalogue
    /// How the events of the user's log come in, by the client that requests them; of several, the first that works.
    public var events: @Sendable (APIClient) -> [any EventTransport]
    /// What shows the user's reminders.
    public var notifications: any NotificationCentre
    /// Where the user is now; asked again at each plan, as users travel.
    public var deviceZone: @Sendable () -> TimeZone
    /// How long the user travels to a meetup from where they are, for the reminder "leave now"; `nil` if that is not
    /// known. It is asked for each meetup that the user attends, and again when ``RemindersModel/refresh()`` is called. Asking
    /// may take a while: the other reminders do not wait for it.
    public var travelTime: @Sendable (MeetupPlan) async -> Duration?
    /// The host of `https` links to places in the app; `nil` is the host of ``server``.
    ///
    /// A link with another host is refused, see ``DeepLink``.
    public var linkHost: String?
    /// The clock of everything: timeouts, expiry, what day it is.
    public var time: any TimeSource
    /// The source of retry jitter and idempotency keys.
    public var random: RandomSource

    /// What is left out: nothing on disk, no campus known in advance, the device's time zone, clock and randomness,
    /// reminders in memory alone, no travel times.
    public init(
        server: ServerAddress, transport: any HTTPTransport, tokens: any TokenStore,
        directory: PrivateDirectory? = nil, registry: CampusRegistry = CampusRegistry(),
        // The defaults of a real device; tests pass zones of their own.
        zone: TimeZone = .current,
        catalogue: MessageCatalogue = .app,
        notifications: any NotificationCentre = InMemoryNotificationCentre(),
        // As above.
        deviceZone: @escaping @Sendable () -> TimeZone = { .autoupdatingCurrent },
        travelTime: @escaping @Sendable (MeetupPlan) async -> Duration? = { _ in nil },
        time: any TimeSource = SystemClock(),
        random: RandomSource = .system
    ) {
        self.server = server
        self.transport = transport
        self.tokens = tokens
        self.directory = directory
        self.registry = registry
        self.zone = zone
        self.catalogue = catalogue
        self.notifications = notifications
        self.deviceZone = deviceZone
        self.travelTime = travelTime
        self.time = time
        self.random = random
        events = { [ServerSentEvents(client: $0, time: time), PolledEvents(client: $0, time: time, random: random)] }
    }

    /// ``linkHost``, or the host of the server.
    var resolvedLinkHost: String? { linkHost ?? URL(string: server.description)?.host() }

    /// The environment with the words of features from other packages below its own.
    func adding(_ features: AppFeatures) -> AppEnvironment {
        var environment = self
        environment.catalogue = features.addedCatalogue.overlaid(with: catalogue)
        return environment
    }

    /// A file in the directory.
    func file(_ name: String) -> DurableFile? {
        directory.map { DurableFile(name, in: $0, time: time, random: random) }
    }
}

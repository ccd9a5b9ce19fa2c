public import Auth
public import DurableFiles
public import Foundation
public import Networking
public import NotificationScheduling
public import OrbitModels
public import TimeAndChance
public import Validation

/// The dependencies of the app. Tests, previews and front ends differ only in these values.
public struct AppEnvironment: Sendable {
    /// The address of the API.
    public var server: ServerAddress
    /// The transport of requests: the network, or a backend in this process.
    public var transport: any HTTPTransport
    /// The store of the session between launches.
    public var tokens: any TokenStore
    /// The directory of private files; `nil` keeps their content in memory only.
    ///
    /// The files contain an unfinished profile, decisions about reminders, imported busy times, the last content of
    /// lists for an offline start, drafts of messages, and the token by which the server knows the device. A directory
    /// in it for each account contains its unsent messages and other actions.
    public var directory: PrivateDirectory?
    /// The campuses that are known before a request to the server.
    public var registry: CampusRegistry
    /// The time zone of the campus, for the current day and the age of a person. The time zone of the device is correct
    /// only on campus.
    public var zone: TimeZone
    /// The words that screens show.
    public var catalogue: MessageCatalogue
    /// Creates the transports that deliver the events of the user's log. Its parameter is the client that sends the
    /// transports' requests. The log uses the first transport that is supported.
    public var events: @Sendable (APIClient) -> [any EventTransport]
    /// The system that shows the user's reminders.
    public var notifications: any NotificationCentre
    /// Returns the current time zone of the user. It is called for each plan, because users travel.
    public var deviceZone: @Sendable () -> TimeZone
    /// Returns the travel time from the user to a meetup, for the reminder "leave now"; `nil` if it is not known.
    ///
    /// It is called for each meetup that the user attends, and again by ``RemindersModel/refresh()``. A call may take a
    /// while, because other reminders do not wait for it.
    public var travelTime: @Sendable (MeetupPlan) async -> Duration?
    /// The host of `https` links to places in the app; `nil` is the host of ``server``.
    ///
    /// A link with another host is refused, see ``DeepLink``.
    public var linkHost: String?
    /// The clock of timeouts, of expiry and of the current day.
    public var time: any TimeSource
    /// The source of retry jitter and idempotency keys.
    public var random: RandomSource

    /// Creates an environment. The defaults store nothing on disk, know no campus in advance, keep reminders in memory
    /// only, and have no travel times. The time zone, the clock and the randomness are those of the device.
    ///
    /// Two properties are not parameters. ``events`` is first server-sent events, then polling. ``linkHost`` is `nil`.
    /// Set them afterwards if the app needs other values.
    public init(
        server: ServerAddress, transport: any HTTPTransport, tokens: any TokenStore,
        directory: PrivateDirectory? = nil, registry: CampusRegistry = CampusRegistry(),
        // The defaults of a real device; tests pass zones of their own.
        zone: TimeZone = .current,
        catalogue: MessageCatalogue = .app,
        notifications: any NotificationCentre = InMemoryNotificationCentre(),
        // The default of a real device, as above.
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

    /// The host of links: ``linkHost``, or the host of the server.
    var resolvedLinkHost: String? { linkHost ?? URL(string: server.description)?.host() }

    /// Returns the environment with the words of features from other packages. Its own words take precedence over them.
    func adding(_ features: AppFeatures) -> AppEnvironment {
        var environment = self
        environment.catalogue = features.addedCatalogue.overlaid(with: catalogue)
        return environment
    }

    /// Returns a file in the directory; `nil` without a directory.
    ///
    /// - Parameters:
    ///   - name: The name of the file, without a dot.
    ///   - sizeLimit: The maximum size of its content in bytes.
    func file(_ name: String, sizeLimit: Int = 1 << 20) -> DurableFile? {
        directory.map { DurableFile(name, in: $0, sizeLimit: sizeLimit, random: random) }
    }
}

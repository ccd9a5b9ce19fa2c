import Auth
import DurableFiles
import Networking
import OrbitModels
import TimeAndChance

/// The surroundings of the app: its server, its files, its clock and the provider of identities.
public struct TeamAshaEnvironment: Sendable {
    /// The address of the server. Plain http is possible only for this machine.
    public var server: ServerAddress
    /// Carries the requests.
    public var transport: any HTTPTransport
    /// Stores the session, such as a `FileTokenStore`.
    public var tokens: any TokenStore
    /// Obtains ID tokens; `nil` without a provider.
    public var identity: (any IdentityTokenSource)?
    /// Whether the server is a sandbox with a demo login. The server decides in any case: it has the route or not.
    public var isSandbox = false
    /// The file with the content for an offline start; `nil` stores nothing.
    public var content: DurableFile?
    /// The file with the preferences; `nil` stores nothing.
    public var preferences: DurableFile?
    /// The time without interaction after which the app signs out.
    public var inactivityLimit = Duration.seconds(15 * 60)
    /// Further sources of activities, such as files on this device.
    public var sources: [any ActivitySource] = []
    /// The policy of retries.
    public var retry = RetryPolicy.standard
    /// The clock.
    public var time: any TimeSource
    /// The source of idempotency keys and of jitter.
    public var random: RandomSource
    /// The texts of failures.
    public var words = LocalizedStrings.english

    /// Creates an environment. All other properties have their defaults.
    public init(
        server: ServerAddress, transport: any HTTPTransport, tokens: any TokenStore,
        time: any TimeSource = SystemClock(), random: RandomSource = .system
    ) {
        (self.server, self.transport, self.tokens) = (server, transport, tokens)
        (self.time, self.random) = (time, random)
    }
}

public import DurableFiles
public import Foundation
public import Networking
public import OrbitModels
public import Presentation
public import TimeAndChance
public import Validation

/// The parts of a session from which a feature makes its models.
///
/// A feature may retain it as long as its models. A test of a feature creates one with a scripted transport:
///
/// ```swift
/// let log = EventLog(time: clock)
/// let client = APIClient(
///     server: server, transport: transport, events: .notices, receipts: { await log.receive($0) }, time: clock)
/// let models = NoticesModels(SignedInContext(feature: "notices", client: client, log: log))
/// models.begin(as: "u_1")
/// ```
@MainActor public struct SignedInContext {
    /// The client with the access token of the user. Its calls end with `CancellationError` after the session.
    public let client: APIClient
    /// The log that the app follows. The app alone calls `follow(_:)` and `setExclusionFilter(_:)`.
    public let log: EventLog
    /// The source of random numbers.
    public let random: RandomSource
    /// The words of the app and of all features, with those of the front end.
    public let catalogue: MessageCatalogue
    /// The time zone of the campus.
    public let zone: TimeZone

    private let directory: PrivateDirectory?
    /// The name of the feature.
    private let feature: String
    /// Weak, because the lifecycle retains the models, which may retain this value.
    private weak var lifecycle: SessionLifecycle?
    /// Whether the context belongs to a session of the app; `false` in a test of a feature.
    private let isOfSession: Bool

    /// The start of the names of all files of features. No name of a file of the app contains a dot.
    static let filePrefix = "feature."

    /// Creates a context without a session, for tests of a feature.
    ///
    /// The app does not remove the files of this context, so the test removes them.
    ///
    /// - Parameters:
    ///   - feature: The name of the feature.
    ///   - client: The client of all requests.
    ///   - log: The log of the models.
    ///   - directory: The directory of the files; with `nil`, files store nothing.
    ///   - catalogue: The words. A front end shows ``AppFeatures/catalogue`` or a translation.
    ///   - zone: The time zone of the campus.
    ///   - random: The source of random numbers.
    public init(
        feature: String, client: APIClient, log: EventLog, directory: PrivateDirectory? = nil,
        catalogue: MessageCatalogue = .app, zone: TimeZone = .gmt, random: RandomSource = .seeded(1)
    ) {
        (self.client, self.log, self.random) = (client, log, random)
        (self.catalogue, self.zone, self.directory) = (catalogue, zone, directory)
        self.feature = feature
        isOfSession = false
    }

    /// Creates the context of a feature in a session.
    init(
        feature: String, client: APIClient, log: EventLog, environment: AppEnvironment, lifecycle: SessionLifecycle
    ) {
        (self.client, self.log, self.random) = (client, log, environment.random)
        (catalogue, zone, directory) = (environment.catalogue, environment.zone, environment.directory)
        self.feature = feature
        self.lifecycle = lifecycle
        isOfSession = true
    }

    /// The clock that notifies screens when time changes a value; the clock of the log.
    public var clock: ScreenClock { log.clock }
    /// The source of the time.
    public var time: any TimeSource { log.time }
    /// The words for values and sentences.
    public var words: LocalizedStrings { catalogue.words }

    /// Returns a file for one value of the user, such as a draft. A sign-out and an erasure of the account remove it.
    ///
    /// They also remove files of an earlier launch, whether or not the models ask for these files again.
    ///
    /// - Parameters:
    ///   - name: Letters, digits, hyphens and underscores. Features have separate names.
    ///   - type: The type of the value.
    /// - Returns: The file. It stores nothing if there is no ``AppEnvironment/directory`` or if the session has ended.
    public func file<Value: Codable & Sendable>(
        _ name: String, of type: Value.Type = Value.self
    ) -> PerUserFile<Value> {
        guard !isOfSession || lifecycle?.hasEnded == false, let directory else { return PerUserFile(nil) }
        // No name of a feature contains a dot, so the files of two features have different names.
        let file = PerUserFile<Value>(
            DurableFile("\(Self.filePrefix)\(feature).\(name)", in: directory, random: random))
        lifecycle?.add(file)
        return file
    }
}

import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The reputation of another person, as other people see it.
///
/// ```swift
/// await standing.load()
/// standing.lines      // "4.5 of 5 stars, 10 ratings or more", "Almost always comes", "Came to 5 meetups or more"
/// ```
@MainActor @Observable public final class StandingViewModel {
    /// The person.
    public let id: UserID

    private let resource: Resource<ReputationStats>
    private let words: LocalizedStrings

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(of id: UserID, service: ReputationService, log: EventLog, words: LocalizedStrings = .english) {
        self.id = id
        self.words = words
        resource = Resource(.reputation(of: id), on: log) { try await service.reputation(of: id) }
    }

    /// The server's last response; `.empty` if the person is no longer visible.
    public var reputation: LoadState<ReputationStats> { resource.state }

    /// The reputation, line by line; empty until it is loaded.
    public var lines: [String] { reputation.value?.lines(in: words) ?? [] }

    /// Requests the reputation.
    public func load() async { await resource.load() }
}

extension ResourceDefinition<ReputationStats> {
    /// The reputation of another person. It changes at most once a day, so events do not change it. It becomes empty
    /// when the person is hidden, and is reloaded when the person reappears.
    public static func reputation(of person: UserID) -> Self {
        Self(
            ListName(rawValue: "reputation"), hide: { hidden, shown in if hidden == person { shown = nil } }
        ) { event, _ throws(LogEventError) in
            event.kind == .personShown && event.subject == person ? .outdated : .unknown
        }
    }
}

import Networking
public import Observation
public import OrbitModels
public import Presentation

/// Another person's reputation, as others may see it.
///
/// ```swift
/// await standing.load()
/// standing.lines      // "4.5 of 5 stars, 10 ratings or more", "Keeps appointments", "Came to 5 meetups or more"
/// ```
@MainActor @Observable public final class StandingViewModel {
    /// Whose it is.
    public let id: UserID

    private let resource: Resource<ReputationStats>
    private let words: Words

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(of id: UserID, service: ReputationService, log: PersonLog, words: Words = .english) {
        self.id = id
        self.words = words
        resource = Resource(.reputation(of: id), on: log) { try await service.reputation(of: id) }
    }

    /// What the server says; `.empty` once the person may not be seen any more.
    public var reputation: LoadState<ReputationStats> { resource.state }

    /// What is shown, line by line; empty until it is loaded.
    public var lines: [String] { reputation.value?.lines(in: words) ?? [] }

    /// Asks for it.
    public func load() async { await resource.load() }
}

extension ResourceDefinition<ReputationStats> {
    /// Another person's reputation; gone with the person. It moves on once a day at most, so events change nothing.
    public static func reputation(of person: UserID) -> Self {
        Self(
            ListName(rawValue: "reputation"), hide: { hidden, shown in if hidden == person { shown = nil } }
        ) { event, _ throws(LogEventError) in
            event.kind == .personShown && event.subject == person ? .outdated : .unknown
        }
    }
}

import Networking
public import Observation
public import OrbitModels
public import Presentation
public import Trust

/// The user's own standing. It contains
///
/// - the level with its reasons and the next step
/// - the facts behind the level
/// - the reputation that other people see
/// - the log of points.
///
/// ```swift
/// await standing.load()
/// standing.levelName            // "Participant"
/// standing.reasons              // "You have come to 4 meetups as agreed.", …
/// standing.nextStep             // "Meet 3 more people."
/// ```
@MainActor @Observable public final class OwnStandingViewModel {
    /// The log of points, the latest entry first.
    public let points: PagedList<EarnedPoints>

    private let resource: Resource<OwnReputation>
    private let words: LocalizedStrings

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: ReputationService, log: EventLog, words: LocalizedStrings = .english, pageSize: Int = 20) {
        self.words = words
        resource = Resource(.ownReputation, on: log) { try await service.own() }
        points = PagedList(.points, on: log) { try await service.points(after: $0, limit: pageSize) }
        log.storage.add(resource, as: "own_reputation")
        log.storage.add(points, as: "points")
    }

    /// The server's last response.
    public var reputation: LoadState<OwnReputation> { resource.state }

    /// The name of the level; empty until it is loaded.
    public var levelName: String { standing.map { words($0.level) } ?? "" }

    /// The reasons for the level, as sentences; empty until they are loaded.
    public var reasons: [String] {
        standing?.reasons.map { $0.phrase(in: words) }.filter { !$0.isEmpty } ?? []
    }

    /// The next step to a higher level, as a sentence; `nil` at the highest level, and until it is loaded.
    public var nextStep: String? {
        standing?.nextStep.map { $0.phrase(in: words) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The outcomes of the user's meetups, one per line. Numbers of 0 are left out.
    public var facts: [String] { reputation.value?.attendance.lines(in: words) ?? [] }

    /// The reputation that other people see, line by line.
    public var shownToOthers: [String] { reputation.value?.shown.lines(in: words) ?? [] }

    /// Sentences that explain how a reputation is computed. They are the same for all people.
    public var explanation: [String] {
        Vocabulary.reputationSteps.compactMap { words.text($0, in: .reputationExplained) }
    }

    /// The total after the latest entry of the log; `nil` until it is loaded.
    public var totalPoints: Int? {
        if case .empty = points.items { return 0 }
        return points.items.value?.first?.total
    }

    /// Returns the requirement for an action, as a sentence. `nil` if the level allows the action.
    ///
    /// Also `nil` until the level is loaded: the server then decides.
    public func obstacle(to action: GatedAction) -> String? {
        guard let reputation = reputation.value, !reputation.allowed.allow(action) else { return nil }
        let level = TrustUnlocks.standard.level(for: action)
        let sentences = [MissingRequirement(action: action, level: level).phrase(in: words), nextStep ?? ""]
        return sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// The permissions of the level; `nil` until they are loaded.
    public var allowed: TrustPermissions? { reputation.value?.allowed }

    /// Requests the standing.
    public func load() async { await resource.load() }

    private var standing: TrustStanding? { reputation.value?.standing }
}

extension ListName {
    /// The user's own reputation.
    public static let ownReputation = Self(rawValue: "own_reputation")
    /// The user's log of points.
    public static let points = Self(rawValue: "points")
}

extension ResourceDefinition<OwnReputation> {
    /// The user's own reputation. Every event that affects it requires a reload, because only the server can compute
    /// it.
    public static var ownReputation: Self { Self(.ownReputation) { _, _ throws(LogEventError) in .unknown } }
}

extension ListDefinition<EarnedPoints> {
    /// The user's log of points, the latest entry first.
    public static var points: Self {
        Self(.points, order: .latestFirst(\.point.at), people: { _ in [] }) { _, _ throws(LogEventError) in .unknown }
    }
}

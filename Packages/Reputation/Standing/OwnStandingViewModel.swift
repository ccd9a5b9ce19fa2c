import Networking
public import Observation
public import OrbitModels
public import Presentation
public import Trust

/// The user's own standing: the level with its reasons and what leads to the next, the facts behind it, what others see,
/// and what has earned points.
///
/// ```swift
/// await standing.load()
/// standing.levelName            // "Participant"
/// standing.reasons              // "You have come to 4 meetups as agreed.", …
/// standing.nextStep             // "Meet 3 more people."
/// ```
@MainActor @Observable public final class OwnStandingViewModel {
    /// What has earned points, the latest first.
    public let points: PagedList<EarnedPoints>

    private let resource: Resource<OwnReputation>
    private let words: Words

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: ReputationService, log: PersonLog, words: Words = .english, pageSize: Int = 20) {
        self.words = words
        resource = Resource(.ownReputation, on: log) { try await service.own() }
        points = PagedList(.points, on: log) { try await service.points(after: $0, limit: pageSize) }
    }

    /// What the server says.
    public var reputation: LoadState<OwnReputation> { resource.state }

    /// The level in words; empty until it is loaded.
    public var levelName: String { standing.map { words($0.level) } ?? "" }

    /// What the level rests on, in sentences.
    public var reasons: [String] {
        standing?.reasons.map { $0.phrase(in: words) }.filter { !$0.isEmpty } ?? []
    }

    /// What leads to the next level, in a sentence; `nil` at the highest, and until it is loaded.
    public var nextStep: String? {
        standing?.nextStep.map { $0.phrase(in: words) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// What became of meetups, line by line; what there is none of is left out.
    public var facts: [String] { reputation.value?.attendance.lines(in: words) ?? [] }

    /// What others see, line by line.
    public var shownToOthers: [String] { reputation.value?.shown.lines(in: words) ?? [] }

    /// How all of it is made, in sentences that are the same for everyone.
    public var explanation: [String] {
        Vocabulary.reputationSteps.compactMap { words.text($0, in: .reputationExplained) }
    }

    /// The points by the latest entry of the log; `nil` until it is loaded.
    public var totalPoints: Int? {
        if case .empty = points.items { return 0 }
        return points.items.value?.first?.total
    }

    /// What is missing for a wish, in a sentence; `nil` if the level allows it, or is not known yet: then the server says
    /// so.
    public func obstacle(to wish: TrustWish) -> String? {
        guard let reputation = reputation.value, !reputation.allowed.allow(wish) else { return nil }
        let level = TrustUnlocks.standard.level(for: wish)
        let sentences = [TrustGap(wish: wish, level: level).phrase(in: words), nextStep ?? ""]
        return sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// What the level allows; `nil` until it is known.
    public var allowed: TrustPermissions? { reputation.value?.allowed }

    /// Asks for the standing.
    public func load() async { await resource.load() }

    private var standing: TrustStanding? { reputation.value?.standing }
}

extension ListName {
    /// The user's own reputation.
    public static let ownReputation = Self(rawValue: "own_reputation")
    /// What has earned the user points.
    public static let points = Self(rawValue: "points")
}

extension ResourceDefinition<OwnReputation> {
    /// The user's own reputation. What it is after an event, only the server knows.
    public static var ownReputation: Self { Self(.ownReputation) { _, _ throws(LogEventError) in .unknown } }
}

extension ListDefinition<EarnedPoints> {
    /// What has earned the user points, the latest first.
    public static var points: Self {
        Self(.points, order: .latestFirst(\.point.at), people: { _ in [] }) { _, _ throws(LogEventError) in .unknown }
    }
}

public import OrbitModels
import Validation

/// A score of how well a meetup suits a person, with the reasons.
///
/// The score uses only its arguments. For a host, it is computed from the profile that the host may see.
///
/// ```swift
/// if let fit = MeetupFit(of: plan, to: profile, isMatch: false, steps: 1) { print(fit.reasons.map(\.code)) }
/// ```
public struct MeetupFit: Hashable, Sendable {
    /// The reasons, the most important first. There is at least one reason.
    public let reasons: [MeetupReason]
    /// The sum of the reasons' weights.
    public let score: Int

    /// The maximum number of shared interests that count.
    private static let maxInterests = 3
    /// The maximum length of a meetup that is compared with free hours, in seconds.
    private static let longest = 86_400.0

    /// Creates the score. The result is `nil` if neither the topics of the meetup nor its host suit the person.
    ///
    /// Free time and a short distance alone are not sufficient.
    ///
    /// - Parameters:
    ///   - plan: The plan of the meetup.
    ///   - profile: The profile of the person, as the user who sees the reasons may see it.
    ///   - interests: The interests of `profile`, if they were folded before for many meetups. `nil` folds them here.
    ///   - tags: The tags of `plan`, if they were folded before for many people. `nil` folds them here.
    ///   - isMatch: Whether the person and the host are matched.
    ///   - steps: The number of steps from the square of the person's home to the square of the meetup, or `nil` if
    ///     unknown. A step leads to a neighbouring square.
    public init?(
        of plan: MeetupPlan, to profile: Profile, folded interests: FoldedInterests? = nil,
        tags: FoldedInterests? = nil, isMatch: Bool, steps: Int?
    ) {
        let mine = interests ?? FoldedInterests(plan.interestTags.isEmpty ? [] : profile.interests)
        let shared = tags?.shared(with: mine) ?? plan.interestTags.filter { mine.contains($0) }
        var found = shared.prefix(Self.maxInterests).map { MeetupReason(.sharedInterest, interest: $0) }
        if isMatch { found.append(MeetupReason(.match)) }
        if let sport = plan.sport, let entry = profile.sports.first(where: { $0.sport == sport }) {
            let isLevel = plan.sportLevel == entry.level
            if isLevel || plan.sportLevel == nil {
                found.append(MeetupReason(isLevel ? .sportLevel : .sport, sport: sport))
            }
        }
        guard !found.isEmpty else { return nil }
        if let hours = profile.availability, Self.isFree(in: hours, plan.span) { found.append(MeetupReason(.freeThen)) }
        if steps == 0 { found.append(MeetupReason(.sameArea)) }
        if steps == 1 { found.append(MeetupReason(.nextArea)) }
        // The sort is stable: equal weights keep the order above.
        reasons = found.sorted { Self.weight(of: $0) > Self.weight(of: $1) }
        score = found.reduce(0) { $0 + Self.weight(of: $1) }
    }

    private static func weight(of reason: MeetupReason) -> Int {
        switch reason.code {
        case .sportLevel, .match: 4
        case .sharedInterest, .sport: 3
        case .freeThen, .sameArea: 2
        default: 1
        }
    }

    private static func isFree(in hours: WeeklyAvailability, _ span: TimeSpan) -> Bool {
        span.duration <= longest && hours.spans(in: span) == [span]
    }
}

extension MeetupFit {
    /// A person's interests or a meetup's tags by meaning: "play chess" is "chess". Create it once for many
    /// comparisons, as folding a text takes far longer than comparing it.
    public struct FoldedInterests: Sendable {
        private let interests: [Interest]
        /// In the order of the interests.
        private let keys: [String]
        private let meanings: Set<String>

        /// Folds the interests of a profile, or the tags of a meetup.
        public init(_ interests: [Interest]) {
            self.interests = interests
            keys = interests.map(Self.key(of:))
            meanings = Set(keys)
        }

        /// Whether one of the interests has the meaning of another interest.
        public func contains(_ interest: Interest) -> Bool { meanings.contains(Self.key(of: interest)) }

        /// Returns the interests whose meanings are among those of other interests, in order.
        func shared(with others: FoldedInterests) -> [Interest] {
            zip(interests, keys).filter { others.meanings.contains($1) }.map(\.0)
        }

        private static func key(of interest: Interest) -> String {
            // A predefined interest is its own key.
            interest.isPredefined ? interest.id : InterestFolding.key(of: interest)
        }
    }
}

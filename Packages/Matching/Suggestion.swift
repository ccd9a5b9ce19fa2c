public import OrbitModels

/// A suggested person, with the compatibility with the viewer.
///
/// On the wire, `compatibility` is a member of the person's own object.
public struct Suggestion: Hashable, Sendable, Identifiable {
    /// The suggested person.
    public let person: Person
    /// The compatibility; `nil` if the server does not send it.
    public let compatibility: Compatibility?

    /// Creates a suggestion.
    public init(person: Person, compatibility: Compatibility?) {
        self.person = person
        self.compatibility = compatibility
    }

    /// The person's id.
    public var id: UserID { person.id }
}

extension Suggestion {
    /// Returns the admitted candidates without the viewer, best first, and equal scores by id. It scores every
    /// candidate.
    ///
    /// For a whole campus use ``CampusIndex``, which scores only people who can be among the best.
    ///
    /// - Parameters:
    ///   - candidates: The people to rank.
    ///   - viewer: The person who receives the suggestions.
    ///   - campus: The parameters of the comparison.
    ///   - weights: The weights of the terms.
    ///   - isAdmitted: Whether a person may be suggested.
    /// - Returns: A suggestion for each admitted candidate.
    public static func ranking(
        of candidates: [Person], for viewer: Person, on campus: ComparisonContext, weights: RankWeights = .standard,
        where isAdmitted: (Person) -> Bool = { _ in true }
    ) -> [Suggestion] {
        candidates.filter { $0.id != viewer.id && isAdmitted($0) }
            .map {
                Suggestion(
                    person: $0,
                    compatibility: Compatibility(of: viewer.profile, with: $0.profile, on: campus, weights: weights))
            }
            .bestFirst
    }
}

extension Sequence<Suggestion> {
    /// The suggestions sorted by score, best first, and equal scores by id. The planets of `SolarSystem` are in this
    /// order. The list of a day is more diverse.
    public var bestFirst: [Suggestion] {
        sorted { ($1.compatibility?.score ?? 0, $0.id) < ($0.compatibility?.score ?? 0, $1.id) }
    }
}

extension Suggestion: Codable {
    private enum CodingKeys: String, CodingKey {
        case compatibility
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            person: try Person(from: decoder),
            compatibility: try container.decodeIfPresent(Compatibility.self, forKey: .compatibility))
    }

    public func encode(to encoder: any Encoder) throws {
        try person.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(compatibility, forKey: .compatibility)
    }
}

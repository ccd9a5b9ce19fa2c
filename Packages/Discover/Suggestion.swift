public import OrbitModels

/// Someone suggested, and how well they fit.
///
/// On the wire `compatibility` stands among the person's own members.
public struct Suggestion: Hashable, Sendable, Identifiable {
    public let person: Person
    /// `nil` if the server does not say.
    public let compatibility: Compatibility?

    public init(person: Person, compatibility: Compatibility?) {
        self.person = person
        self.compatibility = compatibility
    }

    public var id: UserID { person.id }
}

extension Suggestion {
    /// The candidates, best first, and equals in the order of their ids. The one who asks is never among them.
    ///
    /// For a whole campus use ``CampusIndex``, which looks closely only at those who can be among the best.
    public static func ranking(
        of candidates: [Person], for viewer: Person, on campus: CampusScale, weights: RankWeights = .standard,
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
    /// By score, and equals in the order of their ids. A day's list mixes unlike people; planets stand in this order.
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

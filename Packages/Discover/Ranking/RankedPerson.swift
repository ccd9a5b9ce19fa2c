public import OrbitModels

/// Someone suggested, and why.
public struct RankedPerson: Hashable, Sendable, Identifiable {
    public let person: Person
    public let compatibility: Compatibility

    public var id: UserID { person.id }

    /// The candidates, best first, and equals in the order of their ids. The one who asks is never among them.
    ///
    /// For a whole campus use ``CampusIndex``, which looks closely only at those who can be among the best.
    public static func ranking(
        of candidates: [Person], for viewer: Person, on campus: CampusScale, weights: RankWeights = .standard,
        where isAdmitted: (Person) -> Bool = { _ in true }
    ) -> [RankedPerson] {
        candidates.filter { $0.id != viewer.id && isAdmitted($0) }
            .map {
                RankedPerson(
                    person: $0,
                    compatibility: Compatibility(of: viewer.profile, with: $0.profile, on: campus, weights: weights))
            }
            .sorted { ($1.compatibility.score, $0.id) < ($0.compatibility.score, $1.id) }
    }
}

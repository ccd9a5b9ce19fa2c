import OrbitModels

/// What the daily pairing knows of somebody.
struct PairingTraits: Sendable {
    private let interests: Set<Interest>
    private let sports: Set<Sport>

    init(_ profile: Profile?) {
        interests = Set(profile?.interests ?? [])
        sports = Set(profile?.sports.map(\.sport) ?? [])
    }

    /// Those who share some are compared first.
    var words: [String] { (interests.map(\.id) + sports.map(\.rawValue)).sorted() }

    /// The share of interests and sports that both have, from 0 to 1.
    func score(with other: PairingTraits) -> Double {
        let shared = interests.intersection(other.interests).count + sports.intersection(other.sports).count
        let all = interests.union(other.interests).count + sports.union(other.sports).count
        return all == 0 ? 0 : Double(shared) / Double(all)
    }
}

public import OrbitModels

/// What makes two suggestions look alike: interests, and personality.
///
/// Not the same as suiting each other: two who are both free on Tuesdays are not alike for it.
public struct Likeness: Hashable, Sendable {
    /// Hashes of the distinct interests, in order: two people's are compared some thousand times for one list.
    private let interests: [UInt64]
    private let personality: [Double?]

    public init(_ profile: Profile) {
        interests = CampusScale.interests(of: profile).map { StableHash($0.id).value }.sorted()
        personality = [
            profile.personality.introvertExtrovert?.value, profile.personality.spontaneousPlanner?.value,
            profile.personality.activeRelaxed?.value,
        ]
    }

    /// 0 to 1, the same both ways: two parts for interests (the shared ones among all of both), one for the sliders
    /// that both have answered. People of whom nothing is known are not alike.
    public func similarity(to other: Likeness) -> Double {
        (2 * sharedInterests(with: other) + nearness(to: other)) / 3
    }

    /// The Jaccard index.
    private func sharedInterests(with other: Likeness) -> Double {
        var (shared, mine, theirs) = (0, 0, 0)
        while mine < interests.count, theirs < other.interests.count {
            let (one, another) = (interests[mine], other.interests[theirs])
            if one == another { shared += 1 }
            if one <= another { mine += 1 }
            if another <= one { theirs += 1 }
        }
        let all = interests.count + other.interests.count - shared
        return all > 0 ? Double(shared) / Double(all) : 0
    }

    private func nearness(to other: Likeness) -> Double {
        var (sum, answered) = (0.0, 0)
        for case (let mine?, let theirs?) in zip(personality, other.personality) {
            (sum, answered) = (sum + 1 - abs(mine - theirs), answered + 1)
        }
        return answered > 0 ? sum / Double(answered) : 0
    }
}

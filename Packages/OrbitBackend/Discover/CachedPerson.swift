import BackendRuntime
import Matching
import OrbitModels
import TimeAndChance

/// The values of a person that the directory stores in addition to the index. They suffice to check the dealbreakers of
/// two people, and to pair people for a day, without their accounts.
final class CachedPerson: Sendable {
    let traits: DealbreakerTraits
    let requirements: Requirements
    let features: SimilarityFeatures
    /// The distinct interests that strangers see, as hashes by `StableHash.fnv1a` in undefined order.
    let interests: [UInt64]
    /// The distinct sports that strangers see, as hashes by `StableHash.fnv1a` in undefined order.
    let sports: [UInt64]

    /// The requirements that a person has of other people.
    enum Requirements: Sendable {
        case nothing
        case rule(DealbreakerRule)
        /// The requirements cannot be read. The person is not suggested to others, and other people are not suggested
        /// to them.
        case unknown

        init(_ dealbreakers: Dealbreakers?) {
            self = dealbreakers.map { $0 == .none ? .nothing : .rule($0.rule) } ?? .nothing
        }
    }

    /// Creates the values from a profile.
    ///
    /// - Parameters:
    ///   - shown: The profile that others are compared with.
    ///   - requirements: The requirements of the person.
    ///   - comparison: The campus and the day.
    init(_ shown: Profile, requirements: Requirements, on comparison: ComparisonContext) {
        traits = DealbreakerTraits(shown, on: comparison)
        features = SimilarityFeatures(shown)
        interests = Array(Set(shown.interests.map { StableHash.fnv1a($0.id) }))
        sports = Array(Set(shown.sports.map { StableHash.fnv1a($0.sport.rawValue) }))
        self.requirements = requirements
    }
}

/// A check of the dealbreakers between a viewer and other people.
///
/// The viewer's dealbreakers use the viewer's whole profile. The dealbreakers of another person use only the part of
/// that person's profile that the viewer may know. Otherwise the viewer would notice the effect of hidden values.
struct DealbreakerCheck: Sendable {
    private let dealbreakers: DealbreakerRule
    private let own: DealbreakerTraits
    private let shown: DealbreakerTraits

    init(of viewer: ComparedProfile, _ preferences: PreferenceRecord, on comparison: ComparisonContext) {
        dealbreakers = preferences.dealbreakers.rule
        own = DealbreakerTraits(viewer.own, on: comparison)
        shown = DealbreakerTraits(viewer.shown, on: comparison)
    }

    /// Whether the two people break no dealbreaker.
    func admits(_ traits: DealbreakerTraits, requiring requirements: CachedPerson.Requirements) -> Bool {
        guard dealbreakers.admits(traits, to: own) else { return false }
        switch requirements {
        case .nothing: return true
        case .rule(let rule): return rule.admits(shown, to: traits)
        case .unknown: return false
        }
    }
}

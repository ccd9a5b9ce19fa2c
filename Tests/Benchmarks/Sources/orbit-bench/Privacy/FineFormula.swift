import Foundation
import Matching
import OrbitModels

/// The score before hours and homes became coarse. It uses shares of each side's hours, and distances in kilometres
/// between points snapped to cells of two kilometres. It is the reference for the quality of the coarse score.
struct FineFormula {
    let campus: ComparisonContext
    private let weights = RankWeights.standard

    /// The compared traits of a person.
    struct Traits {
        let profile: Profile
        let week: Week
        let interests: Set<Interest>
        let interestTotal: Double
        let place: Coordinates?
    }

    func traits(of profile: Profile, _ week: Week) -> Traits {
        Traits(
            profile: profile, week: week, interests: Set(profile.interests),
            interestTotal: profile.interests.reduce(0) { $0 + weight(of: $1) },
            place: profile.location?.coordinates.map(CoarseGrid.standard.snapped))
    }

    func score(_ one: Traits, _ other: Traits) -> Double {
        var (mine, theirs) = (0.0, 0.0)
        func add(_ weight: Double, _ first: Double, _ second: Double) {
            mine += weight * min(1, first)
            theirs += weight * min(1, second)
        }
        let sliders: [KeyPath<Personality, UnitInterval?>] = [
            \.introvertExtrovert, \.spontaneousPlanner, \.activeRelaxed,
        ]
        let apart = sliders.compactMap { slider -> Double? in
            guard let here = one.profile.personality[keyPath: slider],
                let there = other.profile.personality[keyPath: slider]
            else { return nil }
            return here.value - there.value
        }
        if !apart.isEmpty {
            let answered = Double(apart.count)
            let value = 1 - (apart.reduce(0) { $0 + $1 * $1 } / answered).squareRoot()
            add(weights.personality * answered / 3, value, value)
        }
        let shared = one.interests.intersection(other.interests).reduce(0) { $0 + weight(of: $1) }
        add(weights.interests, shared / max(1, one.interestTotal), shared / max(1, other.interestTotal))
        let hours = Double(one.week.shared(with: other.week))
        add(weights.availability, hours / min(8, Double(one.week.count)), hours / min(8, Double(other.week.count)))
        let (preferred, wanted) = (one.profile.socialPreferences, other.profile.socialPreferences)
        if let here = preferred.groupSize, let there = wanted.groupSize,
            let first = GroupSize.known.firstIndex(of: here), let second = GroupSize.known.firstIndex(of: there)
        {
            let value = max(0, 1 - 0.5 * Double(abs(first - second)))
            add(weights.groupSize, value == 0.5 || value == 1 ? value : 0, value == 0.5 || value == 1 ? value : 0)
        }
        if let here = preferred.meetingFrequency, let there = wanted.meetingFrequency {
            let value = here == there || here == .flexible || there == .flexible ? 1.0 : 0
            add(weights.meetingFrequency, value, value)
        }
        let (times, otherTimes) = (Set(preferred.preferredTimes), Set(wanted.preferredTimes))
        if !times.isEmpty, !otherTimes.isEmpty {
            let both = Double(times.intersection(otherTimes).count)
            add(weights.preferredTimes, both / Double(times.count), both / Double(otherTimes.count))
        }
        if let here = one.place, let there = other.place {
            let value = Self.closeness(Self.kilometres(here, there))
            add(weights.distance, value, value)
        }
        return mine + theirs > 0 ? 2 * mine * theirs / (mine + theirs) : 0
    }

    /// Returns the weight as `InterestRarity` computes it.
    private func weight(of interest: Interest) -> Double {
        let rarity = campus.rarity
        return (16 * (1 + log2(Double(rarity.people + 1) / Double(rarity.holders(of: interest) + 1)))).rounded()
    }

    private static func closeness(_ kilometres: Double) -> Double {
        kilometres <= 3 ? 1 : kilometres <= 10 ? 0.75 : kilometres <= 30 ? 0.4 : kilometres <= 100 ? 0.1 : 0
    }

    /// Returns the distance on a plane, which is exact enough for a campus and its surroundings.
    private static func kilometres(_ one: Coordinates, _ other: Coordinates) -> Double {
        let north = (one.latitude - other.latitude) * 111.195
        let east = (one.longitude - other.longitude) * 111.195 * cos(one.latitude * .pi / 180)
        return (north * north + east * east).squareRoot()
    }
}

import Matching
import OrbitModels
import Profiles

/// What the daily pairing knows of a person.
struct PairingTraits: Sendable {
    private let interests: Set<Interest>
    private let sports: Set<Sport>
    /// What others must have; `nil` if that is nothing.
    private let demands: Demands?
    /// What the demands of others are held against.
    private let compared: Profile
    private let scale: CampusScale

    private struct Demands {
        let dealbreakers: Dealbreakers
        let own: Profile
    }

    /// The score is made of what all on campus may see: a match tells what it came of.
    init(_ profile: Profile, _ taste: TasteRecord, on scale: CampusScale) {
        func shown<Element>(_ field: ProfileField, _ elements: [Element]) -> [Element] {
            profile.isShown(field, to: .stranger) ? elements : []
        }
        interests = Set(shown(.interests, profile.interests))
        sports = Set(shown(.sports, profile.sports.map(\.sport)))
        demands =
            taste.dealbreakers == .none ? nil : Demands(dealbreakers: taste.dealbreakers, own: profile)
        compared = profile.compared(on: scale.day)
        self.scale = scale
    }

    /// Those who share some are compared first.
    var words: [String] { (interests.map(\.id) + sports.map(\.rawValue)).sorted() }

    /// The share of interests and sports that both have, from 0 to 1; `nil` if a dealbreaker of either forbids it.
    func score(with other: PairingTraits) -> Double? {
        guard admits(other), other.admits(self) else { return nil }
        let shared = interests.intersection(other.interests).count + sports.intersection(other.sports).count
        let all = interests.union(other.interests).count + sports.union(other.sports).count
        return all == 0 ? 0 : Double(shared) / Double(all)
    }

    private func admits(_ other: PairingTraits) -> Bool {
        demands.map { $0.dealbreakers.admit(other.compared, to: $0.own, on: scale) } ?? true
    }
}

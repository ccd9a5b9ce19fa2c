import OrbitModels
import Profiles

/// What the daily pairing knows of somebody.
struct PairingTraits: Sendable {
    private let interests: Set<Interest>
    private let sports: Set<Sport>

    /// Only what everybody on campus may see: a match tells what it came of.
    init(_ profile: Profile?) {
        func shown<Element>(_ field: ProfileField, _ elements: [Element]?) -> [Element] {
            profile?.isShown(field, to: .stranger) == true ? elements ?? [] : []
        }
        interests = Set(shown(.interests, profile?.interests))
        sports = Set(shown(.sports, profile?.sports.map(\.sport)))
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

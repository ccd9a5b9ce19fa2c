import Discover
import Foundation
import Matching
import Networking
import OrbitModels

extension ContractArea {
    /// `Docs/openapi/discover.yaml`.
    static let discover = {
        let (profile, day) = (ContractSample.profile, ContractSample.day)
        let comparison = day.map { ComparisonContext(timeZone: .gmt, day: $0) }
        var unlike = profile
        unlike.personality = Personality(introvertExtrovert: UnitInterval(1))
        let suggestion = Suggestion(
            person: ContractSample.person,
            compatibility: comparison.map { Compatibility(of: unlike, with: profile, on: $0) })
        let dealbreakers = Dealbreakers(ages: 18...20, farthest: .same, freeTime: .some, goals: [.closeFriends])
        return ContractArea(
            routes: DiscoverRoutes.all,
            events: .discover,
            lists: [.discover, .dealbreakers, .lessLike],
            full: [
                ("Suggestion", suggestion), ("Compatibility", suggestion.compatibility),
                ("Reason", Reason(.sameArea)),
                (
                    "DiscoverPage",
                    DiscoverPage(
                        people: LossyList([suggestion]), nextCursor: "x", date: day, endsAt: ContractSample.now,
                        resting: RecentlyShown(people: 1, days: 1))
                ),
                ("Resting", RecentlyShown(people: 1, days: 1)), ("SeenRequest", SeenRequest(userIDs: ["1"])),
                ("LessLikedPeople", Page([ContractSample.person])), ("Dealbreakers", dealbreakers),
                ("DealbreakersData", Keyed(dealbreakers)),
                (
                    "SavedDealbreakers",
                    SavedDealbreakers(dealbreakers: dealbreakers, version: EntityTag(rawValue: "x"))
                ),
            ])
    }()
}

import Discover
import OrbitModels

extension Feature {
    static let discover = Feature(
        operations: [
            DiscoverPeople.self, NoteSeen.self, ShowLess.self, SetDealbreakers.self,
        ],
        expiring: [SeenRecord.self, DailyList.self],
        records: [TasteRecord.self, CampusLog.self, ExposureRecord.self],
        listsOfPeople: [.discover, .lessLike],
        listsOfPeopleWhoReturn: [.discover, .lessLike])
}

import Discover
import Foundation
import OrbitModels
import OrbitStore

extension Feature {
    static let discover = Feature(
        operations: [
            DiscoverPeople.self, NoteSeen.self, ShowLess.self, SetDealbreakers.self,
        ],
        expiring: [SeenRecord.self, DailyList.self],
        records: [TasteRecord.self, CampusLog.self, ExposureRecord.self],
        listsOfPeople: [.discover, .lessLike],
        listsOfPeopleWhoReturn: [.discover, .lessLike],
        mayHold: { owner, person, reader, now in
            if let list = try reader.get(DailyList.self, owner.rawValue), list.expiresAt > now,
                list.people.contains(person)
            {
                return true
            }
            return try TasteRecord.of(owner, in: reader).lessLike.contains(person)
        })
}

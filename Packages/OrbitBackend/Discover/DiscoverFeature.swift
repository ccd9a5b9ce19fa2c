import BackendRuntime
import Discover
import Foundation
import OrbitModels
import OrbitStore

extension Feature {
    static let discover = Feature(
        operations: [
            DiscoverPeople.self, NoteSeen.self, ShowLess.self, SetDealbreakers.self,
        ],
        records: [SeenRecord.self, DailyList.self, PreferenceRecord.self, CampusRevision.self, ExposureRecord.self],
        events: EventCatalogue.discover.kinds.subtracting([.personChanged]),
        lists: PeopleLists(
            [.discover, .lessLike], returning: [.discover, .lessLike],
            mayHold: { owner, person, reader, now in
                if let list = try reader.get(DailyList.self, owner.rawValue), list.expiresAt > now,
                    list.people.contains(person)
                {
                    return true
                }
                return try PreferenceRecord.of(owner, in: reader).lessLike.contains(person)
            }),
        otherLists: [.dealbreakers])
}

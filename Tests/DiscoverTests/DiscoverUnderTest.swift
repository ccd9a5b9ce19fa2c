import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// Fixtures that let the view model run against a script.
enum DiscoverUnderTest {
    static let done = HTTPResponse(
        status: 200, body: Data(#"{"success":true,"data":{"message":"Done."}}"#.utf8))

    static func suggestion(_ id: UserID) -> Suggestion {
        Suggestion(person: Person(id: id, profile: Profile(name: "Person \(id)")), compatibility: nil)
    }

    static func page(
        _ ids: [UserID], next: String? = nil, date: CalendarDay? = nil, endsAt: Date? = nil,
        resting: RecentlyShown? = nil
    ) throws -> HTTPResponse {
        try .success(
            DiscoverPage(
                people: LossyList(ids.map(suggestion)), nextCursor: next, date: date, endsAt: endsAt, resting: resting))
    }

    @MainActor static func model(
        _ stub: StubTransport, clock: VirtualClock = VirtualClock(), log: EventLog? = nil
    ) throws -> DiscoverViewModel {
        DiscoverViewModel(
            service: DiscoverService(client: try .scripted(stub, time: clock)),
            log: log ?? EventLog(time: clock, random: .seeded(2)),
            pageSize: 2)
    }
}

import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Safety
import Testing

@Suite struct PlanShareTests {
    @Test func `a link is open until its hours after the meetup have passed`() {
        let end = Date(timeIntervalSince1970: 1_800_000_000)
        let share = PlanShare(meetupID: "1", createdAt: end - 7_200, hours: 2)
        #expect(share.endsAt(after: end) == end + 7_200)
        #expect(share.isOpen(untilAfter: end, at: end + 7_199))
        #expect(!share.isOpen(untilAfter: end, at: end + 7_200))
        #expect(!PlanShare(meetupID: "1").isOpen(untilAfter: end, at: end))
    }

    @Test func `a link leads to the plan of a meetup`() async throws {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let plan = SharedPlan(
            name: "Maya", title: "Chess", start: start, end: start + 7_200, timeZone: "America/Los_Angeles",
            place: Place(name: "Court 3", coordinates: Coordinates(latitude: 37.43, longitude: -122.17)),
            status: .scheduled, safeAt: start + 60, endsAt: start + 14_400)
        let stub = StubTransport([
            .expect(.get, "/api/shared-plans/t", response: try .success(Keyed(plan)))
        ])
        let service = SharingService(client: try .scripted(stub))
        #expect(try await service.plan(at: ShareToken("t")) == plan)
        try await stub.finish()
    }
}

import Foundation
import OrbitModels
import Safety
import Testing

@Suite struct PlanShareTests {
    @Test func `a link is open until its hours after the meetup are over, and not at their end`() {
        let end = Date(timeIntervalSince1970: 1_800_000_000)
        let share = PlanShare(meetupID: "1", createdAt: end - 7_200, hours: 2)
        #expect(share.endsAt(after: end) == end + 7_200)
        #expect(share.isOpen(untilAfter: end, at: end + 7_199))
        #expect(!share.isOpen(untilAfter: end, at: end + 7_200))
        #expect(!PlanShare(meetupID: "1").isOpen(untilAfter: end, at: end))
    }
}

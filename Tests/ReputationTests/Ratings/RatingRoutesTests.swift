import Networking
import Testing

@testable import Reputation

@Suite struct RatingRoutesTests {
    @Test func `every route of ratings is unique`() {
        #expect(Set(RatingRoutes.all.map { "\($0.method) \($0.path)" }).count == RatingRoutes.all.count)
    }
}

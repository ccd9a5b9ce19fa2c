import Networking
import Testing

@testable import Reputation

@Suite struct RatingRoutesTests {
    @Test func `no address stands twice among the routes`() {
        #expect(Set(RatingRoutes.all.map { "\($0.method) \($0.path)" }).count == RatingRoutes.all.count)
    }
}

import Testing

@testable import CampusServer

@Suite struct OriginCountsTests {
    @Test func `origins are counted separately`() {
        var counts = OriginCounts()
        counts["a"] += 2
        counts["b"] += 1
        counts["a"] -= 1
        #expect(counts["a"] == 1 && counts["b"] == 1 && counts["c"] == 0)
    }

    @Test func `an origin whose number is zero again has no entry`() {
        var counts = OriginCounts()
        counts["a"] += 3
        counts["a"] -= 3
        #expect(counts == OriginCounts())
    }
}

import OrbitModels
import Testing
import TimeAndChance

@testable import MapClustering

@Suite struct BoxTestTests {
    @Test(arguments: UInt64(1)...3)
    func `the branch-free box test agrees with the box`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let sides = [-180.0, -90, 0, 90, 180, 1e-300, -1e-300, 179.999]
        for _ in 0..<3_000 {
            func side() -> Double {
                Bool.random(using: &random)
                    ? sides[Int.random(in: 0..<sides.count, using: &random)]
                    : Double.random(in: -200...200, using: &random)
            }
            guard let box = MapBox(west: side(), south: side() / 2, east: side(), north: side() / 2),
                let point = Coordinates(
                    latitude: max(-90, min(90, side() / 2)), longitude: max(-180, min(180, side())))
            else { continue }
            #expect((ClusterTree.BoxTest(box).contains(point) == 1) == box.contains(point))
        }
    }
}

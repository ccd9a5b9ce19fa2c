import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import MapClustering

@Suite struct ChangedIndexTests {
    @Test(arguments: UInt64(1)...6)
    func `shuffled points form the same clusters with the same ids`(seed: UInt64) throws {
        let points = try randomPoints(300, seed: seed)
        var random = SplitMix64(seed: seed)
        let one = Everything(ClusterIndex(points))
        #expect(one == Everything(ClusterIndex(points.shuffled(using: &random))))
    }

    /// Points of a grid have many neighbours at equal distances, so the rules for ties decide the clusters.
    @Test(arguments: UInt64(1)...6)
    func `a changed index of grid points equals an index built from scratch`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let settings = ClusterSettings(radius: [40, 80][Int(seed % 2)], maximumZoom: 14)
        let side = 9
        let all = try randomPoints(side * side, seed: seed).enumerated().map { index, point in
            let (row, column) = (Double(index / side - side / 2), Double(index % side - side / 2))
            let coordinates = try #require(Coordinates(latitude: row * 0.01, longitude: column * 0.01))
            return Point(id: point.id, coordinates: coordinates, kind: point.kind, time: point.time)
        }
        var present = Array(all[..<(all.count / 2)])
        var index = ClusterIndex(present, settings: settings)
        for step in 0..<120 {
            let point = all[Int.random(in: all.indices, using: &random)]
            if present.contains(where: { $0.id == point.id }) {
                index.remove(point.id)
                present.removeAll { $0.id == point.id }
            } else {
                index.insert(point)
                present.append(point)
            }
            if step % 4 == 3 {
                #expect(Everything(index) == Everything(ClusterIndex(present, settings: settings)), "step \(step)")
            }
        }
    }

    @Test(arguments: UInt64(1)...12)
    func `a changed index equals an index built from scratch`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let settings = ClusterSettings(
            radius: [40, 80, 128][Int(seed % 3)], maximumZoom: [16, 6, 20][Int(seed / 3 % 3)])
        let all = try randomPoints(160, seed: seed)
        var present = Array(all[..<80])
        var index = ClusterIndex(present, settings: settings)
        for step in 0..<160 {
            if Bool.random(using: &random), !present.isEmpty {
                let gone = present.remove(at: Int.random(in: 0..<present.count, using: &random))
                let wasThere = index.remove(gone.id)
                #expect(wasThere)
            } else {
                let one = all[Int.random(in: 0..<all.count, using: &random)]
                let other = all[Int.random(in: 0..<all.count, using: &random)]
                let point = Point(id: one.id, coordinates: other.coordinates, kind: other.kind, time: one.time)
                index.insert(point)
                present.removeAll { $0.id == point.id }
                present.append(point)
            }
            if step % 20 == 19 {
                #expect(Everything(index) == Everything(ClusterIndex(present, settings: settings)), "step \(step)")
            }
        }
        for point in present { index.remove(point.id) }
        #expect(index.count == 0)
        #expect(index.clusters(zoom: 0).isEmpty)
    }

    @Test func `a removed point leaves its place in memory to the next point`() throws {
        let points = try randomPoints(20, seed: 1)
        var index = ClusterIndex(points)
        for _ in 0..<3 {
            for point in points {
                index.remove(point.id)
                index.insert(point)
            }
        }
        #expect(index.tree.points.rows.count == points.count)
    }
}

import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import MapClustering

/// A direct implementation of the election of anchors, which compares all pairs without squares, grids or runs.
private struct PlainElection {
    private(set) var anchors: Set<PlanePoint>
    /// The number of points at each anchor.
    private(set) var counts: [PlanePoint: Int]

    init(_ places: [PlanePoint]) {
        counts = Dictionary(places.map { ($0, 1) }, uniquingKeysWith: +)
        anchors = Set(counts.keys)
    }

    /// Returns the squared distance, or `nil` if the points are out of reach of each other.
    private static func squaredDistance(_ one: PlanePoint, _ other: PlanePoint, _ reach: ZoomRadius) -> Int64? {
        let squared: Int64
        switch (one.isInCap, other.isInCap) {
        case (false, false), (true, true): squared = PlanePoint.squaredDistance(one, other)
        case (true, false):
            guard (one.y < 0) == (other.y < 0) else { return nil }
            squared = PlanePoint.squaredDistance(one, other.inCap)
        case (false, true): return squaredDistance(other, one, reach)
        }
        return squared <= reach.squared ? squared : nil
    }

    /// Elects the anchors of the next coarser zoom.
    mutating func elect(_ reach: ZoomRadius) {
        var elected: [PlanePoint] = []
        var joining: [PlanePoint] = []
        for place in anchors.sorted(by: { PlaceKey($0) < PlaceKey($1) }) {
            if elected.contains(where: { Self.squaredDistance($0, place, reach) != nil }) {
                joining.append(place)
            } else {
                elected.append(place)
            }
        }
        for place in joining {
            let near = elected.compactMap { anchor in
                Self.squaredDistance(anchor, place, reach).map { (squared: $0, key: PlaceKey(anchor), anchor) }
            }
            let nearest = near.min { ($0.squared, $0.key) < ($1.squared, $1.key) }
            if let nearest { counts[nearest.2, default: 0] += counts[place] ?? 0 }
            counts[place] = nil
        }
        anchors = Set(elected)
    }
}

@Suite struct PolarTests {
    /// Returns points around both poles and both edges of the square, at all scales. Some share a place.
    private func points(_ count: Int, seed: UInt64) throws -> [Point] {
        var random = SplitMix64(seed: seed)
        return try (0..<count).map { number in
            let scale = pow(10, Double.random(in: -6...1, using: &random))
            let centre = [90, 85.0511287798066, 85.0511287798066, 80][number % 4]
            let latitude = min(90, max(70, centre + Double.random(in: -scale...scale, using: &random)))
            let middle = Double(number % 3) * 120 - 180
            let width = min(180, scale * 12)
            let longitude = (middle + Double.random(in: -width...width, using: &random)).remainder(dividingBy: 360)
            return Point(
                id: Identifier("p\(number)"),
                coordinates: try .at(number % 5 == 0 ? -latitude : latitude, number % 11 == 0 ? 180 : longitude))
        }
    }

    @Test(arguments: UInt64(1)...4)
    func `anchors around the poles equal those of a direct election at every zoom`(seed: UInt64) throws {
        let settings = ClusterSettings(radius: [40, 128, 20, 77][Int(seed - 1)], maximumZoom: 18)
        let points = try points(400, seed: seed)
        let index = ClusterIndex(points, settings: settings)
        var plain = PlainElection(points.map { PlanePoint($0.coordinates) })
        for zoom in stride(from: settings.maximumZoom, through: 0, by: -1) {
            plain.elect(settings.zoomRadii[zoom])
            let expected = Dictionary(
                uniqueKeysWithValues: plain.counts.map { (ClusterID(zoom: zoom, anchor: PlaceKey($0)), $1) })
            let found = Dictionary(uniqueKeysWithValues: index.clusters(zoom: zoom).map { ($0.id, $0.count) })
            #expect(found == expected, "zoom \(zoom)")
        }
    }

    @Test func `many points form the same clusters when built at once or added later`() throws {
        let points = try points(4_120, seed: 9)
        let whole = ClusterIndex(points)
        var changed = ClusterIndex(Array(points.prefix(4_100)))
        for point in points.dropFirst(4_100) { changed.insert(point) }
        for zoom in [0, 3, 8, 12, 17] { #expect(whole.clusters(zoom: zoom) == changed.clusters(zoom: zoom)) }
        #expect(ClusterIndex(points + points.prefix(3)).clusters(zoom: 12) == whole.clusters(zoom: 12))
    }
}

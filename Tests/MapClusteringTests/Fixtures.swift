import Foundation
import MapClustering
import OrbitModels
import TimeAndChance

/// The kind of points that the tests put on maps.
enum Spot {}

typealias Point = MapPoint<Spot>

extension Coordinates {
    static func at(_ latitude: Double, _ longitude: Double) throws -> Coordinates {
        guard let point = Coordinates(latitude: latitude, longitude: longitude) else { throw NotOnEarth() }
        return point
    }
}

struct NotOnEarth: Error {}

/// Returns random points in towns on both sides of the antimeridian, near a pole and at the pole. Some share a place.
func randomPoints(_ count: Int, seed: UInt64) throws -> [Point] {
    var random = SplitMix64(seed: seed)
    let towns: [(Double, Double)] = [(37.87, -122.27), (-17, 179.99), (-16.9, -179.98), (84.9, 20), (89.9, 0), (0, 0)]
    var points: [Point] = []
    for number in 0..<count {
        let town = towns[Int.random(in: 0..<towns.count, using: &random)]
        let size = [0.0001, 0.02, 3][Int.random(in: 0..<3, using: &random)]
        let latitude = min(max(town.0 + Double.random(in: -size...size, using: &random), -90), 90)
        let longitude = (town.1 + Double.random(in: -size...size, using: &random) * 2).remainder(dividingBy: 360)
        var place = try Coordinates.at(latitude, longitude)
        if number % 5 == 4 { place = points[Int.random(in: 0..<points.count, using: &random)].coordinates }
        if number % 17 == 16 { place = try .at(Double.random(in: -90...90, using: &random), longitude) }
        points.append(
            Point(
                id: Identifier("p\(number)"), coordinates: place,
                kind: EventType.known[Int.random(in: 0..<9, using: &random)],
                time: Date(timeIntervalSinceReferenceDate: Double(Int.random(in: 0..<1_000, using: &random)))))
    }
    return points
}

/// All properties of an index's clusters, for comparison.
struct Everything: Hashable {
    var clusters: [[MapCluster<Spot>]] = []
    var kinds: [[[EventType: Int]]] = []
    var children: [[[ClusterID]]] = []

    init(_ index: ClusterIndex<Spot>) {
        for zoom in 0...(index.settings.maximumZoom + 1) {
            let found = index.clusters(zoom: zoom)
            clusters.append(found)
            kinds.append(found.map { index.kinds(in: $0.id) })
            children.append(found.map { index.children(of: $0.id).map(\.id) })
        }
    }
}

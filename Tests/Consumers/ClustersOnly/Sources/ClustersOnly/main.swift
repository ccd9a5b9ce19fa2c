import Foundation
import MapClustering
import OrbitModels

/// The subject of the points on this map.
enum Bench {}

let places: [(String, Double, Double)] = [
    ("oak", 42.4501, -76.4800), ("gate", 42.4502, -76.4801), ("bridge", 42.4530, -76.4730),
]
let noon = Date(timeIntervalSince1970: 1_789_401_600)
let points = places.compactMap { name, latitude, longitude in
    Coordinates(latitude: latitude, longitude: longitude).map {
        MapPoint<Bench>(id: Identifier(name), coordinates: $0, kind: .other, time: noon)
    }
}
let index = ClusterIndex(points)
for zoom in [4, 12, 16] {
    let counts = index.clusters(in: .world, zoom: zoom, limit: 10).map { String($0.count) }.sorted()
    print("zoom \(zoom): \(counts.joined(separator: " + "))")
}

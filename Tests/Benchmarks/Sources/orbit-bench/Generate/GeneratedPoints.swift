import Foundation
import TimeAndChance

/// Points around 200 towns of all sizes, and 200 viewports of a phone on some of them.
///
/// There are 15 towns at the antimeridian and 15 in the far north or south. A tenth of the points is anywhere, and a
/// twentieth is at the place of another point.
struct GeneratedPoints {
    let points: Data
    let queries: Data

    init(count: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func unit() -> Double { Double.random(in: 0..<1, using: &random) }
        func bell() -> Double { (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit()) }
        let towns = (0..<200).map { number in
            let isFar = number >= 185
            let latitude = isFar ? (unit() < 0.2 ? -1 : 1) * (66 + 18.5 * unit()) : -45 + 105 * unit()
            let longitude =
                (170..<185).contains(number) ? (unit() < 0.5 ? 180 : -180) + 0.3 * bell() : 360 * unit() - 180
            return (latitude: latitude, longitude: longitude, size: 0.005 * pow(70, unit()), share: pow(unit(), 4))
        }
        let shares = towns.reduce(into: [0.0]) { $0.append(($0.last ?? 0) + $1.share) }
        var places: [(latitude: Double, longitude: Double)] = []
        for _ in 0..<count {
            let kind = unit()
            if kind < 0.05, let other = places.randomElement(using: &random) {
                places.append(other)
            } else if kind < 0.15 {
                places.append((asin(2 * unit() - 1) * 180 / .pi, 360 * unit() - 180))
            } else {
                let choice = unit() * (shares.last ?? 0)
                let town = towns[min(max(shares.partition(above: choice) - 1, 0), towns.count - 1)]
                let width = max(0.08, cos(town.latitude * .pi / 180))
                places.append(
                    (
                        min(max(town.latitude + bell() * town.size, -89.9), 89.9),
                        (town.longitude + bell() * town.size / width).remainder(dividingBy: 360)
                    ))
            }
        }
        points = places.reduce(into: Data(capacity: count * 16)) { data, place in
            for value in [place.latitude, place.longitude] {
                withUnsafeBytes(of: value.bitPattern.littleEndian) { data.append(contentsOf: $0) }
            }
        }
        let views = (0..<200).map { _ in
            let zoom = Int.random(in: 2...18, using: &random)
            let centre = places.isEmpty ? (0, 0) : places[Int.random(in: places.indices, using: &random)]
            let world = 512 * Double(1 << zoom)
            let sine = sin(min(max(centre.0, -85), 85) * .pi / 180)
            let y = 0.5 - log((1 + sine) / (1 - sine)) / (4 * .pi)
            func latitude(_ y: Double) -> Double { 360 / .pi * atan(exp((0.5 - min(max(y, 0), 1)) * 2 * .pi)) - 90 }
            let sides = [
                centre.1 - 195 / world * 360, latitude(y + 422 / world), centre.1 + 195 / world * 360,
                latitude(y - 422 / world),
            ]
            return #"{"z": \#(zoom), "bbox": [\#(sides.map { "\($0)" }.joined(separator: ", "))]}"#
        }
        queries = Data("[\(views.joined(separator: ", "))]".utf8)
    }
}

extension [Double] {
    /// Returns the index of the first element above a value. The elements must ascend.
    fileprivate func partition(above value: Double) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] > value { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

import Foundation
import OrbitModels

/// The clusters of supercluster, for comparison.
///
/// Supercluster processes points in the order of the input. Each point that is not yet in a cluster begins a cluster
/// with all free points in reach. The weighted mean of a cluster is a point at the next coarser zoom.
///
/// A point belongs to the first cluster in reach. So this type searches around each point for clusters, which are few,
/// instead of around each cluster for points. The numbers of clusters agree with supercluster's, because means are
/// computed in double precision and compared points in single precision, as in supercluster.
struct InputOrderClusters {
    /// The number of clusters by zoom, from 0 to 17. At zoom 17 no points are merged.
    private(set) var counts: [Int] = []

    private var x: [Double]
    private var y: [Double]
    private var weights: [Double]

    init(_ points: [Coordinates], radius: Double = 40, tileSize: Double = 512, maximumZoom: Int = 16) {
        x = points.map { Double(Float($0.longitude / 360 + 0.5)) }
        y = points.map { point in
            let sine = sin(point.latitude * .pi / 180)
            return Double(Float(min(max(0.5 - 0.25 * log((1 + sine) / (1 - sine)) / .pi, 0), 1)))
        }
        weights = Array(repeating: 1, count: points.count)
        counts = [points.count]
        for zoom in stride(from: maximumZoom, through: 0, by: -1) {
            cluster(radius: radius / (tileSize * Double(1 << zoom)))
            counts.append(x.count)
        }
        counts.reverse()
    }

    private mutating func cluster(radius: Double) {
        let cells = 1 / (2 * radius)
        var bits = 4
        while 1 << bits < 2 * x.count { bits += 1 }
        let mask = 1 << bits - 1
        /// The latest cluster in each bucket of cells. `links` has the cluster before each cluster.
        var heads = [Int32](repeating: -1, count: mask + 1)
        var links: [Int32] = []
        var seeds: (x: [Double], y: [Double]) = ([], [])
        var sums: (x: [Double], y: [Double], weight: [Double]) = ([], [], [])
        func bucket(_ column: Int, _ row: Int) -> Int {
            let hash =
                UInt64(bitPattern: Int64(column)) &* 0x9E37_79B9_7F4A_7C15
                ^ UInt64(bitPattern: Int64(row)) &* 0xC2B2_AE3D_27D4_EB4F
            return Int(truncatingIfNeeded: ((hash ^ hash >> 32) &* 0xD6E8_FEB8_6659_FD93) >> 32) & mask
        }
        for point in x.indices {
            let (px, py) = (Double(Float(x[point])), Double(Float(y[point])))
            var taker = Int32.max
            for row in Int(((py - radius) * cells).rounded(.down))...Int(((py + radius) * cells).rounded(.down)) {
                for column in Int(((px - radius) * cells).rounded(.down))...Int(((px + radius) * cells).rounded(.down))
                {
                    var seed = heads[bucket(column, row)]
                    while seed >= 0 {
                        let (dx, dy) = (px - seeds.x[Int(seed)], py - seeds.y[Int(seed)])
                        if seed < taker, dx * dx + dy * dy <= radius * radius { taker = seed }
                        seed = links[Int(seed)]
                    }
                }
            }
            let weight = weights[point]
            guard taker == .max else {
                sums.x[Int(taker)] += x[point] * weight
                sums.y[Int(taker)] += y[point] * weight
                sums.weight[Int(taker)] += weight
                continue
            }
            let home = bucket(Int((x[point] * cells).rounded(.down)), Int((y[point] * cells).rounded(.down)))
            links.append(heads[home])
            heads[home] = Int32(truncatingIfNeeded: seeds.x.count)
            seeds.x.append(x[point])
            seeds.y.append(y[point])
            sums.x.append(x[point] * weight)
            sums.y.append(y[point] * weight)
            sums.weight.append(weight)
        }
        for seed in seeds.x.indices where sums.weight[seed] > 1 {
            seeds.x[seed] = sums.x[seed] / sums.weight[seed]
            seeds.y[seed] = sums.y[seed] / sums.weight[seed]
        }
        (x, y, weights) = (seeds.x, seeds.y, sums.weight)
    }
}

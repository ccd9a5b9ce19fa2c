import ArgumentParser
import Foundation
import MapClustering
import OrbitModels
import TimeAndChance

/// Measures clusters of many points at every zoom, in the viewports of 200 phones, and during changes.
struct ClusterCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cluster", abstract: "Form clusters of points on a map, and query them.")

    @Argument(help: "The points, as `generate points` writes them.")
    var points: String
    @Argument(help: "The viewports, as `generate points` writes them.")
    var queries: String
    @OptionGroup var times: Repetitions

    func run() throws {
        let files = try PointFiles(points: points, queries: queries)
        var report = BenchmarkReport()
        report.add("impl", "orbit")
        report.add("n", files.points.count)
        var index = ClusterIndex<PointFiles.Spot>()
        var loading: [Double] = []
        for _ in 0..<times.repetitions {
            index = ClusterIndex()
            let (built, time) = milliseconds { ClusterIndex(files.points) }
            index = built
            loading.append(time)
        }
        report.add("load_ms", spread: loading, digits: 1)
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 1)
        measureQueries(index, files, &report)
        measureChanges(&index, files, &report)

        var ordered: [Double] = []
        var counts: [Int] = []
        for _ in 0..<times.repetitions {
            let (clusters, time) = milliseconds { InputOrderClusters(files.points.map(\.coordinates)) }
            ordered.append(time)
            counts = clusters.counts
        }
        report.add("input_order_load_ms", spread: ordered, digits: 1)
        report.add("input_order_counts", counts)
        report.print()
    }

    private func measureQueries(
        _ index: ClusterIndex<PointFiles.Spot>, _ files: PointFiles, _ report: inout BenchmarkReport
    ) {
        var world: [Double] = []
        var views: [Double] = []
        var found = 0
        for _ in 0..<times.repetitions {
            world.append(milliseconds { (0...16).reduce(0) { $0 + index.clusters(zoom: $1).count } }.time)
            let (count, time) = milliseconds {
                files.queries.reduce(0) { $0 + index.clusters(in: $1.box, zoom: $1.zoom).count }
            }
            views.append(time)
            found = count
        }
        report.add("world_all_zooms_ms", spread: world, digits: 1)
        report.add("q200_ms", spread: views, digits: 3)
        report.add("q200_found", found)
        report.add("counts", (0...17).map { index.clusters(zoom: $0).count })
    }

    /// Removes a point and inserts it at another place, a thousand times.
    private func measureChanges(
        _ index: inout ClusterIndex<PointFiles.Spot>, _ files: PointFiles, _ report: inout BenchmarkReport
    ) {
        guard !files.points.isEmpty else { return }
        var random = SplitMix64(seed: 1)
        var removals: [Double] = []
        var insertions: [Double] = []
        for _ in 0..<1_000 {
            let point = files.points[Int.random(in: files.points.indices, using: &random)]
            let other = files.points[Int.random(in: files.points.indices, using: &random)]
            removals.append(milliseconds { index.remove(point.id) }.time * 1_000)
            let moved = MapPoint<PointFiles.Spot>(id: point.id, coordinates: other.coordinates)
            insertions.append(milliseconds { index.insert(moved) }.time * 1_000)
        }
        report.add("remove_us", spread: removals, digits: 1)
        report.add("insert_us", spread: insertions, digits: 1)
    }
}

import Foundation
import MapClustering
import OrbitModels
import Testing
import TimeAndChance

@Suite struct ClusterTests {
    @Test(arguments: UInt64(1)...4)
    func `every point is in exactly one cluster of each zoom, and clusters are nested`(seed: UInt64) throws {
        let points = try randomPoints(400, seed: seed)
        let index = ClusterIndex(points)
        for zoom in 0...17 {
            let clusters = index.clusters(zoom: zoom)
            #expect(clusters.reduce(0) { $0 + $1.count } == points.count)
            var seen: Set<Identifier<Spot>> = []
            for cluster in clusters {
                let members = index.points(of: cluster.id)
                #expect(members.count == cluster.count)
                #expect(members.contains { $0.id == cluster.representative })
                #expect(cluster.earliest == members.map(\.time).min())
                #expect(cluster.latest == members.map(\.time).max())
                #expect(index.kinds(in: cluster.id) == Dictionary(members.map { ($0.kind, 1) }, uniquingKeysWith: +))
                for member in members {
                    #expect(seen.insert(member.id).inserted)
                    #expect(index.cluster(with: member.id, zoom: zoom)?.id == cluster.id)
                }
                if zoom > 0, let first = members.first {
                    let coarser = try #require(index.cluster(with: first.id, zoom: zoom - 1))
                    #expect(Set(index.points(of: coarser.id).map(\.id)).isSuperset(of: members.map(\.id)))
                }
            }
        }
    }

    @Test(arguments: 2...9) func `up to eight points at one place are laid out on a circle`(count: Int) throws {
        let place = try Coordinates.at(37.87, -122.27)
        let points = try randomPoints(count, seed: 1).map { point in
            Point(id: point.id, coordinates: place, kind: point.kind, time: point.time)
        }
        let index = ClusterIndex(points)
        let cluster = try #require(index.clusters(zoom: 17).first)
        let shown = index.spiderfiedPoints(of: cluster.id)
        #expect(shown.count == count)
        let distances = shown.map { ($0.right * $0.right + $0.down * $0.down).squareRoot() }
        let (nearest, farthest) = (try #require(distances.min()), try #require(distances.max()))
        #expect((farthest - nearest < 0.001) == (count <= 8))
    }

    private func heap(_ count: Int) throws -> ClusterIndex<Spot> {
        let place = try Coordinates.at(37.87, -122.27)
        return ClusterIndex((0..<count).map { Point(id: Identifier("p\($0)"), coordinates: place) })
    }

    @Test(arguments: [(28.0, 28.0), (0, 1), (5_000, 1_000), (.nan, 28)])
    func `neighbours on a circle are the clamped spacing or more apart, from the top on`(
        spacing: Double, clamped: Double
    ) throws {
        for count in 2...8 {
            let index = try heap(count)
            let cluster = try #require(index.clusters(zoom: 17).first)
            let shown = index.spiderfiedPoints(of: cluster.id, spacing: spacing)
            let radius = max(clamped, clamped / 2 / sin(.pi / Double(count)))
            for (number, point) in shown.enumerated() {
                let angle = Double(number) / Double(count) * 2 * .pi
                #expect(abs(point.right - radius * sin(angle)) < 1e-6)
                #expect(abs(point.down + radius * cos(angle)) < 1e-6)
            }
        }
    }

    @Test func `neighbours on a spiral are about the spacing apart, and the limit is the number of points`() throws {
        let index = try heap(40)
        let id = try #require(index.clusters(zoom: 17).first).id
        let shown = index.spiderfiedPoints(of: id)
        #expect(shown.count == 40)
        for (one, other) in zip(shown, shown.dropFirst()) {
            let (across, down) = (other.right - one.right, other.down - one.down)
            #expect((27...31).contains((across * across + down * down).squareRoot()))
        }
        #expect(index.spiderfiedPoints(of: id, limit: 1).map { [$0.right, $0.down] } == [[0, -28]])
        #expect(index.spiderfiedPoints(of: id, limit: -1).isEmpty)
    }

    @Test(arguments: [
        "", "5", "5-", "5-000000000000000", "5-00000000000000000", "5-000000000000000g", "-1-0000000000000000",
        "5-0000000000000000-1", "22-0000000000000000", "x-0000000000000000",
    ])
    func `a text that is not an id is refused`(text: String) {
        #expect(ClusterID(text) == nil)
        #expect(ClusterID("21-00000000000000ff")?.description == "21-00000000000000ff")
    }

    @Test func `a cluster splits at its expansion zoom and not before`() throws {
        let index = ClusterIndex(try randomPoints(300, seed: 3))
        for zoom in 0...16 {
            for cluster in index.clusters(zoom: zoom) where cluster.count > 1 {
                let members = index.points(of: cluster.id)
                func clusters(at zoom: Int) -> Set<ClusterID> {
                    Set(members.compactMap { index.cluster(with: $0.id, zoom: zoom)?.id })
                }
                guard let expansion = cluster.expansionZoom else {
                    #expect(clusters(at: 17).count == 1)
                    #expect(
                        index.spiderfiedPoints(of: cluster.id, limit: .max).map(\.point.id)
                            == members.map(\.id).sorted())
                    #expect(index.children(of: cluster.id).isEmpty)
                    continue
                }
                #expect(expansion > zoom)
                #expect(clusters(at: expansion - 1).count == 1)
                #expect(clusters(at: expansion).count > 1)
                #expect(Set(index.children(of: cluster.id).map(\.id)) == clusters(at: expansion))
            }
        }
    }

    @Test func `points on both sides of the antimeridian form a cluster on the antimeridian`() throws {
        let index = ClusterIndex<Spot>([
            Point(id: "a", coordinates: try .at(-17, 179.999)), Point(id: "b", coordinates: try .at(-17, -179.999)),
        ])
        let cluster = try #require(index.clusters(zoom: 10).first)
        #expect(cluster.count == 2)
        #expect(abs(abs(cluster.position.longitude) - 180) < 1e-6)
        #expect(
            index.clusters(in: try #require(MapBox(west: 179, south: -18, east: -179, north: -16)), zoom: 10).count == 1
        )
        #expect(
            index.clusters(in: try #require(MapBox(west: 179, south: -18, east: 181, north: -16)), zoom: 17).count == 2)
        #expect(
            index.clusters(in: try #require(MapBox(west: -179, south: -18, east: 179, north: -16)), zoom: 10).isEmpty)
    }

    @Test func `points around a pole are clustered by their real distance`() throws {
        let around = try (0..<12).map {
            Point(id: Identifier("p\($0)"), coordinates: try .at(89.99, Double($0) * 30 - 180))
        }
        let near = ClusterIndex(around)
        #expect(near.clusters(zoom: 5).map(\.count) == [12])
        #expect(try #require(near.clusters(zoom: 5).first).position.latitude > 89.999)
        let apart = ClusterIndex<Spot>([
            Point(id: "a", coordinates: try .at(86, 10)), Point(id: "b", coordinates: try .at(89, 10)),
        ])
        #expect(apart.clusters(zoom: 8).count == 2)
        let pole = ClusterIndex<Spot>([
            Point(id: "a", coordinates: try .at(-90, 10)), Point(id: "b", coordinates: try .at(-90, -120)),
        ])
        #expect(pole.clusters(zoom: 17).map(\.count) == [2])
        let rim = ClusterIndex<Spot>([
            Point(id: "a", coordinates: try .at(85.0511, 10)), Point(id: "b", coordinates: try .at(85.0512, 10)),
        ])
        #expect(rim.clusters(zoom: 14).map(\.count) == [2])
        #expect(rim.clusters(zoom: 17).count == 2)
    }

    @Test func `clusters keep their ids when distant points are added`() throws {
        let points = try randomPoints(200, seed: 8).filter { $0.coordinates.latitude > 0 }
        var index = ClusterIndex(points)
        let before = Set(index.clusters(zoom: 12).map(\.id))
        for number in 0..<50 {
            index.insert(
                Point(id: Identifier("new\(number)"), coordinates: try .at(-60 - Double(number) / 10, Double(number))))
        }
        #expect(Set(index.clusters(zoom: 12).map(\.id)).isSuperset(of: before))
        let id = try #require(before.first)
        #expect(ClusterID(id.description) == id)
        #expect(index[id]?.id == id)
    }

    @Test func `no point is further from its anchor than twice the radius`() throws {
        let points = try randomPoints(400, seed: 5).filter { abs($0.coordinates.latitude) < 60 }
        let index = ClusterIndex(points)
        for zoom in [4, 9, 14] {
            for cluster in index.clusters(zoom: zoom) {
                let anchor = try #require(index[cluster.representative]).coordinates
                for point in index.points(of: cluster.id) {
                    let scale = 512 * Double(1 << zoom) / 360
                    let east = (point.coordinates.longitude - anchor.longitude).remainder(dividingBy: 360) * scale
                    let south = (point.coordinates.latitude - anchor.latitude) * scale
                    #expect((east * east + south * south).squareRoot() < 80.1)
                }
            }
        }
    }

    @Test func `the medoid is the member nearest to the middle`() throws {
        let index = ClusterIndex<Spot>(
            try [0, 0.001, 0.002, 0.003, 0.01].enumerated().map {
                Point(id: Identifier("p\($0)"), coordinates: try .at(0, $1))
            })
        let cluster = try #require(index.clusters(zoom: 5).first)
        #expect(index.medoid(of: cluster.id)?.id == "p3")
    }

    @Test func `points of a cluster are returned in pages`() throws {
        let index = ClusterIndex(try randomPoints(300, seed: 9))
        let cluster = try #require(index.clusters(zoom: 0).first)
        let all = index.points(of: cluster.id).map(\.id)
        let pages = stride(from: 0, to: all.count, by: 7).flatMap { index.points(of: cluster.id, from: $0, limit: 7) }
        #expect(pages.map(\.id) == all)
        #expect(index.points(of: cluster.id, from: all.count).isEmpty)
        #expect(index.points(of: cluster.id, from: -5, limit: 1).map(\.id) == Array(all.prefix(1)))
    }
}

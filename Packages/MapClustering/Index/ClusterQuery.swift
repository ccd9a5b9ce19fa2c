import Foundation
public import OrbitModels

extension ClusterIndex {
    /// Returns the clusters and single points with a position in a box, ordered by decreasing number of points, then by
    /// id.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - zoom: The zoom of the map. The caller rounds fractions. Negative values count as 0. The highest value is
    ///     ``ClusterSettings/maximumZoom`` + 1, at which only points at the same place form a cluster.
    ///   - limit: The maximum number of elements to return. The result is empty for 0 or less.
    /// - Complexity: O(*k* log *k*) for the *k* clusters near the box. If the box has more cells than there are
    ///   clusters at the zoom, *k* is the number of all clusters.
    @inlinable
    public func clusters(
        in box: MapBox = .world, zoom: Int, limit: Int = .max
    ) -> [MapCluster<Entity>] {
        plainClusters(in: box, zoom: zoom, limit: limit).map { MapCluster($0) }
    }

    @usableFromInline
    func plainClusters(in box: MapBox, zoom: Int, limit: Int) -> [PlainCluster] {
        guard limit > 0 else { return [] }
        let zoom = clamped(zoom)
        return tree.nodes(in: box, at: zoom).prefix(limit).map { tree.cluster($0, at: zoom) }
    }

    /// Returns the cluster with an id, if it still exists.
    public subscript(id: ClusterID) -> MapCluster<Entity>? {
        node(id).map { cluster($0, at: clamped(id.zoom)) }
    }

    /// Returns the cluster or single point that represents a point at a zoom, or `nil` if the point is unknown.
    public func cluster(with id: Identifier<Entity>, zoom: Int) -> MapCluster<Entity>? {
        guard let slot = slot(of: id) else { return nil }
        let zoom = clamped(zoom)
        return cluster(tree.node(tree.anchor(of: tree.points.sites[Int(slot)], at: zoom), at: zoom), at: zoom)
    }

    func clamped(_ zoom: Int) -> Int { min(max(zoom, 0), tree.finest) }

    func node(_ id: ClusterID) -> ClusterTree.Node? {
        let zoom = clamped(id.zoom)
        guard let site = tree.grids[zoom].site(at: id.anchor.point, of: tree.places) else { return nil }
        return tree.node(site, at: zoom)
    }

    func cluster(_ node: ClusterTree.Node, at zoom: Int) -> MapCluster<Entity> {
        MapCluster(tree.cluster(node, at: zoom))
    }
}

extension ClusterTree {
    /// A cluster or a single point at one zoom.
    struct Node {
        let anchor: Int32
        /// The merge, or `ClusterTree.none` for a single point.
        let merge: Int32
        let count: Int32
        /// The point with the first id at the anchor.
        let lead: Int32
        /// The Z-curve code of the anchor's place.
        let code: UInt64

        static func precedes(_ one: Self, _ other: Self) -> Bool {
            one.count != other.count ? one.count > other.count : one.code < other.code
        }
    }

    func cluster(_ node: Node, at zoom: Int) -> PlainCluster {
        let lead = Int(node.lead)
        let id = ClusterID(zoom: zoom, anchor: PlaceKey(PlanePoint(code: node.code)))
        guard node.merge != Self.none else {
            let time = points.rows[lead].time
            return PlainCluster(
                id: id, position: points.rows[lead].place, count: 1, representative: points.rows[lead].id,
                earliest: time,
                latest: time, expansionZoom: -1)
        }
        let merge = Int(node.merge)
        let zoom = Int(merges.rows[merge].zoom)
        return PlainCluster(
            id: id, position: merges.rows[merge].position, count: Int(node.count),
            representative: points.rows[lead].id, earliest: merges.rows[merge].tally.earliest,
            latest: merges.rows[merge].tally.latest, expansionZoom: zoom < finest ? zoom + 1 : -1)
    }

    func node(_ anchor: Int32, at zoom: Int) -> Node {
        let merge = merge(of: anchor, at: zoom)
        return Node(
            anchor: anchor, merge: merge, count: merge == Self.none ? 1 : merges.rows[Int(merge)].tally.count,
            lead: heads[Int(anchor)].lead, code: places[Int(anchor)].code)
    }

    func position(of anchor: Int32, _ merge: Int32) -> Coordinates {
        merge == Self.none ? points.rows[Int(heads[Int(anchor)].lead)].place : merges.rows[Int(merge)].position
    }

    /// Returns the nodes with a position in a box, ordered by decreasing number of points, then by the codes of their
    /// places.
    func nodes(in box: MapBox, at zoom: Int) -> [Node] {
        // Each step runs for all nodes, so that the processor overlaps many reads of memory.
        let anchors = anchors(of: zoom, near: box)
        let merges = ContiguousArray(anchors.lazy.map { merge(of: $0, at: zoom) })
        let test = BoxTest(box)
        let inside = ContiguousArray<Int32>(unsafeUninitializedCapacity: anchors.count) { inside, count in
            for index in anchors.indices {
                inside.initializeElement(at: count, to: Int32(truncatingIfNeeded: index))
                count &+= test.contains(position(of: anchors[index], merges[index]))
            }
        }
        var nodes: [Node] = []
        nodes.reserveCapacity(inside.count)
        for index in inside {
            let (anchor, merge) = (anchors[Int(index)], merges[Int(index)])
            nodes.append(
                Node(
                    anchor: anchor, merge: merge,
                    count: merge == Self.none ? 1 : self.merges.rows[Int(merge)].tally.count,
                    lead: heads[Int(anchor)].lead, code: places[Int(anchor)].code))
        }
        Self.sort(&nodes)
        return nodes
    }

    /// Sorts nodes. Long lists are distributed into buckets by count, because nearly all counts are small.
    private static func sort(_ nodes: inout [Node]) {
        guard nodes.count > 256 else { return nodes.sort(by: Node.precedes) }
        let isOrdered = zip(nodes, nodes.dropFirst()).allSatisfy { $0.code < $1.code }
        if !isOrdered { nodes.sort { $0.code < $1.code } }
        let most = 256
        func bucket(_ node: Node) -> Int { most - min(Int(node.count), most) }
        var starts = Array(repeating: 0, count: most + 1)
        for node in nodes { starts[bucket(node) + 1] += 1 }
        for bucket in 0..<most { starts[bucket + 1] += starts[bucket] }
        let numerous = starts[1]
        let ordered = [Node](unsafeUninitializedCapacity: nodes.count) { places, count in
            for node in nodes {
                let bucket = bucket(node)
                places.initializeElement(at: starts[bucket], to: node)
                starts[bucket] += 1
            }
            count = nodes.count
        }
        nodes = ordered
        nodes[..<numerous].sort(by: Node.precedes)
    }

    /// Returns all anchors of a zoom with points or a mean in a box. The result can contain further anchors.
    ///
    /// The points of an anchor are within its extent, and the mean is only slightly further away. For a box near a
    /// pole, the result contains anchors of all longitudes. If clusters are too wide for this limit, it contains all
    /// anchors. In these cases there are only few anchors.
    func anchors(of zoom: Int, near box: MapBox) -> ContiguousArray<Int32> {
        let grid = grids[zoom]
        func all(where isWanted: (Int32) -> Bool) -> ContiguousArray<Int32> {
            ContiguousArray(grid.slots.filter { $0 != CellGrid.empty && isWanted($0) })
        }
        guard box != .world || grid.count < places.count / 16 else {
            // The sites are read by number. This takes little more time than reading the grid, and the result is nearly
            // in the order of the codes.
            return ContiguousArray(unsafeUninitializedCapacity: levels.count) { sites, count in
                for site in levels.indices {
                    sites.initializeElement(at: count, to: Int32(truncatingIfNeeded: site))
                    count &+= levels[site] <= zoom ? 1 : 0
                }
            }
        }
        guard let overshoot = zoomRadii[zoom].overshoot else { return all { _ in true } }
        let area = box.area(reach: zoomRadii[zoom].extent, overshoot: overshoot)
        let edge = PlanePoint.edge - 1
        guard area.top > -edge, area.bottom < edge else {
            // Longitudes do not limit the area around the poles: use every longitude there, and the discs.
            return all { site in
                let y = places[Int(site)].y
                return (area.top <= y || y <= -edge) && (y <= area.bottom || y >= edge)
            }
        }
        return grid.sites(in: area, of: places) ?? all { _ in true }
    }

    /// A test whether points are in a box. It has no branches, because they would be unpredictable for points near the
    /// box.
    struct BoxTest {
        private let box: MapBox
        private let isAround: Int

        init(_ box: MapBox) {
            self.box = box
            isAround = box.width >= 360 ? 1 : 0
        }

        /// 1 if ``MapBox/contains(_:)`` is `true`, otherwise 0.
        @inline(__always)
        func contains(_ point: Coordinates) -> Int {
            let latitude = point.latitude
            let isBetween = (box.south <= latitude ? 1 : 0) & (latitude <= box.north ? 1 : 0)
            let offset = point.longitude - box.west
            let around = offset < 0 ? offset + 360 : offset
            let isEast = (around <= box.width ? 1 : 0) | (around == 360 ? 1 : 0)
            return isBetween & (isEast | isAround | (abs(latitude) == 90 ? 1 : 0))
        }
    }
}

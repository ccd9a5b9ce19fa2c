import Foundation
public import OrbitModels

extension ClusterIndex {
    /// The clusters and single points whose position lies in a box, the most numerous first, equal ones by id.
    ///
    /// O(k log k) for the k clusters near the box; at a zoom at which it has more cells than there are clusters, for all
    /// of them.
    ///
    /// - Parameters:
    ///   - zoom: Of the map; fractions are up to the caller. Negative ones count as 0, those beyond the last as the last
    ///     but one: at ``ClusterSettings/maximumZoom`` + 1, only points at the same place are together.
    ///   - limit: The most clusters wanted; 0 or less for none.
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

    /// The cluster with an id, if it is still there.
    public subscript(id: ClusterID) -> MapCluster<Entity>? {
        node(id).map { cluster($0, at: clamped(id.zoom)) }
    }

    /// The cluster, or the single point, that shows a point at a zoom; `nil` if the point is unknown.
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
    /// A cluster or a single point of one zoom.
    struct Node {
        let anchor: Int32
        /// None if it is a single point.
        let merge: Int32
        let count: Int32
        let key: PlaceKey
    }

    func cluster(_ node: Node, at zoom: Int) -> PlainCluster {
        let lead = Int(leads[Int(node.anchor)])
        let id = ClusterID(zoom: zoom, anchor: node.key)
        guard node.merge != Self.none else {
            let time = points.times[lead]
            return PlainCluster(
                id: id, position: points.places[lead], count: 1, representative: points.ids[lead], earliest: time,
                latest: time, expansionZoom: -1)
        }
        let tally = merges.tallies[Int(node.merge)]
        let zoom = Int(merges.links[Int(node.merge)].zoom)
        return PlainCluster(
            id: id, position: merges.positions[Int(node.merge)], count: Int(tally.count),
            representative: points.ids[lead], earliest: tally.earliest, latest: tally.latest,
            expansionZoom: zoom < finest ? zoom + 1 : -1)
    }

    func node(_ anchor: Int32, at zoom: Int) -> Node { node(anchor, merge(of: anchor, at: zoom)) }

    private func node(_ anchor: Int32, _ merge: Int32) -> Node {
        Node(
            anchor: anchor, merge: merge, count: merge == Self.none ? 1 : merges.tallies[Int(merge)].count,
            key: key(anchor))
    }

    func position(of anchor: Int32, _ merge: Int32) -> Coordinates {
        merge == Self.none ? points.places[Int(leads[Int(anchor)])] : merges.positions[Int(merge)]
    }

    /// The nodes whose position lies in a box, the most numerous first, then by key.
    func nodes(in box: MapBox, at zoom: Int) -> [Node] {
        var nodes: [Node] = []
        forEachAnchor(of: zoom, near: box) { anchor in
            let merge = merge(of: anchor, at: zoom)
            if box.contains(position(of: anchor, merge)) { nodes.append(node(anchor, merge)) }
        }
        nodes.sort { $0.count != $1.count ? $0.count > $1.count : $0.key < $1.key }
        return nodes
    }

    /// All anchors of a zoom with points or a mean in a box, and some others.
    ///
    /// Points lie within the reach's extent of their anchor, means not much further. Where clusters are so wide that
    /// this says little, and around the poles, all are visited; there are few.
    @inline(__always)
    func forEachAnchor(of zoom: Int, near box: MapBox, _ body: (Int32) -> Void) {
        let grid = grids[zoom]
        guard let overshoot = reaches[zoom].overshoot else {
            for site in grid.slots where site != CellGrid.empty { body(site) }
            return
        }
        let area = box.area(reach: reaches[zoom].extent, overshoot: overshoot)
        let edge = PlanePoint.edge - 1
        guard area.top > -edge, area.bottom < edge else {
            // Around the poles longitudes say little: every longitude there, and the discs.
            for site in grid.slots where site != CellGrid.empty {
                let y = places[Int(site)].y
                if area.top <= y || y <= -edge, y <= area.bottom || y >= edge { body(site) }
            }
            return
        }
        grid.visit(area, of: places) { site, _ in body(site) }
    }
}

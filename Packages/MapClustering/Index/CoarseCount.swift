public import OrbitModels

/// A number of points in a grid cell, for people who may not see exact places.
///
/// It contains the number only if that does not reveal a single point.
public struct CoarseCount: Hashable, Sendable {
    /// The centre of the grid cell.
    public let position: Coordinates
    /// The number of points, or `nil` for fewer points than the minimum of the query.
    public let count: Int?
}

extension ClusterIndex {
    /// Returns the number of points in each grid cell whose centre is in a box, for people who may not see exact
    /// places.
    ///
    /// All points of a cluster of the zoom count in the cell that contains the cluster's position. Clusters in the same
    /// cell are counted together. The counts are ordered by decreasing number of points, then from south-west to
    /// north-east. Cells without a number come last.
    ///
    /// All positions are centres of cells, because exact means before and after an insertion would reveal the place of
    /// the new point. The box is compared with the centre too, so moving the box reveals nothing. The result has no ids
    /// and no times.
    ///
    /// A viewer can still infer small numbers and neighbouring points by adding points, by comparing zooms, or by
    /// watching for a long time. An index that outsiders query should therefore contain snapped points: build it from
    /// `grid.snapped(place)`.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - zoom: The zoom of the map.
    ///   - least: The minimum number of points for which the number is returned, at least 1.
    ///   - grid: The grid.
    ///   - limit: The maximum number of counts to return.
    public func coarseCounts(
        in box: MapBox = .world, zoom: Int, atLeast least: Int = 3, on grid: CoarseGrid = .standard, limit: Int = .max
    ) -> [CoarseCount] {
        guard limit > 0 else { return [] }
        var counts: [Coordinates: Int] = [:]
        for node in tree.nodes(in: grid.grown(box), at: clamped(zoom)) {
            let cell = grid.snapped(tree.position(of: node.anchor, node.merge))
            if box.contains(cell) { counts[cell, default: 0] += Int(node.count) }
        }
        let coarse = counts.map { CoarseCount(position: $0, count: $1 < max(1, least) ? nil : $1) }
        return Array(coarse.sorted { Self.precedes($0, $1) }.prefix(limit))
    }

    private static func precedes(_ one: CoarseCount, _ other: CoarseCount) -> Bool {
        let (first, second) = (one.count ?? 0, other.count ?? 0)
        if first != second { return first > second }
        return (one.position.latitude, one.position.longitude) < (other.position.latitude, other.position.longitude)
    }
}

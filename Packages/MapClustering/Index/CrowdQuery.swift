public import OrbitModels

/// What people who were not admitted may know about points: that there are some in a cell, and how many if that gives
/// no single point away.
public struct Crowd: Hashable, Sendable {
    /// The centre of a cell of the grid.
    public let position: Coordinates
    /// How many points there are; `nil` if they are fewer than the query's least number.
    public let count: Int?
}

extension ClusterIndex {
    /// The clusters whose cell has its centre in a box, for people who may not know exact places. The most numerous
    /// first, those without a number last, then from south-west to north-east.
    ///
    /// Clusters in the same cell are one crowd. Positions are centres of cells for all of them: of an exact mean, the
    /// place of a newcomer could be computed from the mean before. The box, too, is compared with the centre, so that
    /// moving it tells nothing. Neither ids nor times are given.
    ///
    /// A viewer who may add points, compares zooms or watches for long can still infer small numbers, and which points are
    /// near each other. An index that outsiders query should therefore hold points that were snapped before: build it
    /// from `grid.snapped(place)`.
    ///
    /// - Parameters:
    ///   - least: The least number that is given, at least 1.
    ///   - limit: The most crowds wanted.
    public func crowds(
        in box: MapBox = .world, zoom: Int, atLeast least: Int = 3, on grid: CoarseGrid = .standard, limit: Int = .max
    ) -> [Crowd] {
        guard limit > 0 else { return [] }
        var counts: [Coordinates: Int] = [:]
        for node in tree.nodes(in: grid.grown(box), at: clamped(zoom)) {
            let cell = grid.snapped(tree.position(of: node.anchor, node.merge))
            if box.contains(cell) { counts[cell, default: 0] += Int(node.count) }
        }
        let crowds = counts.map { Crowd(position: $0, count: $1 < max(1, least) ? nil : $1) }
        return Array(crowds.sorted { Self.precedes($0, $1) }.prefix(limit))
    }

    private static func precedes(_ one: Crowd, _ other: Crowd) -> Bool {
        let (first, second) = (one.count ?? 0, other.count ?? 0)
        if first != second { return first > second }
        return (one.position.latitude, one.position.longitude) < (other.position.latitude, other.position.longitude)
    }
}

import Foundation

/// A point that a map shows next to its place, because several points are at the same place.
public struct SpiderfiedPoint<Entity>: Hashable, Sendable {
    /// The point.
    public let point: MapPoint<Entity>
    /// The offset from the place to the right, in pixels.
    public let right: Double
    /// The offset from the place downwards, in pixels.
    public let down: Double
}

extension ClusterIndex {
    /// Returns the points of a cluster that no zoom separates, laid out around their place in the order of their ids.
    ///
    /// Up to 8 points form a circle, and more points form a spiral.
    ///
    /// - Parameters:
    ///   - id: The cluster.
    ///   - spacing: The distance of neighbours in pixels, 1 to 1000.
    ///   - limit: The maximum number of points to lay out.
    /// - Returns: The points. The result is empty for a cluster with an ``MapCluster/expansionZoom``, for a single
    ///   point, and if the cluster does not exist.
    public func spiderfiedPoints(of id: ClusterID, spacing: Double = 28, limit: Int = 100) -> [SpiderfiedPoint<Entity>]
    {
        guard let node = node(id), node.merge != ClusterTree.none,
            tree.merges.rows[Int(node.merge)].zoom == tree.finest
        else { return [] }
        let spacing = spacing.isNaN ? 28 : min(max(spacing, 1), 1_000)
        let slots = tree.pointSlots(at: node.anchor).prefix(max(0, limit))
        let places = slots.count <= 8 ? Self.circle(slots.count, spacing) : Self.spiral(slots.count, spacing)
        return zip(slots, places).map { SpiderfiedPoint(point: tree.points.point($0), right: $1.right, down: $1.down) }
    }

    /// Returns offsets on a circle, clockwise from the top.
    private static func circle(_ count: Int, _ spacing: Double) -> [(right: Double, down: Double)] {
        let turn = 2 * Double.pi / Double(max(count, 1))
        let radius = count < 2 ? spacing : max(spacing / 2 / sin(turn / 2), spacing)
        return (0..<count).map { (radius * sin(Double($0) * turn), -radius * cos(Double($0) * turn)) }
    }

    /// Returns offsets on an Archimedean spiral. Its windings and its points are about `spacing` apart.
    private static func spiral(_ count: Int, _ spacing: Double) -> [(right: Double, down: Double)] {
        var angle = 0.0
        return (0..<count).map { _ in
            let radius = spacing * (1 + angle / (2 * .pi))
            defer { angle += 2 * asin(min(1, spacing / 2 / radius)) }
            return (radius * sin(angle), -radius * cos(angle))
        }
    }
}

import Foundation

/// A point that a map shows beside its place, as others are at the same one.
public struct FannedPoint<Entity>: Hashable, Sendable {
    /// The point.
    public let point: MapPoint<Entity>
    /// How far to the right of its place it is shown, in pixels.
    public let right: Double
    /// How far below its place it is shown, in pixels.
    public let down: Double
}

extension ClusterIndex {
    /// The points of a cluster that no zoom separates, laid out around their place in the order of their ids: up to 8
    /// on a circle, more of them on a spiral.
    ///
    /// - Parameters:
    ///   - spacing: The distance of neighbours in pixels, 1 to 1000.
    ///   - limit: The most points to lay out.
    /// - Returns: Nothing for a cluster with an ``MapCluster/expansionZoom``, a single point, or no cluster.
    public func fanOut(of id: ClusterID, spacing: Double = 28, limit: Int = 100) -> [FannedPoint<Entity>] {
        guard let node = node(id), node.merge != ClusterTree.none,
            tree.merges.rows[Int(node.merge)].zoom == tree.finest
        else { return [] }
        let spacing = spacing.isNaN ? 28 : min(max(spacing, 1), 1_000)
        let slots = tree.pointSlots(at: node.anchor).prefix(max(0, limit))
        let places = slots.count <= 8 ? Self.circle(slots.count, spacing) : Self.spiral(slots.count, spacing)
        return zip(slots, places).map { FannedPoint(point: tree.points.point($0), right: $1.right, down: $1.down) }
    }

    /// Clockwise from the top.
    private static func circle(_ count: Int, _ spacing: Double) -> [(right: Double, down: Double)] {
        let turn = 2 * Double.pi / Double(max(count, 1))
        let radius = count < 2 ? spacing : max(spacing / 2 / sin(turn / 2), spacing)
        return (0..<count).map { (radius * sin(Double($0) * turn), -radius * cos(Double($0) * turn)) }
    }

    /// An Archimedean spiral: its windings, and the points on it, are about `spacing` apart.
    private static func spiral(_ count: Int, _ spacing: Double) -> [(right: Double, down: Double)] {
        var angle = 0.0
        return (0..<count).map { _ in
            let radius = spacing * (1 + angle / (2 * .pi))
            defer { angle += 2 * asin(min(1, spacing / 2 / radius)) }
            return (radius * sin(angle), -radius * cos(angle))
        }
    }
}

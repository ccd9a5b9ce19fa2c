import Foundation

/// How far an anchor reaches at a zoom, in units of the plane, and the grid that finds anchors.
struct ZoomReach: Sendable {
    let radius: Double
    /// Of the radius; nothing further away is in reach.
    let squared: Int64
    /// The radius, rounded up.
    let margin: Int64
    /// How many cells of the grid there are around the world, so that a cell is at least twice as wide as the radius:
    /// a circle touches four of them at most.
    let columns: UInt32

    /// The members of a cluster lie within this distance of its anchor: r + r/2 + r/4 + …, as the radius doubles
    /// with each coarser zoom. Two units for rounding.
    var extent: Int64 { Int64(2 * radius) + 2 }

    /// How much further towards a pole than all points of a cluster their mean can lie. The mean of unit vectors within
    /// ±t radians of longitude lies between them; its distance from the equator on the plane exceeds the greatest by less
    /// than −ln cos t. `nil` if clusters span so much that there are few of them.
    var overshoot: Int64? {
        let angle = Double(extent) * 2 * .pi / PlanePoint.world
        return angle < 1.2 ? Int64(-log(cos(angle)) / (2 * .pi) * PlanePoint.world) + 2 : nil
    }

    init(radius: Double) {
        self.radius = radius
        squared = Int64(radius * radius)
        margin = Int64(radius.rounded(.up))
        columns = UInt32(min(max(PlanePoint.world / (2 * radius), 1), 0x1p30))
    }
}

import Foundation

/// How near points have to be to form a cluster, and how far a map can be zoomed in until all of them are apart.
public struct ClusterSettings: Hashable, Sendable {
    /// How far a cluster reaches around its anchor, in pixels; 1 to a quarter of ``tileSize``.
    public let radius: Double
    /// The width of the world at zoom 0, in pixels; 64 to 4096. A map with 256-pixel tiles calls a zoom one more.
    public let tileSize: Double
    /// The last zoom at which near points form clusters; 0 to 20. Beyond it, only points at the same place stay
    /// together.
    public let maximumZoom: Int

    /// 40 pixels, on 512-pixel tiles, up to zoom 16.
    public static let standard = ClusterSettings()

    /// Values out of range are replaced by the nearest that is not; those that are not a number, by the standard.
    public init(radius: Double = 40, tileSize: Double = 512, maximumZoom: Int = 16) {
        self.tileSize = tileSize.isNaN ? 512 : min(max(tileSize, 64), 4_096)
        self.radius = radius.isNaN ? 40 : min(max(radius, 1), self.tileSize / 4)
        self.maximumZoom = min(max(maximumZoom, 0), 20)
    }

    /// By zoom, from 0 to ``maximumZoom`` and one more, at which only points at the same place are together.
    var reaches: [ZoomReach] {
        var width = radius / tileSize * PlanePoint.world
        return (0...(maximumZoom + 1)).map { _ in
            defer { width /= 2 }
            return ZoomReach(radius: width)
        }
    }
}

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

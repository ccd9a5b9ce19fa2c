import Foundation

/// The radius of clusters, and the last zoom at which points form clusters.
public struct ClusterSettings: Hashable, Sendable {
    /// The distance from an anchor within which points join it, in pixels; 1 to a quarter of ``tileSize``.
    public let radius: Double
    /// The width of the world at zoom 0, in pixels; 64 to 4096. With 256 instead of 512 pixels, the number of a zoom is
    /// greater by one at the same scale.
    public let tileSize: Double
    /// The last zoom at which near points form clusters; 0 to 20.
    ///
    /// At higher zooms, only points at the same place form a cluster.
    public let maximumZoom: Int

    /// 40 pixels, on 512-pixel tiles, up to zoom 16.
    public static let standard = ClusterSettings()

    /// Creates settings. Values out of range are clamped. NaN is replaced by the standard value.
    public init(radius: Double = 40, tileSize: Double = 512, maximumZoom: Int = 16) {
        self.tileSize = tileSize.isNaN ? 512 : min(max(tileSize, 64), 4_096)
        self.radius = radius.isNaN ? 40 : min(max(radius, 1), self.tileSize / 4)
        self.maximumZoom = min(max(maximumZoom, 0), 20)
    }

    /// The radius of anchors at each zoom, from 0 to ``maximumZoom`` + 1. At zoom ``maximumZoom`` + 1, only points at
    /// the same place form a cluster.
    var zoomRadii: [ZoomRadius] {
        var width = radius / tileSize * PlanePoint.world
        return (0...(maximumZoom + 1)).map { _ in
            defer { width /= 2 }
            return ZoomRadius(radius: width)
        }
    }
}

/// The radius of an anchor at a zoom, in units of the plane, and the cell size of the grid that finds anchors. A place
/// within the radius is *in reach* of the anchor.
struct ZoomRadius: Sendable {
    let radius: Double
    /// The square of the radius. Places at exactly this distance are in reach.
    let squared: Int64
    /// The radius, rounded up.
    let margin: Int64
    /// The number of grid cells around the world. Cells are at least twice as wide as the radius, so a circle touches
    /// at most four cells.
    let columns: UInt32

    /// The maximum distance of a cluster's points from its anchor: r + r/2 + r/4 + …
    ///
    /// The radius doubles with each coarser zoom. Two units are added for rounding.
    var extent: Int64 { Int64(2 * radius) + 2 }

    /// The maximum distance by which the mean of a cluster is closer to a pole than all of its points, on the plane.
    ///
    /// If the longitudes of all points are within ±t radians of a meridian, the longitude of their mean is too. On the
    /// plane, the mean is then less than −ln cos t further from the equator than the furthest point. In this formula,
    /// the width of the world is 2π. The value is `nil` for clusters with a very wide span, which are few.
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

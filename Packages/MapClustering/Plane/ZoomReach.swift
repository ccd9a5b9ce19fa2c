/// How far an anchor reaches at a zoom, in units of the plane, and the grid that finds anchors.
struct ZoomReach: Sendable {
    let radius: Double
    /// Of the radius; nothing further away is in reach.
    let squared: Int64
    /// The radius, rounded up.
    let margin: Int64
    /// A cell of the grid is 2^`shift` units wide: more than the radius, at most twice of it.
    let shift: Int32

    /// The members of a cluster lie within this distance of its anchor: r + r/2 + r/4 + …, as the radius doubles
    /// with each coarser zoom. Two units for rounding.
    var extent: Int64 { Int64(2 * radius) + 2 }

    init(radius: Double) {
        self.radius = radius
        squared = Int64(radius * radius)
        margin = Int64(radius.rounded(.up))
        var shift: Int32 = 0
        while shift < 29, Double(Int64(2) << Int64(shift)) <= 2 * radius { shift += 1 }
        self.shift = shift
    }
}

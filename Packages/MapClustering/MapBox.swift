import Foundation
public import OrbitModels

/// An area of a map between two parallels and two meridians. The sides belong to the area.
///
/// A box may cross the antimeridian. Then `west` is greater than `east`, as in GeoJSON (RFC 7946, 5.2), or a longitude
/// is beyond ±180, as in maps that scroll without end.
public struct MapBox: Hashable, Sendable {
    /// The western side, -180 to 180.
    public let west: Double
    /// The southern side, -90 to 90.
    public let south: Double
    /// The width in degrees from `west` to the east, 0 to 360.
    public let width: Double
    /// The northern side, `south` to 90.
    public let north: Double

    /// The whole Earth.
    public static let world = MapBox(west: -180, width: 360, south: -90, north: 90)

    /// Creates a box. The result is `nil` if a number is not finite, or if `south` is greater than `north`.
    ///
    /// Latitudes beyond the poles are clamped.
    public init?(west: Double, south: Double, east: Double, north: Double) {
        guard west.isFinite, east.isFinite, south <= north else { return nil }
        let turn = east - west
        let width = abs(turn) >= 360 ? 360 : turn < 0 ? turn + 360 : turn
        self.init(
            west: west.remainder(dividingBy: 360), width: width, south: min(max(south, -90), 90),
            north: min(max(north, -90), 90))
    }

    private init(west: Double, width: Double, south: Double, north: Double) {
        (self.west, self.width, self.south, self.north) = (west, width, south, north)
    }

    /// Whether the box contains a point. At the poles, the longitude does not matter.
    public func contains(_ point: Coordinates) -> Bool {
        guard south <= point.latitude, point.latitude <= north else { return false }
        if width >= 360 || abs(point.latitude) == 90 { return true }
        var offset = point.longitude - west
        if offset < 0 { offset += 360 }
        return offset <= width || offset == 360
    }

    /// Returns the box on the plane, without the polar discs.
    ///
    /// - Parameters:
    ///   - reach: The distance to add on each side, in units.
    ///   - overshoot: The further distance to add above and below, in units.
    func area(reach: Int64, overshoot: Int64 = 0) -> PlaneArea {
        let top = PlanePoint.mercatorY(north)
        let bottom = PlanePoint.mercatorY(south)
        let steps = UInt64((width / 360 * 0x1p32).rounded(.up)) + UInt64(reach) << 3 + 16
        return PlaneArea(
            west: PlanePoint.steps(west / 360 + 0.5) &- UInt32(truncatingIfNeeded: reach << 2) &- 8, width: steps,
            top: Int64(top) - reach - overshoot - 2, bottom: Int64(bottom) + reach + overshoot + 2)
    }
}

extension CoarseGrid {
    /// Returns a box with one more cell on each side.
    func grown(_ box: MapBox) -> MapBox {
        let (south, north) = (max(-90, box.south - cellHeight), min(90, box.north + cellHeight))
        let width = 360 / columns(at: min(90, max(abs(south), abs(north)) + cellHeight))
        let whole = box.width + 2 * width >= 360
        return MapBox(
            west: whole ? -180 : box.west - width, south: south,
            east: whole ? 180 : box.west + box.width + width, north: north) ?? .world
    }
}

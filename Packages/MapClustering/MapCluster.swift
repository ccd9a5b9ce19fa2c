public import Foundation
public import OrbitModels

/// What a map shows at one place: a cluster of points, or a single one.
public struct MapCluster<Entity>: Hashable, Sendable, Identifiable {
    /// Stays the same while the anchor of the cluster does.
    public let id: ClusterID
    /// The mean of all its points on the globe (of their unit vectors); of a single point its own place.
    public let position: Coordinates
    /// How many points there are, at least 1.
    public let count: Int
    /// The anchor: a point that is really there, and stays while others come and go. See
    /// ``ClusterIndex/medoid(of:)`` for the point in the middle.
    public let representative: Identifier<Entity>
    /// The earliest time of its points.
    public let earliest: Date
    /// The latest time of its points.
    public let latest: Date
    /// The first zoom at which it is not one cluster any more; `nil` for a single point, and for points at the same
    /// place, which no zoom can separate: ``ClusterIndex/fanOut(of:spacing:limit:)`` does.
    public let expansionZoom: Int?

    /// Whether it is a single point.
    public var isPoint: Bool { count == 1 }

    @inlinable
    init(_ plain: PlainCluster) {
        id = plain.id
        position = plain.position
        count = plain.count
        representative = Identifier(rawValue: plain.representative)
        earliest = Date(timeIntervalSinceReferenceDate: plain.earliest)
        latest = Date(timeIntervalSinceReferenceDate: plain.latest)
        expansionZoom = plain.expansionZoom < 0 ? nil : plain.expansionZoom
    }
}

/// A cluster of points whose entity does not matter.
@usableFromInline
struct PlainCluster {
    @usableFromInline let id: ClusterID
    @usableFromInline let position: Coordinates
    @usableFromInline let count: Int
    @usableFromInline let representative: String
    /// In seconds since the reference date.
    @usableFromInline let earliest: Double
    @usableFromInline let latest: Double
    /// -1 if no zoom separates the points.
    @usableFromInline let expansionZoom: Int
}

/// Identifies a cluster at one zoom, in all versions of an index that have the same settings.
///
/// It is made from the place of the cluster's anchor. It changes only if the anchor goes, or one that precedes it comes
/// near; other points, and the order in which points came, have no influence.
public struct ClusterID: Hashable, Sendable {
    /// The zoom at which the cluster was found.
    public let zoom: Int
    let anchor: PlaceKey

    init(zoom: Int, anchor: PlaceKey) {
        (self.zoom, self.anchor) = (zoom, anchor)
    }
}

extension ClusterID: Comparable {
    /// By zoom, then by the place of the anchor, along a Z-curve.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.zoom, lhs.anchor.point.code) < (rhs.zoom, rhs.anchor.point.code)
    }
}

extension ClusterID: LosslessStringConvertible {
    /// The zoom and 16 hexadecimal digits: `12-00c0ffee00c0ffee`. The anchor's place can be computed from it.
    public var description: String {
        let digits = String(anchor.value, radix: 16)
        return "\(zoom)-\(String(repeating: "0", count: 16 - digits.count))\(digits)"
    }

    /// `nil` if the text does not have that form.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 16, let zoom = Int(parts[0]), (0...21).contains(zoom),
            let anchor = UInt64(parts[1], radix: 16)
        else { return nil }
        self.init(zoom: zoom, anchor: PlaceKey(value: anchor))
    }
}

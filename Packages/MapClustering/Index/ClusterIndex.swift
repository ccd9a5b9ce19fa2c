public import OrbitModels

/// The clusters of points on a map, for every zoom.
///
/// ```swift
/// var index = ClusterIndex(meetups.map { MapPoint(id: $0.id, coordinates: $0.coordinates) })
/// index.clusters(in: box, zoom: 12)  // what the map shows
/// index.insert(point)  // changes only what is near
/// ```
///
/// Which clusters there are depends only on the points and the ``settings``: not on the order in which points came or
/// went, nor on the platform. A cluster has an *anchor*, the first of its points in a fixed order without meaning;
/// points and finer clusters join the nearest anchor that is at most ``ClusterSettings/radius`` pixels away, measured at
/// the scale of the map where they are, also across the antimeridian and around the poles. So clusters are nested, and
/// no point is further from its anchor than twice the radius.
///
/// Building takes O(n) time for each zoom, a change a time that does not depend on the number of points, unless it
/// concerns an anchor that many points joined directly.
public struct ClusterIndex<Entity>: Sendable {
    /// The radius and the zooms.
    public let settings: ClusterSettings
    var tree: ClusterTree
    private var ids = IDTable()

    /// Builds the clusters of all points at once. Of points with the same id the last one counts.
    public init(_ points: [MapPoint<Entity>] = [], settings: ClusterSettings = .standard) {
        self.settings = settings
        tree = ClusterTree(settings)
        tree.points.reserve(points.count)
        ids.reserve(points.count, ids: tree.points.ids)
        for point in points {
            if let slot = ids.slot(of: point.id.rawValue, in: tree.points.ids) {
                tree.points.replace(slot, by: point)
            } else {
                ids.insert(tree.points.add(point), ids: tree.points.ids)
            }
        }
        tree.build()
    }

    /// The number of points.
    public var count: Int { ids.count }

    /// The point with an id.
    public subscript(id: Identifier<Entity>) -> MapPoint<Entity>? {
        ids.slot(of: id.rawValue, in: tree.points.ids).map { tree.points.point($0) }
    }

    /// Adds a point, or replaces the one with its id.
    public mutating func insert(_ point: MapPoint<Entity>) {
        remove(point.id)
        let slot = tree.points.add(point)
        ids.insert(slot, ids: tree.points.ids)
        tree.insert(slot)
    }

    /// Removes a point. Returns `false` if the id is unknown.
    @discardableResult
    public mutating func remove(_ id: Identifier<Entity>) -> Bool {
        guard let slot = ids.slot(of: id.rawValue, in: tree.points.ids) else { return false }
        ids.remove(id.rawValue, ids: tree.points.ids)
        tree.remove(slot)
        return true
    }

    func slot(of id: Identifier<Entity>) -> Int32? { ids.slot(of: id.rawValue, in: tree.points.ids) }
}

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
    @inlinable
    public init(_ points: [MapPoint<Entity>] = [], settings: ClusterSettings = .standard) {
        self.init(count: points.count, settings: settings) { PlainPoint(points[$0]) }
    }

    @usableFromInline
    init(count: Int, settings: ClusterSettings, _ point: (Int) -> PlainPoint) {
        self.settings = settings
        tree = ClusterTree(settings)
        var entries = ContiguousArray<PlaceOrder.Entry>()
        entries.reserveCapacity(count)
        for index in 0..<count {
            let place = PlanePoint(point(index).coordinates)
            entries.append(PlaceOrder.Entry(code: place.code, index: Int32(truncatingIfNeeded: index)))
        }
        PlaceOrder.sort(&entries)
        if !fill(entries, point) {
            entries = lasting(entries, point)
            (tree, ids) = (ClusterTree(settings), IDTable())
            _ = fill(entries, point)
        }
        tree.build(consume entries)
    }

    /// Takes the points over in the order of their places, until an id comes back; then the result is `false`.
    private mutating func fill(_ entries: ContiguousArray<PlaceOrder.Entry>, _ point: (Int) -> PlainPoint) -> Bool {
        tree.points.reserve(entries.count)
        ids.reserve(entries.count, rows: tree.points.rows)
        for entry in entries {
            let slot = tree.points.add(point(Int(entry.index)))
            guard ids.insert(slot, rows: tree.points.rows) else { return false }
        }
        return true
    }

    /// The entries without those of points whose id comes back later.
    private func lasting(
        _ entries: ContiguousArray<PlaceOrder.Entry>, _ point: (Int) -> PlainPoint
    ) -> ContiguousArray<PlaceOrder.Entry> {
        var last: [String: Int32] = [:]
        for entry in entries {
            let id = point(Int(entry.index)).id
            last[id] = max(entry.index, last[id] ?? 0)
        }
        return entries.filter { last[point(Int($0.index)).id] == $0.index }
    }

    /// The number of points.
    public var count: Int { ids.count }

    /// The point with an id.
    public subscript(id: Identifier<Entity>) -> MapPoint<Entity>? {
        ids.slot(of: id.rawValue, in: tree.points.rows).map { tree.points.point($0) }
    }

    /// Adds a point, or replaces the one with its id.
    public mutating func insert(_ point: MapPoint<Entity>) {
        remove(point.id)
        let slot = tree.points.add(PlainPoint(point))
        _ = ids.insert(slot, rows: tree.points.rows)
        tree.insert(slot)
    }

    /// Removes a point. Returns `false` if the id is unknown.
    @discardableResult
    public mutating func remove(_ id: Identifier<Entity>) -> Bool {
        guard let slot = ids.slot(of: id.rawValue, in: tree.points.rows) else { return false }
        ids.remove(id.rawValue, rows: tree.points.rows)
        tree.remove(slot)
        return true
    }

    func slot(of id: Identifier<Entity>) -> Int32? { ids.slot(of: id.rawValue, in: tree.points.rows) }
}

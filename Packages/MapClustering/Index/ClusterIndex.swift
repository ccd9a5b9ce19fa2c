public import OrbitModels

/// The clusters of points on a map, for every zoom.
///
/// ```swift
/// var index = ClusterIndex(meetups.map { MapPoint(id: $0.id, coordinates: $0.coordinates) })
/// index.clusters(in: box, zoom: 12)  // what the map shows
/// index.insert(point)  // changes only what is near
/// ```
///
/// The clusters depend only on the points and the ``settings``, not on the order of changes or the platform.
///
/// A cluster has an *anchor*: the first of its points in a fixed pseudorandom order. Points and finer clusters join the
/// nearest anchor that is at most ``ClusterSettings/radius`` pixels away. Distances use the local scale of the map,
/// also across the antimeridian and around the poles. As a result, clusters are nested, and no point is further from
/// its anchor than twice the radius.
///
/// - Complexity: Building takes O(*n*) for each zoom. The time of a change does not depend on the number of points,
///   unless it concerns an anchor that many points have joined directly.
public struct ClusterIndex<Entity>: Sendable {
    /// The radius and the zooms of clusters.
    public let settings: ClusterSettings
    var tree: ClusterTree
    private var ids = IDTable()

    /// Builds the clusters of all points. If several points have the same id, the last of them is used.
    @inlinable
    public init(_ points: [MapPoint<Entity>] = [], settings: ClusterSettings = .standard) {
        self.init(count: points.count, settings: settings, { points[$0].coordinates }, { PlainPoint(points[$0]) })
    }

    @usableFromInline
    init(
        count: Int, settings: ClusterSettings, _ place: (Int) -> Coordinates, _ point: (Int) -> PlainPoint
    ) {
        self.settings = settings
        tree = ClusterTree(settings)
        var order = PlaceOrder(count) { PlanePoint(place($0)) }
        if !build(&order, place, point) {
            tree = ClusterTree(settings)
            order = PlaceOrder(count, numbers: lasting(count, point)) { PlanePoint(place($0)) }
            _ = build(&order, place, point)
        }
    }

    /// Builds the tree of points, and consumes their order.
    ///
    /// - Returns: Whether all ids are unique. If not, the index must not be used.
    private mutating func build(
        _ order: inout PlaceOrder, _ place: (Int) -> Coordinates, _ point: (Int) -> PlainPoint
    ) -> Bool {
        var gathered = GatheredPoints()
        var joining = ClusterTree.JoinOrder()
        TwoThreads.run(
            order.numbers.count, { gathered = GatheredPoints(order, place, point) },
            { joining = tree.elect(order.places) })
        order = PlaceOrder()  // frees its memory for the tree
        guard gathered.isDistinct else { return false }
        swap(&ids, &gathered.ids)
        tree.join(&gathered, joining)
        return true
    }

    /// Returns the numbers of the points whose id does not occur again later.
    private func lasting(_ count: Int, _ point: (Int) -> PlainPoint) -> [Int32] {
        var last: [String: Int] = [:]
        for number in 0..<count { last[point(number).id] = number }
        return last.values.sorted().map { Int32(truncatingIfNeeded: $0) }
    }

    /// The number of points.
    public var count: Int { ids.count }

    /// Returns the point with an id.
    public subscript(id: Identifier<Entity>) -> MapPoint<Entity>? {
        ids.slot(of: id.rawValue, in: tree.points.rows).map { tree.points.point($0) }
    }

    /// Adds a point. Replaces a point with the same id.
    public mutating func insert(_ point: MapPoint<Entity>) {
        remove(point.id)
        let slot = tree.points.add(PlainPoint(point))
        _ = ids.insert(slot, rows: tree.points.rows)
        tree.insert(slot)
    }

    /// Removes a point.
    ///
    /// - Returns: Whether the id was found.
    @discardableResult
    public mutating func remove(_ id: Identifier<Entity>) -> Bool {
        guard let slot = ids.slot(of: id.rawValue, in: tree.points.rows) else { return false }
        ids.remove(id.rawValue, rows: tree.points.rows)
        tree.remove(slot)
        return true
    }

    func slot(of id: Identifier<Entity>) -> Int32? { ids.slot(of: id.rawValue, in: tree.points.rows) }
}

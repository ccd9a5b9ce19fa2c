public import OrbitModels

extension ClusterIndex {
    /// Returns the number of points of each kind in a cluster, or an empty dictionary if the cluster does not exist.
    ///
    /// Kinds that this version of OrbitKit does not know are counted as `other`, the last kind that it knows.
    ///
    /// - Complexity: O(*count*).
    public func kinds(in id: ClusterID) -> [EventType: Int] {
        guard let node = node(id) else { return [:] }
        var counts = Array(repeating: 0, count: EventType.known.count)
        tree.forEachSlot(node.anchor, node.merge) {
            counts[min(Int(tree.points.rows[Int($0)].kindNumber), counts.count - 1)] += 1
        }
        return zip(EventType.known, counts).reduce(into: [:]) { kinds, kind in
            if kind.1 > 0 { kinds[kind.0] = kind.1 }
        }
    }

    /// Returns the parts of a cluster at its ``MapCluster/expansionZoom``, ordered by decreasing number of points, then
    /// by id.
    ///
    /// The result is empty for a single point, for points at the same place, and if the cluster does not exist.
    public func children(of id: ClusterID) -> [MapCluster<Entity>] {
        guard let node = node(id), node.merge != ClusterTree.none else { return [] }
        let zoom = Int(tree.merges.rows[Int(node.merge)].zoom) + 1
        guard zoom <= tree.finest else { return [] }
        return ([node.anchor] + tree.joined(node.merge)).map { cluster(tree.node($0, at: zoom), at: zoom) }
            .sorted { $0.count != $1.count ? $0.count > $1.count : $0.id < $1.id }
    }

    /// Returns a page of the points of a cluster, in a fixed order in which neighbours follow each other.
    ///
    /// The result is empty if the cluster does not exist.
    ///
    /// - Parameters:
    ///   - id: The cluster.
    ///   - offset: The number of points to skip.
    ///   - limit: The maximum number of points to return.
    /// - Complexity: O(*offset* + *limit*) at worst. Parts before the offset are skipped as a whole.
    public func points(of id: ClusterID, from offset: Int = 0, limit: Int = .max) -> [MapPoint<Entity>] {
        guard let node = node(id), limit > 0 else { return [] }
        var page = PointPage(skipping: max(0, offset), limit: limit)
        tree.collect(node.anchor, node.merge, into: &page)
        return page.slots.map { tree.points.point($0) }
    }

    /// Returns the point in the middle of a cluster, or `nil` if the cluster does not exist.
    ///
    /// It has the least sum of squared distances to the other points, measured through the Earth. Among several such
    /// points, it is the point with the first id. It is also the point nearest to the mean of the unit vectors.
    ///
    /// - Complexity: O(*count*).
    public func medoid(of id: ClusterID) -> MapPoint<Entity>? {
        guard let node = node(id) else { return nil }
        var slots: [Int32] = []
        tree.forEachSlot(node.anchor, node.merge) { slots.append($0) }
        let middle = slots.reduce(into: ClusterAccumulator()) { $0 += tree.points.tally($1) }
        let nearest = slots.max { one, other in
            let (first, second) = (
                tree.points.tally(one).alignment(with: middle), tree.points.tally(other).alignment(with: middle)
            )
            return first != second ? first < second : tree.points.rows[Int(one)].id > tree.points.rows[Int(other)].id
        }
        return nearest.map { tree.points.point($0) }
    }
}

/// A page of the points of a cluster.
struct PointPage {
    private(set) var slots: [Int32] = []
    private var skipping: Int
    private let limit: Int

    init(skipping: Int, limit: Int) {
        (self.skipping, self.limit) = (skipping, limit)
    }

    var isFull: Bool { slots.count >= limit }

    /// Whether a part with this number of points ends before the page. Such a part is skipped.
    mutating func skips(_ count: Int32) -> Bool {
        guard skipping >= Int(count) else { return false }
        skipping -= Int(count)
        return true
    }

    mutating func add(_ slot: Int32) {
        if !isFull, !skips(1) { slots.append(slot) }
    }
}

extension ClusterTree {
    /// Collects the points that an anchor has in a merge. The depth of recursion is at most the number of zooms.
    func collect(_ anchor: Int32, _ merge: Int32, into page: inout PointPage) {
        let isAlone = merge == Self.none
        if page.isFull || page.skips(isAlone ? 1 : merges.rows[Int(merge)].tally.count) { return }
        guard !isAlone, merges.rows[Int(merge)].zoom < finest else {
            for slot in pointSlots(at: anchor) { page.add(slot) }
            return
        }
        collect(anchor, merges.rows[Int(merge)].finer, into: &page)
        for site in joined(merge) { collect(site, heads[Int(site)].top, into: &page) }
    }

    /// Calls `body` for each point that an anchor has in a merge, in any order.
    func forEachSlot(_ anchor: Int32, _ merge: Int32, _ body: (Int32) -> Void) {
        guard merge != Self.none, merges.rows[Int(merge)].zoom < finest else {
            var slot = heads[Int(anchor)].lead
            while slot != Self.none {
                body(slot)
                slot = points.next[Int(slot)]
            }
            return
        }
        forEachSlot(anchor, merges.rows[Int(merge)].finer, body)
        var site = merges.rows[Int(merge)].firstChild
        while site != Self.none {
            forEachSlot(site, heads[Int(site)].top, body)
            site = siblings[Int(site)]
        }
    }
}

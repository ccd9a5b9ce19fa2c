public import OrbitModels

extension ClusterIndex {
    /// How many points of each kind a cluster has. Kinds that this version of OrbitKit does not know count as the last
    /// one that it does, `other`. Empty if there is no such cluster. Takes O(count) time.
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

    /// What a cluster breaks into at its ``MapCluster/expansionZoom``, the most numerous first, then by id. Empty for
    /// a single point, for points at the same place, and if there is no such cluster.
    public func children(of id: ClusterID) -> [MapCluster<Entity>] {
        guard let node = node(id), node.merge != ClusterTree.none else { return [] }
        let zoom = Int(tree.merges.rows[Int(node.merge)].zoom) + 1
        guard zoom <= tree.finest else { return [] }
        return ([node.anchor] + tree.joined(node.merge)).map { cluster(tree.node($0, at: zoom), at: zoom) }
            .sorted { $0.count != $1.count ? $0.count > $1.count : $0.id < $1.id }
    }

    /// The points of a cluster, in a fixed order in which near ones follow each other; `limit` of them from the one
    /// with the number `offset` on. Empty if there is no such cluster.
    ///
    /// O(offset + limit) at worst; parts before the offset are skipped at once.
    public func points(of id: ClusterID, from offset: Int = 0, limit: Int = .max) -> [MapPoint<Entity>] {
        guard let node = node(id), limit > 0 else { return [] }
        var page = PointPage(skipping: max(0, offset), limit: limit)
        tree.collect(node.anchor, node.merge, into: &page)
        return page.slots.map { tree.points.point($0) }
    }

    /// The point in the middle: of the cluster's points the one with the least sum of squared distances to the
    /// others, through the Earth; of several the one with the first id. `nil` if there is no such cluster.
    ///
    /// This is the point nearest to the mean of the unit vectors. Takes O(count) time.
    public func medoid(of id: ClusterID) -> MapPoint<Entity>? {
        guard let node = node(id) else { return nil }
        var slots: [Int32] = []
        tree.forEachSlot(node.anchor, node.merge) { slots.append($0) }
        let middle = slots.reduce(into: Tally()) { $0 += tree.points.tally($1) }
        let nearest = slots.max { one, other in
            let (first, second) = (
                tree.points.tally(one).alignment(with: middle), tree.points.tally(other).alignment(with: middle)
            )
            return first != second ? first < second : tree.points.rows[Int(one)].id > tree.points.rows[Int(other)].id
        }
        return nearest.map { tree.points.point($0) }
    }
}

/// Some of the points of a cluster.
struct PointPage {
    private(set) var slots: [Int32] = []
    private var skipping: Int
    private let limit: Int

    init(skipping: Int, limit: Int) {
        (self.skipping, self.limit) = (skipping, limit)
    }

    var isFull: Bool { slots.count >= limit }

    /// Whether the whole of a part lies before the page.
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
    /// The points that an anchor has gathered in a merge. The depth is at most the number of zooms.
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

    /// The points that an anchor has gathered in a merge, in any order.
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

public import OrbitModels

extension ClusterIndex {
    /// Returns a page of the points in a box, ordered by id.
    ///
    /// - Parameters:
    ///   - box: The box.
    ///   - after: The last id of the previous page, or `nil` for the first page.
    ///   - limit: The maximum number of points to return.
    /// - Complexity: O(*k* log *k*) for the *k* points in and near the box.
    public func points(
        in box: MapBox = .world, after: Identifier<Entity>? = nil, limit: Int = .max
    ) -> [MapPoint<Entity>] {
        guard limit > 0 else { return [] }
        var slots: [Int32] = []
        tree.forEachPoint(in: box) { slot in
            if let after, tree.points.rows[Int(slot)].id <= after.rawValue { return }
            slots.append(slot)
        }
        slots.sort { tree.points.rows[Int($0)].id < tree.points.rows[Int($1)].id }
        return slots.prefix(limit).map { tree.points.point($0) }
    }
}

extension ClusterTree {
    /// Calls `body` for each point in a box. Starts at the anchors of the finest zoom at which the box spans at most
    /// about 16 grid cells in each direction.
    func forEachPoint(in box: MapBox, _ body: (Int32) -> Void) {
        let areas = zoomRadii.map { box.area(reach: $0.extent) }
        let start = zoomRadii.indices.last { zoom in
            let columns = UInt64(zoomRadii[zoom].columns)
            let height = UInt64(max(0, Int64(areas[zoom].bottom) - Int64(areas[zoom].top)))
            return (areas[zoom].width * columns) >> 32 <= 16 && (height * columns) >> 30 <= 16
        }
        func visit(_ anchor: Int32, _ merge: Int32) {
            guard merge != Self.none, merges.rows[Int(merge)].zoom < finest else {
                var slot = heads[Int(anchor)].lead
                while slot != Self.none {
                    if box.contains(points.rows[Int(slot)].place) { body(slot) }
                    slot = points.next[Int(slot)]
                }
                return
            }
            let record = merges.rows[Int(merge)]
            let place = places[Int(anchor)]
            let area = areas[Int(record.zoom)]
            let isPlain = place.distanceToEdge > Double(zoomRadii[Int(record.zoom)].extent)
            if isPlain, !place.isInCap, !area.contains(place) { return }
            visit(anchor, record.finer)
            var site = record.firstChild
            while site != Self.none {
                visit(site, heads[Int(site)].top)
                site = siblings[Int(site)]
            }
        }
        let zoom = start ?? 0
        for anchor in anchors(of: zoom, near: box) { visit(anchor, merge(of: anchor, at: zoom)) }
    }
}

extension PlaneArea {
    func contains(_ point: PlanePoint) -> Bool {
        UInt64(point.x &- west) <= width && top <= point.y && point.y <= bottom
    }
}

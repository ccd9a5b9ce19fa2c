import OrbitModels

/// The clusters of all zooms, as one tree.
///
/// A *site* is a place on the plane with one or several points. Each zoom has *anchors*:
/// - Beyond the last zoom, all sites are anchors.
/// - An anchor of the next finer zoom stays an anchor if no anchor with a lower key is in reach.
/// - An anchor that does not stay joins the nearest anchor, together with all sites that have joined it.
///
/// Each site is therefore an anchor down to some zoom, its `level`. It joins its `parent` at the next coarser zoom.
///
/// Anchors depend only on keys and places, never on the order of changes or on means. Equal points therefore always
/// give the same tree, and a change affects only the area that anchors reach. The distance between anchors also limits
/// the number of anchors in reach, so searches are short.
struct ClusterTree: Sendable {
    let zoomRadii: [ZoomRadius]
    var points = PointColumns()

    // By site.
    var places: ContiguousArray<PlanePoint> = []
    /// The coarsest zoom at which a site is an anchor. It is ``finest`` for a site that is an anchor only beyond the
    /// last zoom.
    var levels: ContiguousArray<UInt8> = []
    /// The anchor that a site joins at the next coarser zoom, `level - 1`, or `none` if the level is 0.
    var parents: ContiguousArray<Int32> = []
    var heads: ContiguousArray<SiteHead> = []
    /// The next site that joins the same merge.
    var siblings: ContiguousArray<Int32> = []
    var vacantSites: [Int32] = []

    /// The anchors of each zoom.
    var grids: [CellGrid]
    var merges = MergeTable()

    static let none: Int32 = -1

    init(_ settings: ClusterSettings) {
        zoomRadii = settings.zoomRadii
        grids = zoomRadii.map { CellGrid(columns: $0.columns, capacity: 0) }
    }

    /// The zoom at which all sites are anchors.
    var finest: Int { zoomRadii.count - 1 }

    func key(_ site: Int32) -> PlaceKey { PlaceKey(places[Int(site)]) }

    /// Returns the merge of an anchor at a zoom, or `none` if the anchor is alone there.
    func merge(of site: Int32, at zoom: Int) -> Int32 {
        var merge = heads[Int(site)].top
        while merge != Self.none, Int(merges.rows[Int(merge)].zoom) < zoom {
            merge = merges.rows[Int(merge)].finer
        }
        return merge
    }

    /// Returns the anchor of a site's cluster at a zoom.
    func anchor(of site: Int32, at zoom: Int) -> Int32 {
        var site = site
        while Int(levels[Int(site)]) > zoom { site = parents[Int(site)] }
        return site
    }

    /// Returns the tally of a site and of all sites that join it down to its level.
    func tally(_ site: Int32) -> ClusterAccumulator {
        let top = heads[Int(site)].top
        return top == Self.none ? points.tally(heads[Int(site)].lead) : merges.rows[Int(top)].tally
    }

    /// Returns the points at a site, ordered by id.
    func pointSlots(at site: Int32) -> [Int32] {
        var slots: [Int32] = []
        var slot = heads[Int(site)].lead
        while slot != Self.none {
            slots.append(slot)
            slot = points.next[Int(slot)]
        }
        return slots.count < 2 ? slots : slots.sorted { points.rows[Int($0)].id < points.rows[Int($1)].id }
    }

    /// Returns the sites that join a merge, ordered by key.
    func joined(_ merge: Int32) -> [Int32] {
        var sites: [Int32] = []
        var site = merges.rows[Int(merge)].firstChild
        while site != Self.none {
            sites.append(site)
            site = siblings[Int(site)]
        }
        return sites.count < 2 ? sites : sites.sorted { key($0) < key($1) }
    }
}

/// The data of a site that queries read first.
struct SiteHead: Sendable {
    /// The coarsest merge of this anchor.
    var top = ClusterTree.none
    /// The point with the first id.
    var lead = ClusterTree.none
}

extension ClusterTree {
    /// A cluster of several points. It forms at the zoom `zoom`, and also exists at coarser zooms until its anchor
    /// gathers more points.
    struct Merge: Sendable {
        // The data that queries read are adjacent in memory.
        let anchor: Int32
        /// The next finer merge of the same anchor, or `none` if the anchor is a single point there.
        var finer: Int32
        /// The first site that joins, or `none` at the finest zoom, where all points are at one site.
        var firstChild: Int32
        /// The finest zoom at which the cluster exists.
        let zoom: UInt8
        /// The mean of the points.
        var position: Coordinates
        var tally: ClusterAccumulator
    }

    /// The merges, by slot. Slots of dissolved merges are reused.
    struct MergeTable: Sendable {
        var rows: ContiguousArray<Merge> = []
        private var vacant: [Int32] = []

        mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

        mutating func add(_ merge: Merge) -> Int32 {
            if let slot = vacant.popLast() {
                rows[Int(slot)] = merge
                return slot
            }
            rows.append(merge)
            return Int32(truncatingIfNeeded: rows.count - 1)
        }

        mutating func vacate(_ slot: Int32) { vacant.append(slot) }
    }
}

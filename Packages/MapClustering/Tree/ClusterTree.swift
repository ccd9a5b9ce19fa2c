import OrbitModels

/// The clusters of all zooms, as one tree.
///
/// A *site* is a place on the plane with one point or several. Each zoom has *anchors*. Beyond the last zoom all sites
/// are anchors; at each zoom, of the anchors of the next finer one those stay that have no anchor of a lower key in
/// reach. The others join the nearest anchor, with all that they had gathered before. So each site is an anchor down to
/// some zoom, its `level`, and joins its `parent` at the zoom before that.
///
/// What anchors are is decided by keys and places alone, never by order or by means. So the tree of given points is
/// always the same, and a change reaches only as far as anchors do. Keeping anchors apart also bounds how many there can
/// be in reach, so that a search is never long.
struct ClusterTree: Sendable {
    let reaches: [ZoomReach]
    var points = PointColumns()

    // By site.
    var places: ContiguousArray<PlanePoint> = []
    /// The coarsest zoom at which it is an anchor; one beyond the last if at none.
    var levels: ContiguousArray<UInt8> = []
    /// The anchor that it joins at the zoom before its level; none at zoom 0.
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
        reaches = settings.reaches
        grids = reaches.map { CellGrid(columns: $0.columns, capacity: 0) }
    }

    /// The zoom at which all sites are anchors.
    var finest: Int { reaches.count - 1 }

    func key(_ site: Int32) -> PlaceKey { PlaceKey(places[Int(site)]) }

    /// The merge that a site is the anchor of at a zoom; none if it is alone there.
    func merge(of site: Int32, at zoom: Int) -> Int32 {
        var merge = heads[Int(site)].top
        while merge != Self.none, Int(merges.rows[Int(merge)].zoom) < zoom {
            merge = merges.rows[Int(merge)].finer
        }
        return merge
    }

    /// The anchor at a zoom of the cluster that a site belongs to.
    func anchor(of site: Int32, at zoom: Int) -> Int32 {
        var site = site
        while Int(levels[Int(site)]) > zoom { site = parents[Int(site)] }
        return site
    }

    /// What a site gathers down to its level.
    func tally(_ site: Int32) -> Tally {
        let top = heads[Int(site)].top
        return top == Self.none ? points.tally(heads[Int(site)].lead) : merges.rows[Int(top)].tally
    }

    /// The points at a site, in the order of their ids.
    func pointSlots(at site: Int32) -> [Int32] {
        var slots: [Int32] = []
        var slot = heads[Int(site)].lead
        while slot != Self.none {
            slots.append(slot)
            slot = points.next[Int(slot)]
        }
        return slots.count < 2 ? slots : slots.sorted { points.rows[Int($0)].id < points.rows[Int($1)].id }
    }

    /// The sites that join a merge, in the order of their keys.
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

/// What a map asks of a site first.
struct SiteHead: Sendable {
    /// The coarsest merge of which it is the anchor.
    var top = ClusterTree.none
    /// The point with the first id.
    var lead = ClusterTree.none
}

extension ClusterTree {
    /// A cluster of several points, from the zoom at which it comes together to the one at which its anchor gathers
    /// more. What a map asks of it lies side by side in memory.
    struct Merge: Sendable {
        let anchor: Int32
        /// Of the same anchor at the next finer zoom with another merge; none if the anchor is a single point there.
        var finer: Int32
        /// The first site that joins; at the finest zoom none, as its points are at one site.
        var firstChild: Int32
        /// The finest zoom at which it is together.
        let zoom: UInt8
        /// The mean of the points.
        var position: Coordinates
        var tally: Tally
    }

    /// The merges, by slot. Slots of merges that came apart are used again.
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

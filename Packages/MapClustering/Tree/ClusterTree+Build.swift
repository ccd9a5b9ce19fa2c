import OrbitModels

/// The construction of a tree from many points at once. The tree must be empty.
///
/// First, the anchor of each site is chosen, from fine to coarse. This step needs only places, so a second thread
/// gathers the points at the same time. Then the merges of all sites are numbered and filled.
extension ClusterTree {
    /// The sites that join anchors, ordered from the finest zoom to the coarsest.
    struct JoinOrder {
        var sites: ContiguousArray<Int32> = []
        /// The end of each zoom's part of `sites`, by zoom.
        var ends: [Int] = []
    }

    /// Creates a site for each place, and elects the anchors of all zooms.
    mutating func elect(_ places: ContiguousArray<PlanePoint>) -> JoinOrder {
        self.places = places
        levels = ContiguousArray(repeating: UInt8(truncatingIfNeeded: finest), count: places.count)
        parents = ContiguousArray(repeating: Self.none, count: places.count)
        let sites = ContiguousArray(0..<Int32(truncatingIfNeeded: places.count))
        grids[finest].insert(contentsOf: sites, at: places)
        return electAll(
            Candidates(
                ContiguousArray(
                    sites.lazy.map { site in
                        let place = places[Int(site)]
                        return Candidates.Candidate(key: PlaceKey(place), place: place, site: site)
                    })))
    }

    private mutating func electAll(_ all: consuming Candidates) -> JoinOrder {
        var candidates = all
        var order = JoinOrder(sites: [], ends: Array(repeating: 0, count: finest))
        order.sites.reserveCapacity(places.count)
        for zoom in stride(from: finest - 1, through: 0, by: -1) {
            elect(&candidates, at: zoom)
            assign(candidates, at: zoom, &order.sites)
            order.ends[zoom] = order.sites.count
        }
        for site in places.indices where parents[site] == Self.none { levels[site] = 0 }
        return order
    }

    /// Takes over the points, and joins sites to their anchors.
    mutating func join(_ gathered: inout GatheredPoints, _ order: JoinOrder) {
        // The swap avoids a copy.
        swap(&points, &gathered.points)
        swap(&heads, &gathered.heads)
        siblings = ContiguousArray(repeating: Self.none, count: places.count)
        let vectors = gathered.vectors
        let zooms = makeMerges()
        var start = 0
        for zoom in stride(from: finest - 1, through: 0, by: -1) {
            for site in order.sites[start..<order.ends[zoom]] { join(site, at: zoom, zooms, vectors) }
            start = order.ends[zoom]
        }
        placeMeans()
    }

    /// Creates the merges of all sites. The merges of a site are adjacent in memory, from the coarsest to the finest
    /// zoom. The merges of several points at one site are filled at once, and the others later by `join`.
    ///
    /// - Returns: For each site, the zooms at which it has a merge, as bits.
    private mutating func makeMerges() -> ContiguousArray<UInt32> {
        var zooms = ContiguousArray<UInt32>(repeating: 0, count: places.count)
        var count = 0
        func note(_ site: Int32, _ zoom: Int) {
            let bit: UInt32 = 1 << UInt32(truncatingIfNeeded: zoom)
            if zooms[Int(site)] & bit == 0 { count += 1 }
            zooms[Int(site)] |= bit
        }
        for site in places.indices {
            if points.next[Int(heads[site].lead)] != Self.none { note(Int32(truncatingIfNeeded: site), finest) }
            if parents[site] != Self.none { note(parents[site], Int(levels[site]) - 1) }
        }
        merges.reserve(count)
        for site in places.indices where zooms[site] != 0 {
            let lead = heads[site].lead
            heads[site].top = Int32(truncatingIfNeeded: merges.rows.count)
            var rest = zooms[site]
            while rest != 0 {
                let zoom = UInt8(truncatingIfNeeded: rest.trailingZeroBitCount)
                rest &= rest - 1
                let finer = rest == 0 ? Self.none : Int32(truncatingIfNeeded: merges.rows.count + 1)
                var tally = ClusterAccumulator()
                if zoom == finest { forEachSlot(at: lead) { tally += points.tally($0) } }
                _ = merges.add(
                    Merge(
                        anchor: Int32(truncatingIfNeeded: site), finer: finer, firstChild: Self.none, zoom: zoom,
                        position: points.rows[Int(lead)].place, tally: tally))
            }
        }
        return zooms
    }

    private mutating func join(
        _ site: Int32, at zoom: Int, _ zooms: borrowing ContiguousArray<UInt32>,
        _ vectors: borrowing ContiguousArray<UnitVector>
    ) {
        let anchor = parents[Int(site)]
        guard anchor != Self.none else { return }
        let coarser = zooms[Int(anchor)] & (1 << UInt32(truncatingIfNeeded: zoom) - 1)
        let merge = Int(heads[Int(anchor)].top) + coarser.nonzeroBitCount
        if merges.rows[merge].firstChild == Self.none {
            let finer = merges.rows[merge].finer
            merges.rows[merge].tally =
                finer == Self.none ? points.tally(heads[Int(anchor)].lead, vectors) : merges.rows[Int(finer)].tally
        }
        siblings[Int(site)] = merges.rows[merge].firstChild
        merges.rows[merge].firstChild = site
        let head = heads[Int(site)]
        merges.rows[merge].tally +=
            head.top == Self.none ? points.tally(head.lead, vectors) : merges.rows[Int(head.top)].tally
    }

    /// Sets the positions of all merges to their means.
    private mutating func placeMeans() {
        merges.rows.withUnsafeMutableBufferPointer { rows in
            // Each thread writes different rows.
            TwoThreads.halves(of: rows.count) { half in
                for index in half {
                    if let mean = rows[index].tally.mean { rows[index].position = mean }
                }
            }
        }
    }

    /// Adds a point to the list of a site. The point with the first id stays at the front.
    mutating func link(_ slot: Int32, to site: Int32) {
        points.link(slot, to: site, lead: &heads[Int(site)].lead)
    }

    private func forEachSlot(at lead: Int32, _ body: (Int32) -> Void) {
        var slot = lead
        while slot != Self.none {
            body(slot)
            slot = points.next[Int(slot)]
        }
    }

    /// Removes a point from the list of a site that has further points.
    mutating func unlink(point slot: Int32, from site: Int32) {
        var rest = heads[Int(site)].lead
        heads[Int(site)].lead = Self.none
        var first = Self.none
        var previous = Self.none
        while rest != Self.none {
            if rest == slot {
                rest = points.next[Int(rest)]
                continue
            }
            if previous != Self.none { points.next[Int(previous)] = rest }
            if heads[Int(site)].lead == Self.none { heads[Int(site)].lead = rest }
            if first == Self.none || points.rows[Int(rest)].id < points.rows[Int(first)].id { first = rest }
            previous = rest
            rest = points.next[Int(rest)]
        }
        if previous != Self.none { points.next[Int(previous)] = Self.none }
        moveToFront(first, of: site)
    }

    private mutating func moveToFront(_ slot: Int32, of site: Int32) {
        let lead = heads[Int(site)].lead
        guard slot != lead else { return }
        var previous = lead
        while points.next[Int(previous)] != slot { previous = points.next[Int(previous)] }
        points.next[Int(previous)] = points.next[Int(slot)]
        points.next[Int(slot)] = lead
        heads[Int(site)].lead = slot
    }

    mutating func placeMean(_ merge: Int32) {
        let lead = heads[Int(merges.rows[Int(merge)].anchor)].lead
        merges.rows[Int(merge)].position = merges.rows[Int(merge)].tally.mean ?? points.rows[Int(lead)].place
    }
}

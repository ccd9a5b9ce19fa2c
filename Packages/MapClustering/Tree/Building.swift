import OrbitModels

extension ClusterTree {
    /// The clusters of many points at once. The tree has been empty so far; `entries` are the places of `points`, in the
    /// order of their slots, which is that of the places.
    ///
    /// First it is decided which anchor each site joins, from fine to coarse. Then the merges of each site are numbered
    /// one after the other, and filled.
    mutating func build(_ entries: consuming ContiguousArray<PlaceOrder.Entry>) {
        let (joining, ends) = electAll(Candidates(makeSites(entries)))
        let zooms = makeMerges()
        var start = 0
        for zoom in stride(from: finest - 1, through: 0, by: -1) {
            for site in joining[start..<ends[zoom]] { join(site, at: zoom, zooms) }
            start = ends[zoom]
        }
        for merge in merges.links.indices { placeMean(Int32(truncatingIfNeeded: merge)) }
    }

    /// The sites that join anchors, from the finest zoom on, and where those of each zoom end.
    private mutating func electAll(_ all: consuming Candidates) -> (joining: ContiguousArray<Int32>, ends: [Int]) {
        var candidates = all
        var joining: ContiguousArray<Int32> = []
        joining.reserveCapacity(places.count)
        var ends = Array(repeating: 0, count: finest)
        for zoom in stride(from: finest - 1, through: 0, by: -1) {
            elect(&candidates, at: zoom)
            assign(candidates, at: zoom, &joining)
            ends[zoom] = joining.count
        }
        for site in places.indices where parents[site] == Self.none { levels[site] = 0 }
        return (joining, ends)
    }

    private mutating func makeSites(
        _ entries: borrowing ContiguousArray<PlaceOrder.Entry>
    ) -> ContiguousArray<Candidates.Candidate> {
        var candidates: ContiguousArray<Candidates.Candidate> = []
        candidates.reserveCapacity(entries.count)
        leads.reserveCapacity(entries.count)
        var last = UInt64.max
        for slot in entries.indices {
            let code = entries[slot].code
            if code != last {
                let place = PlanePoint(code: code)
                candidates.append(
                    Candidates.Candidate(
                        key: PlaceKey(place), place: place, site: Int32(truncatingIfNeeded: leads.count)))
                leads.append(Self.none)
                last = code
            }
            link(Int32(truncatingIfNeeded: slot), to: Int32(truncatingIfNeeded: leads.count - 1))
        }
        places = ContiguousArray(candidates.lazy.map(\.place))
        levels = ContiguousArray(repeating: UInt8(truncatingIfNeeded: finest), count: places.count)
        parents = ContiguousArray(repeating: Self.none, count: places.count)
        tops = parents
        siblings = parents
        grids[finest] = CellGrid(columns: reaches[finest].columns, capacity: places.count)
        for site in places.indices { grids[finest].insert(Int32(truncatingIfNeeded: site), at: places) }
        return candidates
    }

    /// The merges of all sites, of each the coarsest first, and those of several points filled. Returns the zooms at
    /// which each site has one, as bits.
    private mutating func makeMerges() -> ContiguousArray<UInt32> {
        var zooms = ContiguousArray<UInt32>(repeating: 0, count: places.count)
        var count = 0
        func note(_ site: Int32, _ zoom: Int) {
            let bit: UInt32 = 1 << UInt32(truncatingIfNeeded: zoom)
            if zooms[Int(site)] & bit == 0 { count += 1 }
            zooms[Int(site)] |= bit
        }
        for site in places.indices {
            if points.next[Int(leads[site])] != Self.none { note(Int32(truncatingIfNeeded: site), finest) }
            if parents[site] != Self.none { note(parents[site], Int(levels[site]) - 1) }
        }
        merges.reserve(count)
        for site in places.indices where zooms[site] != 0 {
            tops[site] = Int32(truncatingIfNeeded: merges.links.count)
            var rest = zooms[site]
            while rest != 0 {
                let zoom = UInt8(truncatingIfNeeded: rest.trailingZeroBitCount)
                rest &= rest - 1
                let lead = points.rows[Int(leads[site])].place
                let finer = rest == 0 ? Self.none : Int32(truncatingIfNeeded: merges.links.count + 1)
                let merge = Merge(
                    anchor: Int32(truncatingIfNeeded: site), finer: finer, firstChild: Self.none, zoom: zoom)
                let slot = merges.add(merge, Tally(), at: lead)
                if zoom == finest { addPoints(to: slot) }
            }
        }
        return zooms
    }

    private mutating func join(_ site: Int32, at zoom: Int, _ zooms: borrowing ContiguousArray<UInt32>) {
        let anchor = parents[Int(site)]
        guard anchor != Self.none else { return }
        let coarser = zooms[Int(anchor)] & (1 << UInt32(truncatingIfNeeded: zoom) - 1)
        let merge = Int(tops[Int(anchor)]) + coarser.nonzeroBitCount
        if merges.links[merge].firstChild == Self.none {
            let finer = merges.links[merge].finer
            merges.tallies[merge] =
                finer == Self.none ? points.tally(leads[Int(anchor)]) : merges.tallies[Int(finer)]
        }
        siblings[Int(site)] = merges.links[merge].firstChild
        merges.links[merge].firstChild = site
        merges.tallies[merge] += tally(site)
    }

    /// Puts a point among those of its site, the one with the first id in front.
    mutating func link(_ slot: Int32, to site: Int32) {
        let lead = leads[Int(site)]
        points.sites[Int(slot)] = site
        if lead == Self.none || points.rows[Int(slot)].id < points.rows[Int(lead)].id {
            points.next[Int(slot)] = lead
            leads[Int(site)] = slot
        } else {
            points.next[Int(slot)] = points.next[Int(lead)]
            points.next[Int(lead)] = slot
        }
    }

    /// Takes a point from among those of its site, of which others remain.
    mutating func unlink(point slot: Int32, from site: Int32) {
        var rest = leads[Int(site)]
        leads[Int(site)] = Self.none
        var first = Self.none
        var previous = Self.none
        while rest != Self.none {
            if rest == slot {
                rest = points.next[Int(rest)]
                continue
            }
            if previous != Self.none { points.next[Int(previous)] = rest }
            if leads[Int(site)] == Self.none { leads[Int(site)] = rest }
            if first == Self.none || points.rows[Int(rest)].id < points.rows[Int(first)].id { first = rest }
            previous = rest
            rest = points.next[Int(rest)]
        }
        if previous != Self.none { points.next[Int(previous)] = Self.none }
        moveToFront(first, of: site)
    }

    private mutating func moveToFront(_ slot: Int32, of site: Int32) {
        let lead = leads[Int(site)]
        guard slot != lead else { return }
        var previous = lead
        while points.next[Int(previous)] != slot { previous = points.next[Int(previous)] }
        points.next[Int(previous)] = points.next[Int(slot)]
        points.next[Int(slot)] = lead
        leads[Int(site)] = slot
    }

    private mutating func addPoints(to merge: Int32) {
        var slot = leads[Int(merges.links[Int(merge)].anchor)]
        while slot != Self.none {
            merges.tallies[Int(merge)] += points.tally(slot)
            slot = points.next[Int(slot)]
        }
    }

    mutating func placeMean(_ merge: Int32) {
        let lead = leads[Int(merges.links[Int(merge)].anchor)]
        merges.positions[Int(merge)] = merges.tallies[Int(merge)].mean ?? points.rows[Int(lead)].place
    }
}

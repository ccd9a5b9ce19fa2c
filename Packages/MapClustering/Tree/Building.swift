import OrbitModels

extension ClusterTree {
    /// The clusters of many points at once. The tree has been empty so far, and `points` hold them.
    ///
    /// Sites are numbered in the order of their keys, so that each zoom is one pass over the anchors of the finer one:
    /// an anchor with none of its zoom in reach yet stays. O(n) for a zoom.
    mutating func build() {
        makeSites()
        var anchors = ContiguousArray(Int32(0)..<Int32(truncatingIfNeeded: places.count))
        grids[finest] = CellGrid(columns: reaches[finest].columns, capacity: anchors.count)
        for site in anchors { grids[finest].insert(site, at: places) }
        for zoom in stride(from: finest - 1, through: 0, by: -1) {
            var joining: ContiguousArray<Int32> = []
            anchors = elect(from: anchors, at: zoom, &joining)
            join(joining, at: zoom)
        }
        for site in anchors { levels[Int(site)] = 0 }
    }

    private mutating func makeSites() {
        let pointPlaces = ContiguousArray(points.places.map { PlanePoint($0) })
        let order = KeyOrder.sorted(pointPlaces)
        places.reserveCapacity(order.count)
        leads.reserveCapacity(order.count)
        for (index, entry) in order.enumerated() {
            if index == 0 || order[index - 1].key != entry.key {
                places.append(pointPlaces[Int(entry.slot)])
                leads.append(Self.none)
            }
            link(entry.slot, to: Int32(truncatingIfNeeded: places.count - 1))
        }
        levels = ContiguousArray(repeating: UInt8(truncatingIfNeeded: finest), count: places.count)
        parents = ContiguousArray(repeating: Self.none, count: places.count)
        tops = parents
        siblings = parents
        for site in places.indices where points.next[Int(leads[site])] != Self.none {
            makeSiteMerge(Int32(truncatingIfNeeded: site))
        }
    }

    /// Puts a point among those of its site, the one with the first id in front.
    mutating func link(_ slot: Int32, to site: Int32) {
        let lead = leads[Int(site)]
        points.sites[Int(slot)] = site
        if lead == Self.none || points.ids[Int(slot)] < points.ids[Int(lead)] {
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
            if first == Self.none || points.ids[Int(rest)] < points.ids[Int(first)] { first = rest }
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

    /// The merge of the points at one site.
    mutating func makeSiteMerge(_ site: Int32) {
        let merge = merges.add(
            Merge(
                anchor: site, finer: Self.none, firstChild: Self.none, zoom: UInt8(truncatingIfNeeded: finest),
                tally: Tally(), position: points.places[Int(leads[Int(site)])]))
        var slot = leads[Int(site)]
        while slot != Self.none {
            merges.records[Int(merge)].tally += points.tally(slot)
            merges.count(points.kinds[Int(slot)], in: merge)
            slot = points.next[Int(slot)]
        }
        placeMean(merge)
        tops[Int(site)] = merge
    }

    mutating func placeMean(_ merge: Int32) {
        let record = merges.records[Int(merge)]
        merges.records[Int(merge)].position = record.tally.mean ?? points.places[Int(leads[Int(record.anchor)])]
    }

    /// The anchors of a zoom, in the order of their keys.
    private mutating func elect(
        from candidates: ContiguousArray<Int32>, at zoom: Int, _ joining: inout ContiguousArray<Int32>
    ) -> ContiguousArray<Int32> {
        var anchors: ContiguousArray<Int32> = []
        let reach = reaches[zoom]
        grids[zoom] = CellGrid(columns: reach.columns, capacity: candidates.count)
        var looks = FirstLooks()
        for (index, site) in candidates.enumerated() {
            let lane = index % FirstLooks.block
            if lane == 0 { looks.look(for: candidates[index...], in: grids[zoom], reach: reach, places) }
            if isTaken(site, at: zoom, nearest: looks.squared[lane]) {
                joining.append(site)
            } else {
                anchors.append(site)
                grids[zoom].insert(site, at: places)
            }
        }
        return anchors
    }

    /// - Parameter nearest: The squared distance of some site in the grid.
    private func isTaken(_ site: Int32, at zoom: Int, nearest: Int64) -> Bool {
        let place = places[Int(site)]
        guard isPlain(place, at: zoom) else { return isCovered(place, at: zoom) }
        return nearest <= reaches[zoom].squared || grids[zoom].hasSite(in: reaches[zoom], of: place, places)
    }

    /// Whether the reach of a place stays within the square.
    private func isPlain(_ place: PlanePoint, at zoom: Int) -> Bool {
        place.distanceToEdge > reaches[zoom].radius + 2 && !place.isInCap
    }

    private mutating func join(_ joining: ContiguousArray<Int32>, at zoom: Int) {
        let first = merges.records.count
        var looks = FirstLooks()
        for (index, site) in joining.enumerated() {
            if index % FirstLooks.block == 0 {
                looks.look(for: joining[index...], in: grids[zoom], reach: reaches[zoom], places)
            }
            let place = places[Int(site)]
            guard
                let anchor = isPlain(place, at: zoom)
                    ? grids[zoom].nearestSite(in: reaches[zoom], to: place, places)
                    : nearestAnchor(of: zoom, to: place)
            else { continue }  // it is joining because there is one
            levels[Int(site)] = UInt8(truncatingIfNeeded: zoom + 1)
            parents[Int(site)] = anchor
            let merge = mergeForJoining(anchor, at: zoom)
            siblings[Int(site)] = merges.records[Int(merge)].firstChild
            merges.records[Int(merge)].firstChild = site
            merges.records[Int(merge)].tally += tally(site)
            countKinds(of: site, in: merge)
        }
        for merge in first..<merges.records.count { placeMean(Int32(truncatingIfNeeded: merge)) }
    }

    /// The merge of an anchor at this zoom; a new one if there is none yet. No coarser ones exist yet.
    private mutating func mergeForJoining(_ anchor: Int32, at zoom: Int) -> Int32 {
        let top = tops[Int(anchor)]
        if top != Self.none, merges.records[Int(top)].zoom == zoom { return top }
        let merge = merges.add(
            Merge(
                anchor: anchor, finer: top, firstChild: Self.none, zoom: UInt8(truncatingIfNeeded: zoom),
                tally: tally(anchor), position: points.places[Int(leads[Int(anchor)])]))
        countKinds(of: anchor, in: merge)
        tops[Int(anchor)] = merge
        return merge
    }

    /// Adds the kinds of all that a site has gathered.
    mutating func countKinds(of site: Int32, in merge: Int32, isAdded: Bool = true) {
        let top = tops[Int(site)]
        if top == Self.none {
            merges.count(points.kinds[Int(leads[Int(site)])], in: merge, by: isAdded ? 1 : -1)
        } else {
            merges.countKinds(of: top, in: merge, isAdded: isAdded)
        }
    }
}

extension ClusterTree {
    /// Joins a site, with all sites that have joined it, to an anchor at the zoom `level - 1`, the next coarser one.
    mutating func attach(_ site: Int32, to anchor: Int32, level: UInt8) {
        levels[Int(site)] = level
        parents[Int(site)] = anchor
        let merge = merge(of: anchor, joinedAt: level - 1)
        siblings[Int(site)] = merges.rows[Int(merge)].firstChild
        merges.rows[Int(merge)].firstChild = site
        let tally = tally(site)
        forEachWhole(of: merge) { tree, whole in
            tree.merges.rows[Int(whole)].tally += tally
            tree.placeMean(whole)
        }
    }

    /// Adds a new point of a site to the tallies of a merge and of all merges that contain it.
    mutating func count(_ slot: Int32, in merge: Int32) {
        let tally = points.tally(slot)
        forEachWhole(of: merge) { tree, whole in
            tree.merges.rows[Int(whole)].tally += tally
            tree.placeMean(whole)
        }
    }

    /// Subtracts a removed point of a site from the tallies of a merge and of all merges that contain it.
    mutating func discount(_ slot: Int32, in merge: Int32) {
        let tally = points.tally(slot)
        forEachWhole(of: merge) { tree, whole in
            tree.subtract(tally, from: whole)
            tree.placeMean(whole)
        }
    }

    private mutating func subtract(_ tally: ClusterAccumulator, from whole: Int32) {
        let mayLimitSpan = tally.mayLimitSpan(of: merges.rows[Int(whole)].tally)
        merges.rows[Int(whole)].tally.subtract(tally)
        if mayLimitSpan { findSpan(of: whole) }
    }

    /// Removes a site, with all sites that have joined it, from its anchor. Has no effect if the site has no anchor.
    mutating func detach(_ site: Int32) {
        let anchor = parents[Int(site)]
        guard anchor != Self.none else { return }
        parents[Int(site)] = Self.none
        let merge = merge(of: anchor, at: Int(levels[Int(site)]) - 1)
        unlink(site, from: merge)
        let tally = tally(site)
        forEachWhole(of: merge) { tree, whole in
            tree.subtract(tally, from: whole)
            tree.placeMean(whole)
        }
        if merges.rows[Int(merge)].firstChild == Self.none { dissolve(merge) }
    }

    private mutating func unlink(_ site: Int32, from merge: Int32) {
        let next = siblings[Int(site)]
        siblings[Int(site)] = Self.none
        guard merges.rows[Int(merge)].firstChild != site else {
            merges.rows[Int(merge)].firstChild = next
            return
        }
        var other = merges.rows[Int(merge)].firstChild
        while other != Self.none {
            if siblings[Int(other)] == site {
                siblings[Int(other)] = next
                return
            }
            other = siblings[Int(other)]
        }
    }

    /// Returns the merge of an anchor for the sites that join at a zoom. Creates the merge if it does not exist yet.
    mutating func merge(of anchor: Int32, joinedAt zoom: UInt8) -> Int32 {
        var coarser = Self.none
        var finer = heads[Int(anchor)].top
        while finer != Self.none, merges.rows[Int(finer)].zoom < zoom {
            coarser = finer
            finer = merges.rows[Int(finer)].finer
        }
        if finer != Self.none, merges.rows[Int(finer)].zoom == zoom { return finer }
        let lead = points.rows[Int(heads[Int(anchor)].lead)].place
        let merge = merges.add(
            Merge(
                anchor: anchor, finer: finer, firstChild: Self.none, zoom: zoom,
                position: lead,
                tally: finer == Self.none ? points.tally(heads[Int(anchor)].lead) : merges.rows[Int(finer)].tally))
        if coarser == Self.none {
            heads[Int(anchor)].top = merge
        } else {
            merges.rows[Int(coarser)].finer = merge
        }
        return merge
    }

    /// Removes a merge that has no sites left.
    mutating func dissolve(_ merge: Int32) {
        let record = merges.rows[Int(merge)]
        if heads[Int(record.anchor)].top == merge {
            heads[Int(record.anchor)].top = record.finer
        } else {
            var coarser = heads[Int(record.anchor)].top
            while coarser != Self.none, merges.rows[Int(coarser)].finer != merge {
                coarser = merges.rows[Int(coarser)].finer
            }
            if coarser != Self.none { merges.rows[Int(coarser)].finer = record.finer }
        }
        merges.vacate(merge)
    }

    /// Calls `body` for a merge and all merges that contain it, from fine to coarse.
    private mutating func forEachWhole(of merge: Int32, _ body: (inout Self, Int32) -> Void) {
        var anchor = merges.rows[Int(merge)].anchor
        var zoom = merges.rows[Int(merge)].zoom
        while true {
            var wholes: [Int32] = []  // from coarse to fine, in the order of their links
            var whole = heads[Int(anchor)].top
            while whole != Self.none, merges.rows[Int(whole)].zoom <= zoom {
                wholes.append(whole)
                whole = merges.rows[Int(whole)].finer
            }
            for whole in wholes.reversed() { body(&self, whole) }
            guard parents[Int(anchor)] != Self.none else { return }
            zoom = levels[Int(anchor)] - 1
            anchor = parents[Int(anchor)]
        }
    }

    /// Recomputes the earliest and the latest time of a merge from its parts.
    private mutating func findSpan(of merge: Int32) {
        let record = merges.rows[Int(merge)]
        var earliest = Double.infinity
        var latest = -Double.infinity
        func include(_ part: ClusterAccumulator) {
            earliest = min(earliest, part.earliest)
            latest = max(latest, part.latest)
        }
        if record.zoom == finest {
            var slot = heads[Int(record.anchor)].lead
            while slot != Self.none {
                include(points.tally(slot))
                slot = points.next[Int(slot)]
            }
        } else if record.finer == Self.none {
            include(points.tally(heads[Int(record.anchor)].lead))
        } else {
            include(merges.rows[Int(record.finer)].tally)
        }
        var site = record.firstChild
        while site != Self.none {
            include(tally(site))
            site = siblings[Int(site)]
        }
        merges.rows[Int(merge)].tally.earliest = earliest
        merges.rows[Int(merge)].tally.latest = latest
    }
}

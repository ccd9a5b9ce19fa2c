extension ClusterTree {
    /// Adds a point whose slot has been filled.
    mutating func insert(_ slot: Int32) {
        let place = PlanePoint(points.rows[Int(slot)].place)
        if let site = grids[finest].site(at: place, of: places) {
            let merge = merge(of: site, joinedAt: UInt8(truncatingIfNeeded: finest))
            link(slot, to: site)
            count(slot, in: merge)
            return
        }
        let site = newSite(at: place)
        link(slot, to: site)
        grids[finest].insert(site, at: places)
        apply(repair(added: site, removed: Self.none))
    }

    /// Removes a point and vacates its slot.
    mutating func remove(_ slot: Int32) {
        let site = points.sites[Int(slot)]
        if points.next[Int(heads[Int(site)].lead)] == Self.none {
            grids[finest].remove(site, at: places)
            let changes = repair(added: Self.none, removed: site)
            detach(site)
            apply(changes)
            levels[Int(site)] = .max  // not an anchor at any zoom
            vacantSites.append(site)
        } else {
            unlink(point: slot, from: site)
            let merge = merge(of: site, at: finest)
            discount(slot, in: merge)
            if points.next[Int(heads[Int(site)].lead)] == Self.none { dissolve(merge) }
        }
        points.vacate(slot)
    }

    private mutating func newSite(at place: PlanePoint) -> Int32 {
        if let site = vacantSites.popLast() {
            places[Int(site)] = place
            heads[Int(site)] = SiteHead()
            parents[Int(site)] = Self.none
            siblings[Int(site)] = Self.none
            return site
        }
        places.append(place)
        levels.append(UInt8(truncatingIfNeeded: finest))
        parents.append(Self.none)
        heads.append(SiteHead())
        siblings.append(Self.none)
        return Int32(truncatingIfNeeded: places.count - 1)
    }

    private mutating func apply(_ changes: [Int32: Assignment]) {
        for site in changes.keys { detach(site) }
        // A site is complete before it joins a coarser zoom. Every order gives the same tree.
        for (site, new) in changes.sorted(by: { ($0.value.level, $1.key) > ($1.value.level, $0.key) }) {
            levels[Int(site)] = new.level
            if new.parent != Self.none { attach(site, to: new.parent, level: new.level) }
        }
    }
}

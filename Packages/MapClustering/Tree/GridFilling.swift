extension CellGrid {
    /// Adds many sites, of which none is there yet.
    ///
    /// Each first takes the slot where the search for its cell begins if that is empty, without a branch: so the
    /// processor waits for many slots of memory at a time, where a search waits for one after the other. Those that find
    /// it taken search on soon after, while it is still in the cache.
    mutating func insert(
        contentsOf sites: borrowing ContiguousArray<Int32>, at points: borrowing ContiguousArray<PlanePoint>
    ) {
        reserveHalfFull(sites.count, points)
        let (cells, empty, batch) = (cells, Self.empty, 64)
        slots.withUnsafeMutableBufferPointer { slots in
            withUnsafeTemporaryAllocation(of: Waiting.self, capacity: batch) { waiting in
                for start in stride(from: 0, to: sites.count, by: batch) {
                    var count = 0
                    for index in start..<min(start + batch, sites.count) {
                        let site = sites[index]
                        let slot = cells.home(points[Int(site)])
                        let taken = slots[slot]
                        slots[slot] = taken == empty ? site : taken
                        waiting.initializeElement(at: count, to: Waiting(site: site, slot: slot))
                        count &+= taken == empty ? 0 : 1
                    }
                    for one in waiting[..<count] {
                        var slot = one.slot
                        while slots[slot] != empty { slot = slot &+ 1 == slots.count ? 0 : slot &+ 1 }
                        slots[slot] = one.site
                    }
                }
            }
        }
        count += sites.count
    }

    /// A site whose first slot is taken.
    private struct Waiting {
        let site: Int32
        let slot: Int
    }
}

extension CellGrid {
    /// Adds many sites that the grid does not contain yet.
    mutating func insert(
        contentsOf sites: borrowing ContiguousArray<Int32>, at points: borrowing ContiguousArray<PlanePoint>
    ) {
        reserveHalfFull(sites.count, points)
        let (cells, empty, batch) = (cells, Self.empty, 64)
        // Each site first takes the first slot of its cell if that is empty, without a branch. The processor can then
        // overlap many reads of memory, whereas a search waits for each read. The remaining sites are inserted soon
        // after, while their slots are still in the cache.
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

    /// A site whose first slot is not free.
    private struct Waiting {
        let site: Int32
        let slot: Int
    }
}

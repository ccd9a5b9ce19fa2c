/// The searches of a build, for places of the Mercator square that are out of reach of its upper and lower side.
///
/// Memory is accessed without bounds checks: homes are below the number of slots, and a slot is followed by the next one or the first.
extension CellGrid {
    /// Whether any site is in reach.
    func hasSite(in reach: ZoomReach, of place: PlanePoint, _ places: borrowing ContiguousArray<PlanePoint>) -> Bool {
        var found = false
        scan(reach, place, places) { _, squared in
            found = squared <= reach.squared
            return !found
        }
        return found
    }

    /// The nearest site in reach; of equally near ones the first, whose number is the lowest.
    func nearestSite(
        in reach: ZoomReach, to place: PlanePoint, _ places: borrowing ContiguousArray<PlanePoint>
    ) -> Int32? {
        var best: Int32 = Self.empty
        var least = reach.squared
        scan(reach, place, places) { site, squared in
            if squared < least || squared == least && (best == Self.empty || site < best) {
                (best, least) = (site, squared)
            }
            return true
        }
        return best == Self.empty ? nil : best
    }

    /// All sites in the cells that a circle may touch, some of them twice.
    @inline(__always)
    private func scan(
        _ reach: ZoomReach, _ place: PlanePoint, _ places: borrowing ContiguousArray<PlanePoint>,
        _ visit: (_ site: Int32, _ squared: Int64) -> Bool
    ) {
        let margin = UInt32(truncatingIfNeeded: reach.margin)
        let first = column(place.x &- margin << 2)
        let last = column(place.x &+ margin << 2)
        let columns = min(self.columns, (last >= first ? last : last &+ self.columns) &- first &+ 1)
        let top = row(place.y &- Int32(truncatingIfNeeded: margin))
        let bottom = row(place.y &+ Int32(truncatingIfNeeded: margin))
        slots.withUnsafeBufferPointer { slots in
            places.withUnsafeBufferPointer { places in
                var row = top
                while row <= bottom {
                    var step: UInt32 = 0
                    while step < columns {
                        var slot = home(wrapped(first &+ step), row)
                        while slots[slot] != Self.empty {
                            let squared = PlanePoint.squaredDistance(places[Int(slots[slot])], place)
                            guard visit(slots[slot], squared) else { return }
                            slot = slot &+ 1 == slots.count ? 0 : slot &+ 1
                        }
                        step &+= 1
                    }
                    row &+= 1
                }
            }
        }
    }
}

/// The nearest of the few sites that a first look at the four cells around a place meets.
///
/// A look alone decides nothing but that some site is in reach. It is for speed: whole blocks of places are looked at
/// without a branch, so that the processor waits for many reads of memory at a time, and finds what the search needs in
/// its cache.
struct FirstLooks {
    static let block = 64
    private(set) var squared = ContiguousArray<Int64>(repeating: .max, count: block)
    private var met = ContiguousArray<Int32>(repeating: CellGrid.empty, count: 4 * block)

    /// Looks for the first `block` sites at most.
    mutating func look(
        for sites: ArraySlice<Int32>, in grid: borrowing CellGrid, reach: ZoomReach,
        _ places: borrowing ContiguousArray<PlanePoint>
    ) {
        let margin = Int32(truncatingIfNeeded: reach.margin)
        let step = UInt32(bitPattern: margin) << 2
        grid.slots.withUnsafeBufferPointer { slots in
            for (index, site) in sites.prefix(Self.block).enumerated() {
                let place = places[Int(site)]
                let columns = (grid.column(place.x &- step), grid.column(place.x &+ step))
                let rows = (grid.row(place.y &- margin), grid.row(place.y &+ margin))
                met[4 * index] = slots[grid.home(columns.0, rows.0)]
                met[4 * index + 1] = slots[grid.home(columns.1, rows.0)]
                met[4 * index + 2] = slots[grid.home(columns.0, rows.1)]
                met[4 * index + 3] = slots[grid.home(columns.1, rows.1)]
            }
        }
        for (index, site) in sites.prefix(Self.block).enumerated() {
            let place = places[Int(site)]
            var least = Int64.max
            for corner in 0..<4 {
                let other = met[4 * index + corner]
                let distance = PlanePoint.squaredDistance(places[Int(max(other, 0))], place)
                least = min(least, other == CellGrid.empty ? .max : distance)
            }
            squared[index] = least
        }
    }
}

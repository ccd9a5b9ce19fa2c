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

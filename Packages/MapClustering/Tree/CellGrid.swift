/// Finds the places of one zoom by where they are: an open hash table by square cells.
///
/// Eight neighbouring cells of a row share a home line of eight slots, so that a search touches little memory.
struct CellGrid: Sendable {
    private(set) var slots: ContiguousArray<Int32>
    private(set) var count = 0
    let shift: Int32
    private var lines: UInt32

    static let empty: Int32 = -1

    /// - Parameter shift: A cell is 2^`shift` units wide.
    init(shift: Int32, capacity: Int) {
        self.shift = shift
        lines = UInt32(clamping: max(1, (capacity * 2 + 7) / 8))
        slots = ContiguousArray(repeating: Self.empty, count: Int(lines) * 8)
    }

    var columnMask: UInt32 { (1 << UInt32(30 - shift)) &- 1 }

    func column(_ x: UInt32) -> UInt32 { x &>> UInt32(truncatingIfNeeded: shift &+ 2) }

    func row(_ y: Int32) -> Int32 { y &>> shift }

    func home(_ column: UInt32, _ row: Int32) -> Int {
        var hash = (column >> 3) &* 0x9E37_79B1 ^ UInt32(bitPattern: row) &* 0x85EB_CA77
        hash = (hash ^ (hash >> 15)) &* 0x2C1B_3C6D
        hash = (hash ^ (hash >> 13)) &* 0x297A_2D39
        return Int((UInt64(hash) * UInt64(lines)) >> 32) * 8 + Int(column & 7)
    }

    private func home(_ point: PlanePoint) -> Int { home(column(point.x), row(point.y)) }

    func next(_ slot: Int) -> Int { slot + 1 == slots.count ? 0 : slot + 1 }

    mutating func insert(_ site: Int32, at points: borrowing ContiguousArray<PlanePoint>) {
        if (count + 1) * 3 > slots.count * 2 { grow(points) }
        place(site, at: points[Int(site)])
        count += 1
    }

    private mutating func place(_ site: Int32, at point: PlanePoint) {
        var slot = home(point)
        while slots[slot] != Self.empty { slot = next(slot) }
        slots[slot] = site
    }

    private mutating func grow(_ points: borrowing ContiguousArray<PlanePoint>) {
        let old = slots
        lines = UInt32(clamping: max(1, (count * 4 + 7) / 8))
        slots = ContiguousArray(repeating: Self.empty, count: Int(lines) * 8)
        for site in old where site != Self.empty { place(site, at: points[Int(site)]) }
    }

    /// Takes out a site, and closes the gap in the run of slots (Knuth, *The Art of Computer Programming*, vol. 3,
    /// 6.4, algorithm R).
    mutating func remove(_ site: Int32, at points: borrowing ContiguousArray<PlanePoint>) {
        guard var gap = slot(of: site, at: points[Int(site)]) else { return }
        count -= 1
        slots[gap] = Self.empty
        var slot = next(gap)
        while slots[slot] != Self.empty {
            let home = home(points[Int(slots[slot])])
            let isBetween = gap <= slot ? gap < home && home <= slot : gap < home || home <= slot
            if !isBetween {
                slots[gap] = slots[slot]
                slots[slot] = Self.empty
                gap = slot
            }
            slot = next(slot)
        }
    }

    func contains(_ site: Int32, at point: PlanePoint) -> Bool { slot(of: site, at: point) != nil }

    private func slot(of site: Int32, at point: PlanePoint) -> Int? {
        var slot = home(point)
        while slots[slot] != Self.empty {
            if slots[slot] == site { return slot }
            slot = next(slot)
        }
        return nil
    }

    /// The site at exactly this place.
    func site(at point: PlanePoint, of points: borrowing ContiguousArray<PlanePoint>) -> Int32? {
        var slot = home(point)
        while slots[slot] != Self.empty {
            if points[Int(slots[slot])] == point { return slots[slot] }
            slot = next(slot)
        }
        return nil
    }

    /// Every site in the cells that touch a rectangle, once. Some of them lie outside of it.
    func visit(
        _ area: PlaneArea, of points: borrowing ContiguousArray<PlanePoint>, _ body: (Int32, PlanePoint) -> Void
    ) {
        guard area.top <= area.bottom else { return }
        let rows = row(area.top)...row(area.bottom)
        let first = column(area.west)
        let columns = min(
            UInt64(columnMask) + 1, (UInt64(area.west & lowBits) + area.width) >> UInt64(shift + 2) + 1)
        guard columns * UInt64(rows.count) < UInt64(slots.count) else {
            for site in slots where site != Self.empty { body(site, points[Int(site)]) }
            return
        }
        for row in rows {
            for step in 0..<UInt32(columns) {
                let column = (first &+ step) & columnMask
                var slot = home(column, row)
                while slots[slot] != Self.empty {
                    let point = points[Int(slots[slot])]
                    if self.column(point.x) == column, self.row(point.y) == row { body(slots[slot], point) }
                    slot = next(slot)
                }
            }
        }
    }

    /// The part of an `x` that lies within its column.
    private var lowBits: UInt32 { (1 << UInt32(shift + 2)) &- 1 }
}

/// A rectangle of the plane.
struct PlaneArea: Sendable {
    let west: UInt32
    /// In steps of `x`; 2³² or more is all around.
    let width: UInt64
    let top: Int32
    let bottom: Int32

    /// What lies within `reach` units of a point to all four sides.
    init(around point: PlanePoint, reach: Int64) {
        self.init(
            west: point.x &- UInt32(truncatingIfNeeded: reach << 2), width: UInt64(reach) << 3,
            top: Int64(point.y) - reach, bottom: Int64(point.y) + reach)
    }

    init(west: UInt32, width: UInt64, top: Int64, bottom: Int64) {
        self.west = west
        self.width = width
        self.top = Int32(clamping: top)
        self.bottom = Int32(clamping: bottom)
    }
}

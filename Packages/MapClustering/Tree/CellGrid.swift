/// An index of the sites of one zoom by place: an open-addressing hash table with square cells.
struct CellGrid: Sendable {
    var slots: ContiguousArray<Int32>
    var count = 0
    /// The number of cells around the world.
    let columns: UInt32

    static let empty: Int32 = -1

    init(columns: UInt32, capacity: Int) {
        self.columns = columns
        slots = ContiguousArray(repeating: Self.empty, count: max(8, capacity * 2))
    }

    var cells: GridCells { GridCells(columns: columns, slots: slots.count) }

    private func home(_ point: PlanePoint) -> Int { cells.home(point) }

    func next(_ slot: Int) -> Int { slot + 1 == slots.count ? 0 : slot + 1 }

    mutating func insert(_ site: Int32, at points: borrowing ContiguousArray<PlanePoint>) {
        if (count + 1) * 3 > slots.count * 2 { resize(max(8, count * 4), points) }
        place(site, at: points[Int(site)])
        count += 1
    }

    private mutating func place(_ site: Int32, at point: PlanePoint) {
        var slot = home(point)
        slots.withUnsafeMutableBufferPointer { slots in
            while slots[slot] != Self.empty { slot = slot &+ 1 == slots.count ? 0 : slot &+ 1 }
            slots[slot] = site
        }
    }

    /// Makes room for more sites, so that at most half of the slots are used.
    mutating func reserveHalfFull(_ more: Int, _ points: borrowing ContiguousArray<PlanePoint>) {
        if (count + more) * 2 > slots.count { resize(max(8, (count + more) * 2), points) }
    }

    private mutating func resize(_ size: Int, _ points: borrowing ContiguousArray<PlanePoint>) {
        let old = slots
        slots = ContiguousArray(repeating: Self.empty, count: size)
        for site in old where site != Self.empty { place(site, at: points[Int(site)]) }
    }

    /// Removes a site, and closes the gap in the run of slots (Knuth, *The Art of Computer Programming*, vol. 3, 6.4,
    /// algorithm R).
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

    /// Returns the site at exactly this place.
    func site(at point: PlanePoint, of points: borrowing ContiguousArray<PlanePoint>) -> Int32? {
        var slot = home(point)
        while slots[slot] != Self.empty {
            if points[Int(slots[slot])] == point { return slots[slot] }
            slot = next(slot)
        }
        return nil
    }

    /// Calls `body` once for every site in the cells that touch a rectangle. A site may be outside of the rectangle.
    @inline(__always)
    func visit(
        _ area: PlaneArea, of points: borrowing ContiguousArray<PlanePoint>, _ body: (Int32, PlanePoint) -> Void
    ) {
        let cells = cells
        guard let range = CellRange(area, in: cells) else { return }
        guard range.count < UInt64(slots.count) else {
            for site in slots where site != Self.empty { body(site, points[Int(site)]) }
            return
        }
        range.forEach { column, row in
            var slot = cells.home(column, row)
            while slots[slot] != Self.empty {
                let point = points[Int(slots[slot])]
                if cells.column(point.x) == column, cells.row(point.y) == row { body(slots[slot], point) }
                slot = next(slot)
            }
        }
    }

    /// The cells of a grid, with the first slot of each cell in the table.
    struct GridCells {
        /// The number of cells around the world.
        let columns: UInt32
        /// The number of slots in the table.
        let slots: Int

        @inline(__always)
        func column(_ x: UInt32) -> UInt32 { UInt32(truncatingIfNeeded: (UInt64(x) &* UInt64(columns)) &>> 32) }

        @inline(__always)
        func row(_ y: Int32) -> Int32 {
            Int32(truncatingIfNeeded: ((Int64(y) &+ 1 << 30) &* Int64(columns)) &>> 30)
        }

        /// Returns the first slot of a cell. In a block of 2 × 2 cells, the first slots are two slots apart.
        @inline(__always)
        func home(_ column: UInt32, _ row: Int32) -> Int {
            var hash = UInt64(column >> 1) << 32 | UInt64(UInt32(bitPattern: row >> 1))
            hash = (hash ^ (hash >> 29)) &* 0xBF58_476D_1CE4_E5B9
            hash = (hash ^ (hash >> 32)) & 0xFFFF_FFFF
            let slot =
                Int(truncatingIfNeeded: (hash &* UInt64(truncatingIfNeeded: slots)) >> 32)
                &+ Int(truncatingIfNeeded: column & 1 | UInt32(bitPattern: row & 1) << 1) &* 2
            return slot < slots ? slot : slot &- slots
        }

        @inline(__always)
        func home(_ point: PlanePoint) -> Int { home(column(point.x), row(point.y)) }
    }
}

/// A rectangle of the plane.
struct PlaneArea: Sendable {
    let west: UInt32
    /// The width, in steps of `x`. A width of 2³² or more spans all longitudes.
    let width: UInt64
    let top: Int32
    let bottom: Int32

    /// Creates the square that extends `reach` units from a point to all four sides.
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

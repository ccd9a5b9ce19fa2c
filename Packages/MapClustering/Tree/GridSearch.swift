extension CellGrid {
    /// Returns the sites in the cells that touch a rectangle. A site may be outside of the rectangle.
    ///
    /// The result is `nil` if there are more cells than slots. Then it is faster to check all sites.
    func sites(in area: PlaneArea, of points: borrowing ContiguousArray<PlanePoint>) -> ContiguousArray<Int32>? {
        guard let range = CellRange(area, in: cells) else { return [] }
        guard range.count < UInt64(slots.count) else { return nil }
        let cells = cells
        // Each step runs for all cells, and unpredictable branches are avoided. The processor can then overlap many
        // reads.
        var starts: ContiguousArray<Start> = []
        starts.reserveCapacity(Int(range.count))
        range.forEach { column, row in
            let slot = cells.home(column, row)
            starts.append(Start(column: column, row: row, slot: slot, site: slots[slot]))
        }
        var found: ContiguousArray<Found> = []
        found.reserveCapacity(starts.count)
        for start in starts {
            var (slot, site) = (start.slot, start.site)
            while site != Self.empty {
                found.append(Found(column: start.column, row: start.row, site: site))
                slot = next(slot)
                site = slots[slot]
            }
        }
        return ContiguousArray(unsafeUninitializedCapacity: found.count) { sites, count in
            for one in found {
                let point = points[Int(one.site)]
                sites.initializeElement(at: count, to: one.site)
                count &+= (cells.column(point.x) == one.column ? 1 : 0) & (cells.row(point.y) == one.row ? 1 : 0)
            }
        }
    }

    /// The first slot of a cell, with the site in that slot.
    private struct Start {
        let column: UInt32
        let row: Int32
        let slot: Int
        let site: Int32
    }

    /// A site that was found in the search for a cell. It may be in another cell.
    private struct Found {
        let column: UInt32
        let row: Int32
        let site: Int32
    }

    /// The cells that touch a rectangle.
    struct CellRange {
        private let rows: ClosedRange<Int32>
        private let first: UInt32
        private let columns: UInt64
        private let around: UInt32

        /// Creates the range. The result is `nil` if no cell touches the rectangle.
        init?(_ area: PlaneArea, in cells: GridCells) {
            guard area.top <= area.bottom else { return nil }
            rows = cells.row(area.top)...cells.row(area.bottom)
            first = cells.column(area.west)
            around = cells.columns
            let width =
                area.width >= 1 << 32
                ? UInt64(around) : ((UInt64(area.west) + area.width) * UInt64(around)) >> 32 - UInt64(first) + 1
            columns = min(UInt64(around), width)
        }

        var count: UInt64 { columns * UInt64(rows.count) }

        @inline(__always)
        func forEach(_ body: (_ column: UInt32, _ row: Int32) -> Void) {
            for row in rows {
                for step in 0..<UInt32(truncatingIfNeeded: columns) {
                    let column = first &+ step
                    body(column >= around ? column &- around : column, row)
                }
            }
        }
    }
}

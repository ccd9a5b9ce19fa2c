import OrbitModels

/// A cluster of several points, from the zoom at which it comes together to the one at which its anchor gathers more.
/// What a map asks of it lies side by side in memory.
struct Merge: Sendable {
    let anchor: Int32
    /// Of the same anchor at the next finer zoom with another merge; none if the anchor is a single point there.
    var finer: Int32
    /// The first site that joins; at the finest zoom none, as its points are at one site.
    var firstChild: Int32
    /// The finest zoom at which it is together.
    let zoom: UInt8
    /// The mean of the points.
    var position: Coordinates
    var tally: Tally
}

/// The merges, by slot. Slots of merges that came apart are used again.
struct MergeTable: Sendable {
    var rows: ContiguousArray<Merge> = []
    private var vacant: [Int32] = []

    mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

    mutating func add(_ merge: Merge) -> Int32 {
        if let slot = vacant.popLast() {
            rows[Int(slot)] = merge
            return slot
        }
        rows.append(merge)
        return Int32(truncatingIfNeeded: rows.count - 1)
    }

    mutating func vacate(_ slot: Int32) { vacant.append(slot) }
}

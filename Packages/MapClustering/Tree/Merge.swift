import OrbitModels

/// A cluster of several points, from the zoom at which it comes together to the one at which its anchor gathers more.
struct Merge: Sendable {
    let anchor: Int32
    /// Of the same anchor at the next finer zoom with another merge; none if the anchor is a single point there.
    var finer: Int32
    /// The first site that joins; at the finest zoom none, as its points are at one site.
    var firstChild: Int32
    /// The finest zoom at which it is together.
    let zoom: UInt8
}

/// The merges, by slot. Slots of merges that came apart are used again.
struct MergeColumns: Sendable {
    var links: ContiguousArray<Merge> = []
    var tallies: ContiguousArray<Tally> = []
    /// The means of the points.
    var positions: ContiguousArray<Coordinates> = []
    private var vacant: [Int32] = []

    mutating func reserve(_ count: Int) {
        links.reserveCapacity(count)
        tallies.reserveCapacity(count)
        positions.reserveCapacity(count)
    }

    mutating func add(_ merge: Merge, _ tally: Tally, at position: Coordinates) -> Int32 {
        if let slot = vacant.popLast() {
            links[Int(slot)] = merge
            tallies[Int(slot)] = tally
            positions[Int(slot)] = position
            return slot
        }
        links.append(merge)
        tallies.append(tally)
        positions.append(position)
        return Int32(truncatingIfNeeded: links.count - 1)
    }

    mutating func vacate(_ slot: Int32) { vacant.append(slot) }
}

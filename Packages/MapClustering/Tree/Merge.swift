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
    var tally: Tally
    /// The mean of the points.
    var position: Coordinates
}

/// The merges, by slot. Slots of merges that came apart are used again.
struct MergeColumns: Sendable {
    var records: ContiguousArray<Merge> = []
    /// How many points there are of each kind, `width` numbers for each merge.
    private(set) var kinds: ContiguousArray<UInt32> = []
    private var vacant: [Int32] = []

    /// The kinds that are counted apart: those that this version knows, the rest as the last one.
    static let kinds = EventType.known
    static var width: Int { kinds.count }

    static func column(_ kind: EventType) -> Int { kinds.firstIndex(of: kind) ?? width - 1 }

    mutating func add(_ merge: Merge) -> Int32 {
        if let slot = vacant.popLast() {
            records[Int(slot)] = merge
            for column in 0..<Self.width { kinds[Int(slot) * Self.width + column] = 0 }
            return slot
        }
        records.append(merge)
        kinds.append(contentsOf: repeatElement(0, count: Self.width))
        return Int32(truncatingIfNeeded: records.count - 1)
    }

    mutating func vacate(_ slot: Int32) { vacant.append(slot) }

    mutating func count(_ kind: EventType, in merge: Int32, by change: Int32 = 1) {
        kinds[Int(merge) * Self.width + Self.column(kind)] &+= UInt32(bitPattern: change)
    }

    /// Adds the kinds of one merge to another, or takes them away.
    mutating func countKinds(of part: Int32, in whole: Int32, isAdded: Bool = true) {
        let (from, to) = (Int(part) * Self.width, Int(whole) * Self.width)
        for column in 0..<Self.width {
            if isAdded {
                kinds[to + column] &+= kinds[from + column]
            } else {
                kinds[to + column] &-= kinds[from + column]
            }
        }
    }

    func kindCounts(_ merge: Int32) -> ArraySlice<UInt32> {
        ArraySlice(kinds[(Int(merge) * Self.width)..<((Int(merge) + 1) * Self.width)])
    }
}

/// The candidates for the anchors of a zoom, while a tree is built.
///
/// A site becomes an anchor if no site with a lower key in its reach does. The plane is divided into squares, and the
/// candidates are decided square by square, in the order of sites in memory. A square waits for a neighbouring square
/// only until that has reached the same key. In the order of keys alone, each step would read memory in a different
/// place.
struct Candidates {
    struct Candidate {
        let key: PlaceKey
        let place: PlanePoint
        let site: Int32
    }

    /// The candidates in one square, ordered by key. Candidates that became anchors are moved to the front.
    struct Run {
        let block: Int32
        let start: Int32
        /// The end of the anchors.
        var anchorEnd: Int32
        /// The first undecided candidate.
        var next: Int32
    }

    /// A block of 64 squares. Their runs are consecutive.
    private struct Block {
        let code: UInt64
        let firstRun: Int32
        /// The squares that contain candidates, as bits.
        var squares: UInt64
    }

    /// The decision on a candidate.
    enum CandidateDecision: Equatable {
        case anchor
        case joins
        /// The decision has to wait until the given run has reached the same key.
        case waits(Int32)
    }

    /// The candidates on the chart of Web Mercator that cannot reach the upper or lower edge of the chart, grouped by
    /// run.
    private(set) var plain: ContiguousArray<Candidate>
    private(set) var runs: ContiguousArray<Run> = []
    /// All other candidates, ordered by key, and the index of the first undecided one. Anchors are moved to the front.
    private(set) var polar: ContiguousArray<Candidate> = []
    private(set) var polarAnchorEnd = 0
    private(set) var polarNext = 0

    private var blocks: ContiguousArray<Block> = []
    /// An open-addressing hash table of the blocks by code.
    private var table: ContiguousArray<Int32> = []
    private var mask = 0
    private var squaredReach: Int64 = 0
    private var margin: Int32 = 0
    private var bits: UInt32 = 0

    static let none: Int32 = -1
    private static let columnBits: UInt64 = 0x5555_5555_5555_5555

    init(_ sites: ContiguousArray<Candidate>) {
        plain = sites
    }

    /// Starts a zoom. The candidates are the anchors of the previous zoom, or all sites.
    mutating func begin(_ reach: ZoomRadius) {
        squaredReach = reach.squared
        margin = Int32(truncatingIfNeeded: reach.margin)
        bits = 0
        while 1 << bits < margin { bits += 1 }
        bits += 1
        polar.removeSubrange(polarAnchorEnd...)
        keepAnchors()
        formRuns(before: PlanePoint.edge - margin - 3)
        polar.sort { $0.key < $1.key }
        (polarNext, polarAnchorEnd) = (0, 0)
        fillTable()
    }

    private mutating func keepAnchors() {
        guard !runs.isEmpty else { return }
        var end = 0
        plain.withUnsafeMutableBufferPointer { plain in
            for run in runs {
                for index in Int(run.start)..<Int(run.anchorEnd) {
                    plain[end] = plain[index]
                    end += 1
                }
            }
        }
        plain.removeSubrange(end...)
    }

    private mutating func formRuns(before limit: Int32) {
        runs.removeAll(keepingCapacity: true)
        blocks.removeAll(keepingCapacity: true)
        var end: Int32 = 0
        var last = UInt64.max
        let shift = UInt64(2 * bits)
        for index in plain.indices {
            let candidate = plain[index]
            guard abs(candidate.place.y) < limit else {
                polar.append(candidate)
                continue
            }
            let square = candidate.place.code >> shift
            if square != last {
                sortLastRun(to: end)
                if square >> 6 != last >> 6 || blocks.isEmpty {
                    let first = Int32(truncatingIfNeeded: runs.count)
                    blocks.append(Block(code: square >> 6, firstRun: first, squares: 0))
                }
                blocks[blocks.count - 1].squares |= 1 << (square & 63)
                let block = Int32(truncatingIfNeeded: blocks.count - 1)
                runs.append(Run(block: block, start: end, anchorEnd: end, next: end))
                last = square
            }
            plain[Int(end)] = candidate
            end += 1
        }
        sortLastRun(to: end)
        plain.removeSubrange(Int(end)...)
    }

    private mutating func sortLastRun(to end: Int32) {
        guard let start = runs.last?.start, end - start > 1 else { return }
        guard end - start < 16 else { return plain[Int(start)..<Int(end)].sort { $0.key < $1.key } }
        for index in (Int(start) + 1)..<Int(end) {
            let candidate = plain[index]
            var place = index
            while place > start, candidate.key < plain[place - 1].key {
                plain[place] = plain[place - 1]
                place -= 1
            }
            plain[place] = candidate
        }
    }

    private mutating func fillTable() {
        var size = 32
        while size < 2 * blocks.count { size *= 2 }
        if table.count < size {
            table = ContiguousArray(repeating: Self.none, count: size)
        } else {
            for index in 0..<size { table[index] = Self.none }
        }
        mask = size - 1
        for (number, block) in blocks.enumerated() {
            var slot = home(block.code)
            while table[slot] != Self.none { slot = (slot + 1) & mask }
            table[slot] = Int32(truncatingIfNeeded: number)
        }
    }

    @inline(__always)
    private func home(_ code: UInt64) -> Int {
        Int(truncatingIfNeeded: (code &* 0x9E37_79B9_7F4A_7C15) >> 32) & mask
    }

    private func block(with code: UInt64) -> Int32 {
        var slot = home(code)
        while true {
            let number = table[slot]
            if number == Self.none || blocks[Int(number)].code == code { return number }
            slot = (slot &+ 1) & mask
        }
    }

    /// Returns the run of a square, or `none`. The block `home` is tried first.
    @inline(__always)
    private func run(of square: UInt64, near home: Int32) -> Int32 {
        let code = square >> 6
        var number = home
        if home == Self.none || blocks[Int(home)].code != code {
            number = block(with: code)
            if number == Self.none { return Self.none }
        }
        let block = blocks[Int(number)]
        let bit: UInt64 = 1 &<< (square & 63)
        guard block.squares & bit != 0 else { return Self.none }
        return block.firstRun &+ Int32(truncatingIfNeeded: (block.squares & (bit &- 1)).nonzeroBitCount)
    }

    func end(of run: Int) -> Int32 {
        run + 1 < runs.count ? runs[run + 1].start : Int32(truncatingIfNeeded: plain.count)
    }

    /// Calls `body` for the runs of other squares that a circle around a place may touch, until it returns `false`.
    @inline(__always)
    private func forEachRun(around place: PlanePoint, near home: Int32, _ body: (Int32) -> Bool) {
        let side: Int32 = 1 << bits
        let (x, y) = (Int32(truncatingIfNeeded: place.x >> 2) & (side - 1), (place.y &+ 1 << 30) & (side - 1))
        let square = place.code >> UInt64(2 * bits)
        let columnMask = (UInt64(1) << 60 - 1) >> UInt64(2 * bits) & Self.columnBits
        let rowMask = Self.columnBits << 1
        let (column, row) = (square & columnMask, square & rowMask)
        let columns = (
            ((column &- 1) & columnMask), column, (((column | ~columnMask) &+ 1) & columnMask)
        )
        let rows = (((row &- 2) & rowMask), row, (((row | ~rowMask) &+ 2) & rowMask))
        let (west, east) = (x < margin, x &+ margin >= side)
        @inline(__always)
        func visit(_ square: UInt64) -> Bool {
            let number = run(of: square, near: home)
            return number == Self.none || body(number)
        }
        if west, !visit(columns.0 | row) { return }
        if east, !visit(columns.2 | row) { return }
        if y < margin {
            if !visit(column | rows.0) { return }
            if west, !visit(columns.0 | rows.0) { return }
            if east, !visit(columns.2 | rows.0) { return }
        }
        if y &+ margin >= side {
            if !visit(column | rows.2) { return }
            if west, !visit(columns.0 | rows.2) { return }
            if east, !visit(columns.2 | rows.2) { return }
        }
    }

    /// Returns the decision on the next candidate of a run, based on its own square and the neighbouring squares.
    func decision(on candidate: Candidate, in own: Int) -> CandidateDecision {
        if hasAnchor(own, near: candidate.place) { return .joins }
        var decision = CandidateDecision.anchor
        forEachRun(around: candidate.place, near: runs[own].block) { run in
            if hasAnchor(Int(run), near: candidate.place) {
                decision = .joins
                return false
            }
            if waits(candidate, for: Int(run)) { decision = .waits(run) }
            return true
        }
        return decision
    }

    /// Returns a run around a place that has undecided candidates with lower keys.
    func runToWaitFor(_ candidate: Candidate) -> Int32? {
        let own = run(of: candidate.place.code >> UInt64(2 * bits), near: Self.none)
        if own != Self.none, waits(candidate, for: Int(own)) { return own }
        var found: Int32?
        forEachRun(around: candidate.place, near: Self.none) { run in
            if waits(candidate, for: Int(run)) { found = run }
            return found == nil
        }
        return found
    }

    @inline(__always)
    private func waits(_ candidate: Candidate, for run: Int) -> Bool {
        let next = runs[run].next
        return next < end(of: run) && plain[Int(next)].key < candidate.key
    }

    @inline(__always)
    private func hasAnchor(_ run: Int, near place: PlanePoint) -> Bool {
        for index in Int(runs[run].start)..<Int(runs[run].anchorEnd)
        where PlanePoint.squaredDistance(plain[index].place, place) <= squaredReach { return true }
        return false
    }

    /// Returns the nearest anchor to a candidate that joins an anchor. Among equally near anchors, the lowest key wins.
    func nearestAnchor(to candidate: Candidate, in own: Int) -> Int32 {
        var best: (squared: Int64, key: PlaceKey, site: Int32) = (squaredReach, PlaceKey(value: .max), Self.none)
        func look(_ run: Int) {
            for index in Int(runs[run].start)..<Int(runs[run].anchorEnd) {
                let squared = PlanePoint.squaredDistance(plain[index].place, candidate.place)
                if squared < best.squared || squared == best.squared && plain[index].key <= best.key {
                    best = (squared, plain[index].key, plain[index].site)
                }
            }
        }
        look(own)
        forEachRun(around: candidate.place, near: runs[own].block) {
            look(Int($0))
            return true
        }
        return best.site
    }

    /// Whether candidates near the poles may be in reach of this place, which is not near a pole itself.
    func isBesidePolar(_ place: PlanePoint) -> Bool { abs(place.y) >= PlanePoint.edge - 2 * margin - 6 }

    /// The sites of the anchors that no candidate near the poles can reach. The grid already contains the remaining
    /// anchors.
    var anchorsAwayFromPolar: ContiguousArray<Int32> {
        var sites: ContiguousArray<Int32> = []
        sites.reserveCapacity(runs.reduce(0) { $0 + Int($1.anchorEnd - $1.start) })
        for run in runs {
            for anchor in plain[Int(run.start)..<Int(run.anchorEnd)] where !isBesidePolar(anchor.place) {
                sites.append(anchor.site)
            }
        }
        return sites
    }

    mutating func decideNext(of run: Int, isAnchor: Bool) {
        if isAnchor {
            plain.swapAt(Int(runs[run].anchorEnd), Int(runs[run].next))
            runs[run].anchorEnd += 1
        }
        runs[run].next += 1
    }

    mutating func decideNextPolar(isAnchor: Bool) {
        if isAnchor {
            polar.swapAt(polarAnchorEnd, polarNext)
            polarAnchorEnd += 1
        }
        polarNext += 1
    }
}

public import OrbitModels

/// A layout of people as planets around the user. A better match is closer. It does not depend on a screen; renderers
/// draw it.
///
/// ```swift
/// var system = SolarSystem(ranked: candidates, on: .phone, roomFor: 60)
/// system.remove(blocked)                         // no other planet moves
/// let moved = system.update(ranked: candidates)  // moves as few as possible
/// let picture = SolarSystemSVG().text(for: system)
/// ```
///
/// Invariants, for 0 to 500 people on any canvas:
///
/// - **Closer is better.** No planet is farther from the centre than a lower ranked planet. Planets on an orbit
///   are equally far, whatever their ranks.
/// - **Nothing overlaps.** No planet touches another or the centre, or leaves the canvas. They shrink instead.
/// - **Planets stay put.** ``remove(_:)`` and ``insert(_:at:)`` move no planet; insertions shrink them instead.
///   ``update(ranked:)`` moves as few as the new order allows.
/// - **Deterministic.** A fresh layout depends only on the ranked list and the canvas. Each later layout depends only
///   on the change and the layout before. Clocks, randomness and C libraries are not used, so all devices and all runs
///   agree.
///
/// Two systems with the same people can differ, because planets keep their places. This is unavoidable. Suppose that
/// places depended only on the list and no planet moved when others leave. Then each place could depend only on its own
/// person, and not on rank.
public struct SolarSystem: Hashable, Sendable {
    /// The maximum number of planets. People ranked after it are omitted.
    public static let limit = 500
    /// The minimum diameter of a planet in points. For smaller planets, the rounding of positions is too coarse.
    private static let speck = 0.2

    let orbits: Orbits
    /// The seats in the order of rank, and therefore by radius, ascending.
    private(set) var seats: [Seat]
    private let expected: Int

    /// Creates a fresh layout. O(n log n).
    ///
    /// - Parameters:
    ///   - ranked: Best first. A repeated person counts once, at the better rank.
    ///   - expected: The number of people after all further pages of the list are loaded. Room is reserved for them on
    ///     the outer orbits, so that the present planets can stay in place.
    public init(ranked: some Sequence<Candidate>, on canvas: Canvas = .phone, roomFor expected: Int = 0) {
        let candidates = Self.drawn(ranked)
        self.expected = min(max(expected, 0), Self.limit)
        let count = max(self.expected, candidates.count)
        orbits = Orbits.fitting(count, on: canvas)
        seats = orbits.freshSeats(for: candidates, of: count)
    }

    /// The canvas of the layout.
    public var canvas: Canvas { orbits.canvas }

    /// The people with a planet, best first.
    public var people: [Candidate] { seats.map(\.candidate) }

    /// A fresh layout of the same people, on another canvas if given.
    public func rearranged(on canvas: Canvas? = nil) -> SolarSystem {
        SolarSystem(ranked: people, on: canvas ?? self.canvas, roomFor: expected)
    }

    /// Whether keeping planets in place has cost so much room that the smallest has less than half the diameter of a
    /// fresh layout.
    public var isCramped: Bool {
        guard let smallest = diameters.min() else { return false }
        return smallest < Orbits.fitting(max(seats.count, expected), on: canvas).diameter / 2
    }

    /// Removes a planet. All others stay in place.
    ///
    /// - Returns: Whether it was there.
    @discardableResult
    public mutating func remove(_ id: UserID) -> Bool {
        guard let index = seats.firstIndex(where: { $0.candidate.id == id }) else { return false }
        seats.remove(at: index)
        return true
    }

    /// Adds a planet at a rank, counted from 0. All other planets stay in place; neighbours may shrink.
    ///
    /// - Returns: Whether the planet was added. It is not added if the person is there already, if there are ``limit``
    ///   planets, or if the neighbouring ranks leave no room. The last case takes hundreds of insertions at the same
    ///   rank, and ``isCramped`` is `true` long before.
    @discardableResult
    public mutating func insert(_ candidate: Candidate, at rank: Int) -> Bool {
        guard seats.count < Self.limit, !seats.contains(where: { $0.candidate.id == candidate.id }) else {
            return false
        }
        return seat(candidate, at: min(max(rank, 0), seats.count), of: seats.count + 1, leastDiameter: Self.speck)
    }

    /// Applies a new ranking, and moves as few planets as possible.
    ///
    /// A longest subsequence of planets whose distances are already in the new order stays in place. People who are no
    /// longer ranked are removed. New people take free places without moving others. If a planet would get less than
    /// half the diameter of a fresh layout, the layout is fresh instead.
    ///
    /// - Returns: The people who were there before and have moved.
    /// - Complexity: O(n log n), and O(n) for each planet that is new or moves.
    @discardableResult
    public mutating func update(ranked: some Sequence<Candidate>) -> Set<UserID> {
        let candidates = Self.drawn(ranked)
        let before = Dictionary(uniqueKeysWithValues: seats.map { ($0.candidate.id, $0) })
        let fresh = SolarSystem(ranked: candidates, on: canvas, roomFor: expected)
        var next = self
        if !next.keepPlaces(of: candidates, before: before, leastDiameter: fresh.orbits.diameter / 2) { next = fresh }
        let moved = next.seats.filter { seat in
            before[seat.candidate.id].map { $0.point != seat.point || $0.radius != seat.radius } ?? false
        }
        self = next
        return Set(moved.map(\.candidate.id))
    }

    /// Seats the candidates, and keeps as many planets as possible in place.
    ///
    /// - Returns: Whether every planet has a place and the minimum diameter.
    private mutating func keepPlaces(
        of candidates: [Candidate], before: [UserID: Seat], leastDiameter: Double
    ) -> Bool {
        let known = candidates.enumerated().compactMap { rank, candidate in
            before[candidate.id].map { (rank: rank, radius: $0.radius) }
        }
        guard !known.isEmpty else { return false }
        let staying = Set(known.map(\.radius).longestAscent().map { known[$0].rank })
        seats = candidates.enumerated().compactMap { rank, candidate in
            guard staying.contains(rank), var seat = before[candidate.id] else { return nil }
            seat.candidate = candidate
            return seat
        }
        guard staying.count < candidates.count else { return true }
        for (rank, candidate) in candidates.enumerated() where !staying.contains(rank) {
            guard seat(candidate, at: rank, of: candidates.count, leastDiameter: leastDiameter)
            else { return false }
        }
        return diameters.allSatisfy { $0 >= leastDiameter }
    }

    /// Seats a candidate between the neighbours in rank.
    private mutating func seat(
        _ candidate: Candidate, at rank: Int, of count: Int, leastDiameter: Double
    ) -> Bool {
        let low = rank > 0 ? seats[rank - 1].radius : orbits.innermost
        let high = rank < seats.count ? seats[rank].radius : max(orbits.outermost, low)
        let target = orbits.orbit(for: rank, of: max(count, expected))?.radius ?? low
        guard
            let seat = orbits.freePlace(
                for: candidate, from: low, through: high, wanting: min(max(target, low), high),
                leastDiameter: leastDiameter, among: seats)
        else { return false }
        seats.insert(seat, at: rank)
        return true
    }

    private static func drawn(_ ranked: some Sequence<Candidate>) -> [Candidate] {
        var seen: Set<UserID> = []
        var drawn: [Candidate] = []
        for candidate in ranked where seen.insert(candidate.id).inserted {
            drawn.append(candidate)
            if drawn.count == limit { break }
        }
        return drawn
    }
}

extension [Double] {
    /// The indices of a longest non-decreasing subsequence (patience sorting). O(n log n).
    fileprivate func longestAscent() -> [Int] {
        var ends: [Int] = []  // ends[k]: the index of the lowest last element of an ascent of k + 1 elements
        var previous = [Int?](repeating: nil, count: count)
        for index in indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if self[ends[middle]] <= self[index] { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var ascent: [Int] = []
        var index = ends.last
        while let current = index {
            ascent.append(current)
            index = previous[current]
        }
        return ascent.reversed()
    }
}

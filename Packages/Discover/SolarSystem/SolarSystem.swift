public import OrbitModels

/// People as planets around you: the better the match, the closer. A model without a screen; renderers draw it.
///
/// ```swift
/// var system = SolarSystem(of: people, on: .phone, roomFor: 60)
/// system.remove(blocked)                         // nobody else moves
/// let moved = system.update(ranked: candidates)  // nobody moves who need not
/// let picture = SolarSystemSVG().text(for: system)
/// ```
///
/// At any time, with 0 to 500 people, on any canvas:
///
/// - **Closer is better.** Nobody is farther from the centre than somebody ranked below them. Planets on one orbit
///   are equally far, whatever their ranks.
/// - **Nothing overlaps.** No planet touches another or the centre, or leaves the canvas. They shrink instead.
/// - **Planets stay put.** ``remove(_:)`` and ``insert(_:at:)`` move nobody; the price of an insertion is size.
///   ``update(ranked:)`` moves as few as the new order allows.
/// - **The same everywhere.** A fresh layout depends on the ranked list and the canvas alone, and each step after
///   it on the one before: no clock, no chance, no C library. All devices and all runs agree.
///
/// Two systems with the same people can differ, since planets remember where they were. It cannot be otherwise: were
/// places computed from the list alone, and did nobody ever move when others leave, then each place could
/// depend on nothing but its own person, and rank would mean nothing.
public struct SolarSystem: Hashable, Sendable {
    /// More planets than this are not drawn; the people after them are left out.
    public static let limit = 500
    /// The least diameter of a planet, in points: less would be lost in rounding.
    private static let speck = 0.2

    let orbits: Orbits
    /// In order of rank, which is also by radius, ascending.
    private(set) var seats: [Seat]
    private let expected: Int

    /// Lays everybody out afresh. O(n log n).
    ///
    /// - Parameters:
    ///   - ranked: best first. Whoever comes twice counts once, at the better rank.
    ///   - expected: how many people there will be when the next pages of a list have come. Room is kept for them on
    ///     the outer orbits, so that those who are here already can stay in place.
    public init(ranked: some Sequence<Candidate>, on canvas: Canvas = .phone, roomFor expected: Int = 0) {
        let candidates = Self.drawn(ranked)
        self.expected = min(max(expected, 0), Self.limit)
        let count = max(self.expected, candidates.count)
        orbits = Orbits.fitting(count, on: canvas)
        seats = orbits.freshSeats(for: candidates, of: count)
    }

    /// Lays everybody out afresh, the closer the better they fit. O(n log n).
    public init(of people: [Suggestion], on canvas: Canvas = .phone, roomFor expected: Int = 0) {
        self.init(ranked: people.bestFirst.map { Candidate($0.person) }, on: canvas, roomFor: expected)
    }

    public var canvas: Canvas { orbits.canvas }

    /// Those who have a planet, best first.
    public var people: [Candidate] { seats.map(\.candidate) }

    /// The same people, laid out afresh; on another canvas, if one is given.
    public func rearranged(on canvas: Canvas? = nil) -> SolarSystem {
        SolarSystem(ranked: people, on: canvas ?? self.canvas, roomFor: expected)
    }

    /// Whether keeping everybody in place has cost so much room that the smallest planet has less than half the
    /// diameter it would have if all were laid out afresh.
    public var isCramped: Bool {
        guard let smallest = diameters.min() else { return false }
        return smallest < Orbits.fitting(max(seats.count, expected), on: canvas).diameter / 2
    }

    /// Takes a planet away. All others stay where they are.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    public mutating func remove(_ id: UserID) -> Bool {
        guard let index = seats.firstIndex(where: { $0.candidate.id == id }) else { return false }
        seats.remove(at: index)
        return true
    }

    /// Adds a planet at a rank, counted from 0. All others stay where they are; those close by may get smaller.
    ///
    /// - Returns: `false`, and nothing changes, if the person is there already, if there are ``limit`` planets, or
    ///   if not even a speck fits between the ranks before and after: that takes hundreds of insertions at one rank,
    ///   and ``isCramped`` is true long before.
    @discardableResult
    public mutating func insert(_ candidate: Candidate, at rank: Int) -> Bool {
        guard seats.count < Self.limit, !seats.contains(where: { $0.candidate.id == candidate.id }) else {
            return false
        }
        return seat(candidate, at: min(max(rank, 0), seats.count), of: seats.count + 1, leastDiameter: Self.speck)
    }

    /// Follows a new ranking, and moves as few planets as possible.
    ///
    /// Of those who were there before, the most that can stay in place do: a longest run of them whose distances already
    /// are in the new order. Who is no longer ranked vanishes and moves nobody. Newcomers take free places and
    /// move nobody, unless a planet would get less than half the diameter that
    /// a fresh layout gives; then all are laid out afresh.
    ///
    /// - Returns: those who were there before and are now in another place.
    /// - Complexity: O(n log n), and O(n) for each who is new or moves.
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

    /// - Returns: whether everybody found a place of a decent size.
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

    /// Seats somebody between the neighbours in rank.
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

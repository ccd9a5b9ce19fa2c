extension Orbits {
    /// Seats the best of `count` people at once, as if nobody had been there before. O(n log n).
    func freshSeats(for candidates: [SolarSystem.Candidate], of count: Int) -> [Seat] {
        var seats: [Seat] = []
        seats.reserveCapacity(candidates.count)
        for (orbit, quota) in zip(orbits, quotas(for: count)) {
            let members = candidates[seats.count..<min(seats.count + quota, candidates.count)]
            let angles = angles(for: members.map(\.hash.fraction), on: orbit)
            seats += zip(members, angles).map { Seat($0, radius: orbit.radius, angle: $1, in: self) }
        }
        return seats
    }

    /// Angles close to what the hashes ask for, and at least one place apart. There must be no more of them than places.
    ///
    /// The hashes decide the order around the orbit. Each planet then stands between where its hash wants it
    /// and where it would stand if all stood evenly: nearer to the latter the fuller the orbit is.
    private func angles(for fractions: [Double], on orbit: Orbit) -> [Double] {
        let count = Double(fractions.count)
        let places = Double(orbit.capacity)
        let stops = stops(on: orbit)
        // A little less than the room there is, so that rounding cannot bring two to one stop.
        let freedom = min(0.6, 0.999 * (1 - count / places))
        let order = fractions.indices.sorted { (fractions[$0], $0) < (fractions[$1], $1) }
        // Turns the even spread so that on average it is where the hashes are, but by whole stops if there are any.
        var shift = order.enumerated().reduce(0) { $0 + fractions[$1.element] - Double($1.offset) / count } / count
        if !stops.isEmpty { shift = ((places * shift).rounded(.down) + 0.5) / places }
        var angles = fractions
        for (offset, index) in order.enumerated() {
            let even = Double(offset) / count + shift
            let turns = even + freedom * (fractions[index] - even)
            let part = turns - turns.rounded(.down)
            angles[index] =
                stops.isEmpty ? part * CircleMath.turn : stops[min(Int(places * part), stops.count - 1)]
        }
        return angles
    }

    /// The places on an open orbit, one arc after the other: a planet takes the one before where it would be,
    /// which keeps planets a step apart that were. None for a whole orbit, where a planet may stand in between.
    private func stops(on orbit: Orbit) -> [Double] {
        let step = 2 * CircleMath.asin(spacing / (2 * orbit.radius))
        let arcs = arcs(radius: orbit.radius, diameter: diameter)
        if arcs.contains(where: { $0.length == CircleMath.turn }) { return [] }
        // What is left over goes to either end of the arc, by the golden ratio, lest planets line up along the edge.
        let golden = (orbit.radius - innermost) / pitch * 0.618
        let share = golden - golden.rounded(.down)
        return arcs.flatMap { arc in
            let places = Self.places(on: arc, step: step)
            let rest = arc.length - Double(places - 1) * step
            return (0..<places).map { arc.start + rest * share + Double($0) * step }
        }
    }
}

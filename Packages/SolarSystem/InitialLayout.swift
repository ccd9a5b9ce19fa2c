import TimeAndChance

extension Orbits {
    /// Seats the candidates, who are the best of `count` people, on an empty canvas. O(n log n).
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

    /// Returns the angle of each planet on an orbit. Planets are at least the minimum distance apart. There must be no
    /// more planets than places.
    ///
    /// The fractions are parts of a turn, computed from the hashes of the people. They determine the order on the
    /// orbit. Each planet is placed between the angle of its hash and an even distribution. The fuller the orbit is,
    /// the closer it is to the even distribution.
    private func angles(for fractions: [Double], on orbit: Orbit) -> [Double] {
        let count = Double(fractions.count)
        let places = Double(orbit.capacity)
        let stops = stops(on: orbit)
        // The weight of the hashes is slightly less than the free share, so that rounding cannot assign a stop twice.
        let freedom = min(0.6, 0.999 * (1 - count / places))
        let order = fractions.indices.sorted { (fractions[$0], $0) < (fractions[$1], $1) }
        // Rotates the even distribution to the mean of the hashes, by whole stops if there are any.
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

    /// The places on an open orbit, arc by arc, at least a step apart. The index of a planet's place is the planet's
    /// fraction of a turn, multiplied by the number of places and rounded down. A full circle has no such places,
    /// because any angle is possible.
    private func stops(on orbit: Orbit) -> [Double] {
        let step = 2 * CircleMath.asin(spacing / (2 * orbit.radius))
        let arcs = arcs(radius: orbit.radius, diameter: diameter)
        if arcs.contains(where: { $0.length == CircleMath.turn }) { return [] }
        // A part of the remainder of the arc precedes the first place. The part changes by the golden ratio with each
        // orbit, so that planets do not line up along the edge.
        let golden = (orbit.radius - innermost) / pitch * 0.618
        let share = golden - golden.rounded(.down)
        return arcs.flatMap { arc in
            let places = Self.places(on: arc, step: step)
            let rest = arc.length - Double(places - 1) * step
            return (0..<places).map { arc.start + rest * share + Double($0) * step }
        }
    }
}

import TimeAndChance

extension Orbits {
    /// Returns a free place for a new planet between two radii. It prefers the largest planet, then the radius closest
    /// to the target, then the angle closest to the angle that the candidate's hash determines. No other planet moves.
    ///
    /// If a planet of full size does not fit, smaller sizes are tried.
    ///
    /// - Parameters:
    ///   - leastDiameter: The minimum diameter. If no larger planet fits, the result is `nil`.
    ///   - seats: The seats of the other planets, ordered by radius, ascending.
    /// - Complexity: O(p log p) for every orbit in the range, with p planets in reach of it.
    func freePlace(
        for candidate: SolarSystem.Candidate, from low: Double, through high: Double, wanting target: Double,
        leastDiameter: Double, among seats: [Seat]
    ) -> Seat? {
        var scale = 1.0
        var division = 1.0
        while diameter * scale >= leastDiameter {
            for radius in radii(from: low, through: high, step: pitch / division, wanting: target) {
                let wanted = candidate.hash.fraction * CircleMath.turn
                if let angle = freeAngle(closestTo: wanted, radius: radius, scale: scale, among: seats) {
                    return Seat(candidate, radius: radius, angle: angle, in: self)
                }
            }
            scale *= 0.84
            if division * 2 * scale <= 1 { division *= 2 }  // there may be room between two orbits now
        }
        return nil
    }

    /// The ends of the range and the orbits between them, the closest to the target first.
    private func radii(from low: Double, through high: Double, step: Double, wanting target: Double) -> [Double] {
        guard low < high else { return [low] }
        let first = ((low - innermost) / step).rounded(.down) + 1
        let last = ((high - innermost) / step).rounded(.up) - 1
        let between = first <= last ? stride(from: first, through: last, by: 1).map { innermost + $0 * step } : []
        return ([low, high] + between).sorted { (abs($0 - target), $0) < (abs($1 - target), $1) }
    }

    /// Returns the wanted angle if it is free, and otherwise the nearer end of the occupied arcs around it.
    private func freeAngle(closestTo wanted: Double, radius: Double, scale: Double, among seats: [Seat]) -> Double? {
        let spacing = spacing * scale
        var taken = Self.gaps(between: arcs(radius: radius, diameter: diameter * scale))
        for seat in seats[seats.firstIndex(from: radius - spacing)...] {
            guard seat.radius < radius + spacing else { break }
            // The law of cosines: the angle on either side of the seat within which a planet is too close.
            let cosine =
                (radius * radius + seat.radius * seat.radius - spacing * spacing) / (2 * radius * seat.radius)
            guard cosine < 1 else { continue }
            let half = CircleMath.acos(cosine)
            taken.append(Arc(start: seat.angle - half, length: 2 * half))
        }
        guard let clockwise = Self.firstFree(from: wanted, taken) else { return nil }
        let mirrored = taken.map { Arc(start: -$0.start - $0.length, length: $0.length) }
        let counterclockwise = Self.firstFree(from: -wanted, mirrored) ?? CircleMath.turn
        return clockwise <= counterclockwise ? wanted + clockwise : wanted - counterclockwise
    }

    /// Returns the clockwise distance to the first angle outside all arcs, or `nil` if the arcs cover the circle.
    private static func firstFree(from angle: Double, _ taken: [Arc]) -> Double? {
        let arcs = taken.map { arc in
            let turns = (arc.start - angle) / CircleMath.turn
            return Arc(start: (turns - turns.rounded(.down)) * CircleMath.turn, length: arc.length)
        }
        // An arc that begins before the angle and extends beyond it now ends after a full turn.
        var free = arcs.reduce(0) { max($0, $1.start + $1.length - CircleMath.turn) }
        for arc in arcs.sorted(by: { $0.start < $1.start }) {
            if arc.start >= free { break }
            free = max(free, arc.start + arc.length)
        }
        return free < CircleMath.turn ? free : nil
    }

    /// The complement of the arcs.
    private static func gaps(between arcs: [Arc]) -> [Arc] {
        guard let first = arcs.first else { return [Arc(start: 0, length: CircleMath.turn)] }
        guard first.length < CircleMath.turn else { return [] }
        let starts = arcs.dropFirst().map(\.start) + [first.start + CircleMath.turn]
        return zip(arcs, starts).map { arc, next in
            Arc(start: arc.start + arc.length, length: next - arc.start - arc.length)
        }
    }
}

extension [Seat] {
    /// The first seat at this radius or farther out, by bisection.
    fileprivate func firstIndex(from radius: Double) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].radius < radius { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

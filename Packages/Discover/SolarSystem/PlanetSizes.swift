extension SolarSystem {
    /// Of every planet, in order of rank: as large as a fresh layout would have it, or less where neighbours are close.
    ///
    /// A planet reaches less than halfway to its nearest neighbour. Since both do, no two touch, wherever
    /// they are. O(n · planets in a ring).
    var diameters: [Double] {
        let spacing = orbits.spacing
        var nearest = [Double](repeating: spacing, count: seats.count)
        for (index, seat) in seats.enumerated() {
            for other in seats.indices[(index + 1)...] {
                guard seats[other].radius - seat.radius < spacing else { break }
                let distance = seat.point.distance(to: seats[other].point)
                nearest[index] = min(nearest[index], distance)
                nearest[other] = min(nearest[other], distance)
            }
        }
        let share = orbits.diameter / max(spacing - Orbits.rounding, orbits.diameter)
        return zip(seats, nearest).map { seat, distance in
            let room = min(
                seat.point.x, canvas.width - seat.point.x, seat.point.y, canvas.height - seat.point.y)
            return min(orbits.diameter, share * distance, 2 * (room - Orbits.margin / 2))
        }
    }
}

extension SolarSystem {
    /// The diameters of all planets by rank: that of a fresh layout, or less near close neighbours.
    ///
    /// A planet extends less than halfway to its nearest neighbour, so no two touch, wherever they are. O(n · planets
    /// in a ring).
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

public import Drawing
public import OrbitModels

/// A person in the solar system, ready to be drawn.
public struct Planet: Hashable, Sendable, Identifiable {
    /// The person.
    public let id: UserID
    /// The name; may be empty.
    public let name: String
    /// The rank from 1, the best.
    public let rank: Int
    /// The number of the planet's orbit, from 1 for the innermost. A planet between two orbits has the number of the
    /// inner orbit. This is not the number of one of the drawn ``SolarSystem/rings``.
    public let orbitNumber: Int
    /// The exact distance to the centre in points, which is the radius of the orbit. ``point`` is rounded.
    public let distance: Double
    /// The angle in radians, clockwise from the right.
    public let angle: Double
    /// The centre, rounded to 1/64 of a point.
    public let point: SolarSystem.Point
    /// The diameter in points.
    public let diameter: Double
    /// The colour, determined by the person's id.
    public let colour: Colour
    /// The first character of the name in title case, or "?".
    public let initial: String
    /// The label; `nil` if the name does not fit. ``SolarSystem/list`` always contains the name.
    public let label: Label?

    /// A name next to a planet.
    public struct Label: Hashable, Sendable {
        /// The name, or its beginning and an ellipsis.
        public let text: String
        /// Whether ``text`` is shorter than the name.
        public let isTruncated: Bool
        /// The box of the text, which overlaps no other label and no planet.
        public let box: SolarSystem.Box
        /// The alignment of the text in its box, towards its planet.
        public let alignment: LineAlignment
        /// The font size in points.
        public let fontSize: Double
    }

    /// Half of ``diameter``.
    public var radius: Double { diameter / 2 }
}

extension SolarSystem {
    /// All planets, best first. Computed on each call: O(n log n).
    public var planets: [Planet] {
        let diameters = diameters
        return planets(diameters: diameters, labels: labels(diameters: diameters))
    }

    /// For renderers that place names themselves.
    var unlabelledPlanets: [Planet] {
        planets(diameters: diameters, labels: Array(repeating: nil, count: seats.count))
    }

    private func planets(diameters: [Double], labels: [Planet.Label?]) -> [Planet] {
        seats.indices.map { index in
            let seat = seats[index]
            return Planet(
                id: seat.candidate.id, name: seat.candidate.name, rank: index + 1,
                orbitNumber: orbits.number(at: seat.radius),
                distance: seat.radius, angle: seat.angle, point: seat.point, diameter: diameters[index],
                colour: Planet.Colour.of(seat.candidate.hash), initial: Planet.initial(of: seat.candidate.name),
                label: labels[index])
        }
    }
}

extension Planet {
    /// Returns the first character of a name in title case, or unchanged if its title case has several characters.
    /// Returns "?" for an empty name.
    // Some scripts have no capitals at the start of a name. Title case does not change them, but upper case does.
    fileprivate static func initial(of name: String) -> String {
        guard let first = name.first, let scalar = first.unicodeScalars.first else { return "?" }
        if first.isASCII { return first.uppercased() }
        var capital = String.UnicodeScalarView(scalar.properties.titlecaseMapping.unicodeScalars)
        capital.append(contentsOf: first.unicodeScalars.dropFirst())
        let text = String(capital)
        return text.count == 1 ? text : String(first)
    }
}

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

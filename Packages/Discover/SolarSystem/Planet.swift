public import OrbitModels

/// A person in the solar system, ready to be drawn.
public struct Planet: Hashable, Sendable, Identifiable {
    public let id: UserID
    /// Empty if the person has none.
    public let name: String
    /// From 1, which is the best.
    public let rank: Int
    /// From 1, which is the innermost.
    public let ring: Int
    /// To the centre of the system, in points: the radius of its orbit. `point` is rounded, this is exact.
    public let distance: Double
    /// In radians, clockwise from the right.
    public let angle: Double
    /// Its centre, rounded to 1/64 of a point.
    public let point: SolarSystem.Point
    /// In points.
    public let diameter: Double
    public let colour: Colour
    /// One character as a person counts them: the first of the name, or "?".
    public let initial: String
    /// `nil` where there is no room for the name; the list of the system always has it.
    public let label: Label?

    /// A name beside a planet.
    public struct Label: Hashable, Sendable {
        /// The name, or the beginning of it and an ellipsis.
        public let text: String
        public let isTruncated: Bool
        /// No label's box meets another's, or a planet.
        public let box: SolarSystem.Box
        /// To which side of the box the text keeps, so that it stays close to its planet.
        public let alignment: Alignment
        /// In points.
        public let fontSize: Double

        public enum Alignment: Hashable, Sendable {
            case left, centre, right
        }
    }

    public var radius: Double { diameter / 2 }
}

extension SolarSystem {
    /// Everybody's planet, best first. Computed anew each time: O(n log n).
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
                id: seat.candidate.id, name: seat.candidate.name, rank: index + 1, ring: orbits.ring(at: seat.radius),
                distance: seat.radius, angle: seat.angle, point: seat.point, diameter: diameters[index],
                colour: Planet.Colour.of(seat.candidate.hash), initial: DisplayName.initial(of: seat.candidate.name),
                label: labels[index])
        }
    }
}

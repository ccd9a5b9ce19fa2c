/// A person's place. The planet's size, colour and label follow from it.
struct Seat: Hashable, Sendable {
    var candidate: SolarSystem.Candidate
    /// The exact radius of the orbit.
    let radius: Double
    /// In radians, clockwise from the right.
    let angle: Double
    /// Rounded to 1/64 of a point.
    let point: SolarSystem.Point

    init(_ candidate: SolarSystem.Candidate, radius: Double, angle: Double, in orbits: Orbits) {
        self.candidate = candidate
        self.radius = radius
        self.angle = angle
        point = orbits.point(radius: radius, angle: angle)
    }
}

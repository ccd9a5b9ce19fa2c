/// Who is where: what a solar system remembers of a planet. Its size, colour and label follow from it.
struct Seat: Hashable, Sendable {
    var candidate: SolarSystem.Candidate
    /// Exact: the radius of the orbit.
    let radius: Double
    /// In radians, clockwise from the right.
    let angle: Double
    /// Rounded.
    let point: SolarSystem.Point

    init(_ candidate: SolarSystem.Candidate, radius: Double, angle: Double, in orbits: Orbits) {
        self.candidate = candidate
        self.radius = radius
        self.angle = angle
        point = orbits.point(radius: radius, angle: angle)
    }
}

import OrbitModels
import Testing
import TimeAndChance

@testable import SolarSystem

/// Common canvases.
let canvases: [SolarSystem.Canvas] = [
    .phone, .tablet, .desktop, .terminal(), .terminal(columns: 120, rows: 24), .terminal(columns: 80, rows: 50),
]

/// Returns candidates whose ids, and therefore places, depend on a seed.
func candidates(_ count: Int, seed: UInt64 = 1) -> [SolarSystem.Candidate] {
    let names = [
        "Ana", "Benedikt", "Zoë", "Hana Yamamoto", "Ólafur", "李小龙", "محمد", "🦊 Foxy", "Bartholomew Featherstone",
    ]
    return (0..<count).map { .init(id: UserID("\(seed)-\($0)"), name: names[$0 % names.count]) }
}

/// Expects the invariants of every system.
func expectSound(_ system: SolarSystem, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    let problem = firstProblem(in: system)
    #expect(problem == nil, comment, sourceLocation: sourceLocation)
}

/// Returns the first violated invariant. Checks only visible properties: centres, sizes, boxes and ranks.
private func firstProblem(in system: SolarSystem) -> String? {
    let planets = system.unlabelledPlanets
    let (centre, canvas) = (system.centre, system.canvas)
    let rounding = 1.0 / 64
    for (index, planet) in planets.enumerated() {
        let name = "planet \(index + 1) of \(planets.count)"
        if planet.rank != index + 1 { return "\(name) has rank \(planet.rank)" }
        if !(planet.diameter > 0) { return "\(name) has no size" }
        if planet.diameter > canvas.planetDiameter { return "\(name) is too large" }
        let distance = planet.point.distance(to: centre.point)
        if abs(distance - planet.distance) > rounding { return "\(name) is not on its orbit" }
        if distance <= planet.radius + centre.diameter / 2 { return "\(name) touches the centre" }
        if planet.point.x < planet.radius || planet.point.x > canvas.width - planet.radius
            || planet.point.y < planet.radius || planet.point.y > canvas.height - planet.radius
        {
            return "\(name) leaves the canvas"
        }
        if index > 0,
            planet.distance < planets[index - 1].distance || planet.orbitNumber < planets[index - 1].orbitNumber
        {
            return "\(name) is closer than the one before"
        }
        // Planets that could touch this planet follow in rank, because their distances are similar.
        for other in planets[(index + 1)...] {
            if other.distance - planet.distance > canvas.planetDiameter { break }
            if other.point.distance(to: planet.point) <= other.radius + planet.radius {
                return "\(name) touches planet \(other.rank)"
            }
        }
    }
    return nil
}

extension SolarSystem {
    /// The place of every planet.
    var places: [UserID: Point] {
        Dictionary(uniqueKeysWithValues: planets.map { ($0.id, $0.point) })
    }
}

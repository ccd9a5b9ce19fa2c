import Testing

@testable import SolarSystem

@Suite struct OrbitsTests {
    @Test(
        arguments: [
            (SolarSystem.Canvas.desktop, 3, 70.0, 3, 147.75), (.desktop, 68, 70, 5, 87.5), (.tablet, 3, 70, 3, 175),
            (.tablet, 76, 70, 5, 93.375), (.phone, 3, 70, 3, 87.5), (.phone, 120, 34, 9, 42.5),
            (.terminal(), 172, 27.5, 10, 34.375),
        ] as [(SolarSystem.Canvas, Int, Double, Int, Double)])
    func `a layout has the largest planets on the fewest orbits that keep a fifth of the places free`(
        canvas: SolarSystem.Canvas, count: Int, diameter: Double, used: Int, pitch: Double
    ) {
        let orbits = Orbits.fitting(count, on: canvas)
        #expect(orbits.diameter == diameter && orbits.used == used && orbits.pitch == pitch)
    }

    @Test(arguments: canvases)
    func `people are spread over orbits in proportion to the places, and inner orbits are rounded up`(
        canvas: SolarSystem.Canvas
    ) {
        let orbits = Orbits.fitting(40, on: canvas)
        let places = orbits.orbits.prefix(orbits.used).map(\.capacity)
        for count in 0...200 {
            let quotas = orbits.quotas(for: count)
            #expect(quotas.count == places.count)
            for index in quotas.indices {
                let share = Double(places[...index].reduce(0, +)) / Double(places.reduce(0, +))
                let seated = quotas[...index].reduce(0, +)
                #expect(Double(seated) > Double(count) * share - 1e-9, "\(count) people, orbit \(index + 1)")
                #expect(Double(seated) < Double(count) * share + 1 - 1e-9, "\(count) people, orbit \(index + 1)")
            }
        }
    }

    @Test(
        arguments: [
            (SolarSystem.Canvas.phone, 154.0, 365.0, [154, 154.1, 300, 365, 380, 396, 400]),
            (.desktop, 679, 393, [393, 393.1, 600, 679, 700, 780, 790]),
        ] as [(SolarSystem.Canvas, Double, Double, [Double])])
    func `the arcs of an orbit are the angles at which a planet of 70 points is on the canvas`(
        canvas: SolarSystem.Canvas, across: Double, down: Double, radii: [Double]
    ) {
        let orbits = Orbits.fitting(3, on: canvas)
        for radius in radii {
            let arcs = orbits.arcs(radius: radius, diameter: 70)
            #expect(arcs.allSatisfy { $0.length > 0 }, "radius \(radius)")
            #expect((arcs.count == 1) == (radius <= min(across, down)), "radius \(radius)")
            for step in 0..<720 {
                let angle = (Double(step) + 0.5) / 720 * CircleMath.turn
                let (sin, cos) = CircleMath.sinAndCos(angle)
                let isOnArc = arcs.contains { arc in
                    let turns = (angle - arc.start) / CircleMath.turn
                    return (turns - turns.rounded(.down)) * CircleMath.turn <= arc.length
                }
                let isOnCanvas = abs(radius * cos) <= across && abs(radius * sin) <= down
                #expect(isOnArc == isOnCanvas, "radius \(radius), angle \(angle)")
            }
        }
    }
}

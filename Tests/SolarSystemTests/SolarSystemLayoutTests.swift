import OrbitModels
import Testing
import TimeAndChance

@testable import SolarSystem

@Suite struct SolarSystemLayoutTests {
    @Test(arguments: canvases, [0, 1, 2, 3, 6, 7, 13, 24, 47, 80, 120, 200, 500])
    func `planets are in order, do not overlap and stay within the canvas`(canvas: SolarSystem.Canvas, count: Int) {
        for seed in 0..<UInt64(count < 100 ? 4 : 1) {
            let system = SolarSystem(ranked: candidates(count, seed: seed), on: canvas)
            #expect(system.people.count == count)
            expectSound(system, "seed \(seed)")
        }
    }

    @Test func `canvases and sizes out of range are clamped`() {
        let canvases = [
            SolarSystem.Canvas(width: 0, height: -7), .init(width: .nan, height: .infinity),
            .init(width: 160, height: 16_000), .init(width: 16_000, height: 200, planetDiameter: 900),
            .init(width: 400, height: 400, planetDiameter: .nan, centreDiameter: -1), .terminal(columns: 0, rows: 0),
            .terminal(columns: .max, rows: .min),
        ]
        for canvas in canvases {
            for count in [1, 30, 500] { expectSound(SolarSystem(ranked: candidates(count), on: canvas)) }
        }
    }

    @Test(arguments: [(400.0, 1_000.0), (1_000.0, 400.0)])
    func `sizes of planets are limited by the shorter side of the canvas`(width: Double, height: Double) {
        let canvas = SolarSystem.Canvas(width: width, height: height, planetDiameter: 999, centreDiameter: 999)
        #expect(canvas.width == width && canvas.height == height)
        #expect(canvas.planetDiameter == 80 && canvas.centreDiameter == 100)
    }

    @Test func `planets have their full size while there is room`() {
        #expect(SolarSystem(ranked: candidates(24), on: .phone).planets.allSatisfy { $0.diameter == 70 })
        #expect(SolarSystem(ranked: candidates(100), on: .desktop).planets.allSatisfy { $0.diameter == 70 })
        #expect(SolarSystem(ranked: [], on: .phone).centre.diameter == 90)
    }

    @Test func `planets of a new layout have equal sizes, of at least 16 points on a phone`() throws {
        for canvas in canvases {
            for count in [60, 250, 500] {
                let diameters = Set(SolarSystem(ranked: candidates(count), on: canvas).planets.map(\.diameter))
                #expect(diameters.count == 1)
            }
        }
        let smallest = try #require(SolarSystem(ranked: candidates(500), on: .phone).planets.map(\.diameter).min())
        #expect(smallest >= 16)
    }

    @Test func `planets that share an orbit have enough room`() throws {
        for canvas in canvases {
            let orbits = Orbits.fitting(200, on: canvas)
            for orbit in orbits.orbits where orbits.arcs(radius: orbit.radius, diameter: orbits.diameter).count == 1 {
                let chord = 2 * orbit.radius * CircleMath.sinAndCos(.pi / Double(orbit.capacity)).sin
                #expect(chord >= orbits.spacing)
            }
        }
    }

    @Test func `three people are placed on three rings in the order of their ranks`() {
        for canvas in canvases {
            #expect(SolarSystem(ranked: candidates(3), on: canvas).planets.map(\.orbitNumber) == [1, 2, 3])
        }
    }

    @Test func `planets are spread evenly around their orbit`() {
        let planets = SolarSystem(ranked: candidates(40), on: .desktop).planets
        for ring in 1...3 {
            let angles = planets.filter { $0.orbitNumber == ring }.map {
                ($0.angle + .pi).truncatingRemainder(dividingBy: 2 * .pi)
            }
            let sorted = angles.sorted()
            let gaps = zip(sorted, sorted.dropFirst()).map { $1 - $0 }
            #expect((gaps.max() ?? 0) < 2.2 * 2 * .pi / Double(angles.count))
        }
    }

    @Test func `a repeated person counts once, and at most 500 people are drawn`() {
        let people = candidates(3)
        #expect(SolarSystem(ranked: people + people).people == people)
        #expect(SolarSystem(ranked: candidates(700)).people == Array(candidates(500)))
    }

    @Test func `people with the same name have different places`() {
        let people = (0..<60).map { SolarSystem.Candidate(id: UserID("u\($0)"), name: "Sam") }
        let system = SolarSystem(ranked: people, on: .tablet)
        expectSound(system)
        #expect(Set(system.planets.map(\.point)).count == 60)
        #expect(Set(system.planets.map(\.colour)).count == 8)
    }

    @Test func `ids may be empty, very long or contain any characters`() {
        let ids = ["", " ", "\u{0}", String(repeating: "x", count: 100_000), "🪐", "e\u{301}", "<&>"]
        expectSound(SolarSystem(ranked: ids.map { .init(id: UserID($0), name: "") }))
    }

    @Test func `people from the server become candidates`() throws {
        let person = Person(id: "7", profile: Profile(name: " Ana\n"))
        let planet = try #require(SolarSystem(ranked: [.init(person)]).planets.first)
        #expect(planet.id == "7" && planet.name == "Ana" && planet.initial == "A")
    }

    @Test func `a seed scatters a hundred stars`() {
        let system = SolarSystem(ranked: [], on: .desktop)
        let stars = system.stars(seed: 7)
        #expect(stars == system.stars(seed: 7) && stars != system.stars(seed: 8))
        #expect(stars.count == 100)
        #expect(stars.allSatisfy { (1...3).contains($0.size) && (0.3...1).contains($0.opacity) })
        #expect(stars.allSatisfy { (0...1440).contains($0.point.x) && (0...900).contains($0.point.y) })
    }

    @Test func `three rings of different radii surround the centre and have planets`() throws {
        for canvas in canvases {
            let system = SolarSystem(ranked: candidates(90), on: canvas)
            let radii = system.rings.map(\.radius)
            #expect(radii.count == 3 && radii == radii.sorted() && Set(radii).count == 3)
            #expect(radii.allSatisfy { radius in system.planets.contains { $0.distance == radius } })
        }
    }
}

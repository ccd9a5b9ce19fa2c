import Drawing
import OrbitModels
import Testing

@testable import SolarSystem

@Suite struct PlanetLabelTests {
    @Test(arguments: canvases, [1, 12, 24, 60, 150])
    func `labels do not overlap planets, the centre, other labels or the edge`(canvas: SolarSystem.Canvas, count: Int) {
        let system = SolarSystem(ranked: candidates(count, seed: 3), on: canvas)
        expectApart(system)
    }

    @Test(arguments: canvases, [1, 24, 150])
    func `labels have font sizes from 9 to 12 points`(canvas: SolarSystem.Canvas, count: Int) {
        let labels = SolarSystem(ranked: candidates(count, seed: 3), on: canvas).planets.compactMap(\.label)
        #expect(labels.allSatisfy { (9...12).contains($0.fontSize) })
    }

    @Test func `larger planets have labels with a larger font`() throws {
        func size(_ diameter: Double) throws -> Double {
            let canvas = SolarSystem.Canvas(width: 1_000, height: 1_000, planetDiameter: diameter)
            let planets = SolarSystem(ranked: [.init(id: "1", name: "Ana")], on: canvas).planets
            return try #require(planets.first?.label).fontSize
        }
        #expect(try size(40) == 9)
        #expect(try size(64) > 9 && size(64) < 12)
        #expect(try size(90) == 12)
    }

    @Test func `labels do not overlap planets of different sizes`() {
        var system = SolarSystem(ranked: candidates(30), on: .desktop)
        for index in 0..<60 { system.insert(.init(id: UserID("n\(index)"), name: "Newcomer \(index)"), at: 15) }
        expectApart(system)
        let planets = system.planets
        #expect(planets.contains { $0.diameter < 17.85 })
        #expect(planets.allSatisfy { $0.label == nil || $0.diameter >= 17.85 }, "1.5 times the font size")
    }

    @Test(arguments: canvases)
    func `labels touch their planets except for a gap of a point, or of three points beside them`(
        canvas: SolarSystem.Canvas
    ) {
        for planet in SolarSystem(ranked: candidates(60, seed: 3), on: canvas).planets {
            guard let label = planet.label else { continue }
            let (box, point, radius) = (label.box, planet.point, planet.radius)
            let gap = (
                right: box.x - point.x - radius, left: point.x - radius - box.x - box.width,
                below: box.y - point.y - radius, above: point.y - radius - box.y - box.height
            )
            let isBeside = abs(box.y + box.height / 2 - point.y) < 0.01
            let distance =
                switch label.alignment {
                case .left where isBeside: gap.right - 2
                case .right where isBeside: gap.left - 2
                case .left, .right, .centre: max(gap.below, gap.above)
                }
            #expect(abs(distance - 1) < 0.01, "\(label)")
        }
    }

    @Test func `a label has up to 1.7 times the distance between planets as its width`() throws {
        func label(_ name: String) throws -> Planet.Label {
            let canvas = SolarSystem.Canvas(width: 1_000, height: 1_000, planetDiameter: 80)
            return try #require(SolarSystem(ranked: [.init(id: "1", name: name)], on: canvas).planets.first?.label)
        }
        let whole = try label(String(repeating: "m", count: 14))
        #expect(!whole.isTruncated && whole.box.width == 170 && whole.box.height == 15)
        let longer = try label(String(repeating: "m", count: 15))
        #expect(longer.isTruncated && longer.text == "mmmmmmmmmmmm…" && longer.box.width == 159)
    }

    /// The person's planet is straight above the centre.
    @Test(arguments: [(71.0, false), (74.0, true)])
    func `a label is between its planet and the centre if it stays two points away from the centre`(
        diameter: Double, isBetween: Bool
    ) throws {
        let canvas = SolarSystem.Canvas(width: 1_000, height: 1_000, planetDiameter: diameter)
        let planet = try #require(SolarSystem(ranked: [.init(id: "371", name: "Anna")], on: canvas).planets.first)
        #expect(abs(planet.point.x - 500) < 1 && planet.point.y < 500)
        let label = try #require(planet.label)
        #expect((label.box.y > planet.point.y) == isBetween)
    }

    @Test func `a label with enough room shows the whole name below its planet`() throws {
        let planet = try #require(SolarSystem(ranked: [.init(id: "1", name: "Katarzyna")], on: .desktop).planets.first)
        let label = try #require(planet.label)
        #expect(label.text == "Katarzyna" && !label.isTruncated && label.alignment == .centre)
        #expect(label.box.y > planet.point.y + planet.radius)
        #expect(abs(label.box.x + label.box.width / 2 - planet.point.x) < 0.01)
    }

    @Test func `nine in ten planets of full size have a label`() {
        for (canvas, count) in [(SolarSystem.Canvas.phone, 24), (.tablet, 100), (.desktop, 100)] {
            let planets = SolarSystem(ranked: candidates(count), on: canvas).planets
            #expect(planets.count { $0.label != nil } * 10 >= count * 9)
        }
    }

    @Test func `a name too long for its label is truncated between characters`() throws {
        let name = "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦 Wolfeschlegelsteinhausenbergerdorff the younger"
        let planet = try #require(SolarSystem(ranked: [.init(id: "1", name: name)]).planets.first)
        let label = try #require(planet.label)
        #expect(label.isTruncated && label.text.last == "…")
        #expect(name.hasPrefix(label.text.dropLast()))
        #expect(planet.name == name)
    }

    @Test func `some tiny planets have no label, and the list has all names`() {
        let system = SolarSystem(ranked: candidates(500), on: .phone)
        #expect(system.planets.contains { $0.label == nil })
        #expect(system.list.allSatisfy { !$0.name.isEmpty })
    }

    private func expectApart(_ system: SolarSystem, sourceLocation: SourceLocation = #_sourceLocation) {
        let planets = system.planets
        let labels = planets.compactMap(\.label)
        #expect(
            labels.allSatisfy { label in
                let box = label.box
                return box.x >= 0 && box.y >= 0 && box.x + box.width <= system.canvas.width
                    && box.y + box.height <= system.canvas.height
                    && !box.overlaps(discAt: system.centre.point, radius: system.centre.diameter / 2)
                    && planets.allSatisfy { !box.overlaps(discAt: $0.point, radius: $0.radius) }
            }, sourceLocation: sourceLocation)
        for (index, label) in labels.enumerated() {
            let meets = labels[(index + 1)...].first { $0.box.overlaps(label.box) }
            #expect(meets == nil, "\(label.text)", sourceLocation: sourceLocation)
        }
    }
}

import Drawing
public import OrbitModels

/// A solar system as a self-contained SVG 1.1 document.
///
/// ```swift
/// let picture = SolarSystemSVG().text(for: SolarSystem(ranked: candidates, on: .desktop))
/// ```
///
/// It needs no script, font or other file. The centre pulses and the stars twinkle, unless the user prefers reduced
/// motion. Every planet is a list item with name and rank, and carries the person's id in `data-id`. Names are escaped
/// and clipped to their boxes.
public struct SolarSystemSVG: Hashable, Sendable {
    /// The accessible name of the picture. `nil` means "People around you" in the language of the front end.
    public var title: String?
    /// The seed of the stars.
    public var starSeed: UInt64

    /// Creates a renderer.
    public init(title: String? = nil, starSeed: UInt64 = 42) {
        self.title = title
        self.starSeed = starSeed
    }

    /// The document for a system. O(n log n).
    ///
    /// - Parameter words: The texts of the front end, including those of ``SolarSystem/vocabulary``.
    public func text(for system: SolarSystem, in words: LocalizedStrings = .english) -> String {
        let canvas = system.canvas
        let title = self.title ?? words.sentence("title", in: SolarSystem.vocabulary)
        var svg = SVGWriter()
        svg.open(
            "svg",
            [
                ("xmlns", "http://www.w3.org/2000/svg"), ("version", "1.1"),
                ("viewBox", "0 0 \(SVGWriter.number(canvas.width)) \(SVGWriter.number(canvas.height))"),
                ("width", SVGWriter.number(canvas.width)), ("height", SVGWriter.number(canvas.height)),
                ("role", "group"), ("aria-label", title), ("font-family", "sans-serif"), ("text-anchor", "middle"),
            ])
        svg.element("title", text: title)
        svg.element("style", [("type", "text/css")], text: Self.motion)
        defineGradients(in: &svg)
        let planets = system.planets
        drawSpace(of: system, behind: planets, in: &svg)
        drawCentre(of: system, words, in: &svg)
        draw(planets, system.list(in: words), in: &svg)
        svg.close("svg")
        return svg.text
    }

    /// Animations only run if the reader does not prefer reduced motion.
    private static let motion = """
        @keyframes pulse { from { opacity: .45 } to { opacity: 1 } }
        @keyframes twinkle { from { opacity: 1 } to { opacity: .35 } }
        @media (prefers-reduced-motion: no-preference) {
        .pulse { animation: pulse 1.8s ease-in-out infinite alternate }
        .twinkle { animation: twinkle 3.1s ease-in-out infinite alternate }
        }
        """

    private func defineGradients(in svg: inout SVGWriter) {
        svg.open("defs")
        let space = Planet.Colour.space
        svg.gradient(
            "linearGradient", id: "space", [("x1", "0"), ("y1", "0"), ("x2", "1"), ("y2", "1")],
            stops: [(0, space[0].hex, 1), (0.5, space[1].hex, 1), (1, space[2].hex, 1)])
        svg.gradient(
            "radialGradient", id: "glow", [],
            stops: [(0.55, Planet.Colour.you.base.hex, 0.6), (1, Planet.Colour.you.shade.hex, 0)])
        for colour in Planet.Colour.all + [.you] {
            svg.gradient(
                "radialGradient", id: colour.name, [("cx", "0.36"), ("cy", "0.3"), ("r", "0.78")],
                stops: [(0, colour.light.hex, 1), (0.5, colour.base.hex, 1), (1, colour.shade.hex, 1)])
        }
        svg.close("defs")
    }

    /// Leaves out stars behind names, where they would look like accents.
    private func drawSpace(of system: SolarSystem, behind planets: [Planet], in svg: inout SVGWriter) {
        svg.open("g", [("aria-hidden", "true")])
        svg.element("rect", [("width", "100%"), ("height", "100%"), ("fill", "url(#space)")])
        let names = planets.compactMap { $0.label?.box }
        for (index, star) in system.stars(seed: starSeed).enumerated()
        where !names.contains(where: { $0.overlaps(discAt: star.point, radius: star.size / 2 + 1) }) {
            svg.circle(
                x: star.point.x, y: star.point.y, radius: star.size / 2,
                [("fill", "#ffffff"), ("fill-opacity", SVGWriter.number(star.opacity))]
                    + (index.isMultiple(of: 5) ? [("class", "twinkle")] : []))
        }
        for ring in system.rings {
            svg.circle(
                x: ring.point.x, y: ring.point.y, radius: ring.radius,
                [("class", "ring"), ("fill", "none"), ("stroke", "#b9b4ff"), ("stroke-opacity", "0.22")])
        }
        svg.close("g")
    }

    private func drawCentre(of system: SolarSystem, _ words: LocalizedStrings, in svg: inout SVGWriter) {
        let centre = system.centre(in: words)
        let spoken = words.sentence("centre", in: SolarSystem.vocabulary)
        svg.open("g", [("role", "img"), ("aria-label", spoken)])
        svg.circle(
            x: centre.point.x, y: centre.point.y, radius: centre.diameter * 0.7,
            [("class", "pulse"), ("fill", "url(#glow)")])
        svg.circle(
            x: centre.point.x, y: centre.point.y, radius: centre.diameter / 2,
            [("class", "centre"), ("fill", "url(#\(centre.colour.name))")])
        svg.element(
            "text",
            [
                ("x", SVGWriter.number(centre.point.x)), ("y", SVGWriter.number(centre.point.y)), ("dy", "0.36em"),
                ("font-size", SVGWriter.number(centre.diameter * 0.24)), ("font-weight", "bold"),
                ("fill", Planet.Colour.ink.hex),
            ], text: centre.text)
        svg.close("g")
    }

    private func draw(_ planets: [Planet], _ entries: [SolarSystem.Entry], in svg: inout SVGWriter) {
        svg.open("g", [("role", "list")])
        for (planet, entry) in zip(planets, entries) {
            let spoken = "\u{2068}\(entry.name)\u{2069}, \(entry.text)"  // isolates the direction of the name
            svg.open("g", [("role", "listitem"), ("aria-label", spoken), ("data-id", planet.id.rawValue)])
            svg.element("title", text: spoken)
            svg.circle(
                x: planet.point.x, y: planet.point.y, radius: planet.radius,
                [("class", "planet"), ("fill", "url(#\(planet.colour.name))")])
            drawInitial(of: planet, in: &svg)
            if let label = planet.label {
                svg.clippedText(
                    label.text, x: label.box.x, y: label.box.y, width: label.box.width, height: label.box.height,
                    alignment: label.alignment, fontSize: label.fontSize,
                    [("class", "label"), ("fill", Planet.Colour.text.hex)])
            }
            svg.close("g")
        }
        svg.close("g")
    }

    /// Writes the initial as large as fits into the square within the planet.
    private func drawInitial(of planet: Planet, in svg: inout SVGWriter) {
        let side = planet.diameter * 0.76
        let fontSize = min(planet.diameter * 0.44, side / max(TextWidth.ems(of: planet.initial), 0.1))
        svg.clippedText(
            planet.initial,
            x: planet.point.x - side / 2, y: planet.point.y - side / 2, width: side, height: side,
            fontSize: fontSize,
            [("class", "initial"), ("fill", Planet.Colour.ink.hex), ("font-weight", "bold")])
    }
}

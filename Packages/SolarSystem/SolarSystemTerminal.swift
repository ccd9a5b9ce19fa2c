public import Drawing
public import OrbitModels

/// A solar system as text for a terminal: a picture of fixed size, followed by the list of people.
///
/// ```swift
/// let system = SolarSystem(ranked: candidates, on: .terminal(columns: 78, rows: 30))
/// print(SolarSystemTerminal(style: .plain).text(for: system))
/// ```
///
/// A planet is a disc with its initial if there is room, otherwise the initial alone. No line is wider than
/// ``columns``: wide characters count as two cells. The plain style is ASCII except for names.
public struct SolarSystemTerminal: Hashable, Sendable {
    /// The style of colours.
    public let style: TerminalStyle
    /// The width in cells, 20 to 500.
    public let columns: Int
    /// The height of the picture in cells, without the list, 10 to 200.
    public let rows: Int
    /// Whether the people are listed below the picture, a line each.
    public let listsPeople: Bool
    /// The seed of the stars.
    public let starSeed: UInt64

    /// Creates a renderer; sizes are clamped.
    public init(
        style: TerminalStyle = .plain, columns: Int = 78, rows: Int = 30, listsPeople: Bool = true,
        starSeed: UInt64 = 42
    ) {
        self.style = style
        self.columns = min(max(columns, 20), 500)
        self.rows = min(max(rows, 10), 200)
        self.listsPeople = listsPeople
        self.starSeed = starSeed
    }

    /// The picture of a system; every line ends with a line feed. A system laid out for another canvas is scaled to
    /// fit.
    ///
    /// - Parameter words: The texts of the front end, including those of ``SolarSystem/vocabulary``.
    public func text(for system: SolarSystem, in words: LocalizedStrings = .english) -> String {
        let planets = system.unlabelledPlanets
        var painter = TerminalPainter(canvas: system.canvas, columns: columns, rows: rows, style: style)
        painter.paint(system.centre(in: words))
        let bodies = planets.map { painter.paint($0) }
        for (planet, body) in zip(planets, bodies) {
            if let body { painter.writeName(of: planet, beside: body) }
        }
        painter.paint(rings: system.rings, stars: system.stars(seed: starSeed))
        let lines = painter.lines + (listsPeople ? [""] + list(of: planets, system.list(in: words)) : [])
        return lines.reduce(into: "") { $0 += $1 + "\n" }
    }

    /// Returns lines such as "3rd of 40, ring 1  (A) Ana" in the language of the front end, with a coloured initial if
    /// the style has colours. The name comes last, so that right-to-left names do not reorder the numbers.
    private func list(of planets: [Planet], _ entries: [SolarSystem.Entry]) -> [String] {
        let widest = entries.map(\.text.count).max() ?? 0
        return zip(planets, entries).map { planet, entry in
            let initial = CellWidth.fitted(planet.initial, cells: 3)
            let letter = initial.map(\.text).joined()
            let badge =
                style == .plain
                ? "(\(letter))"
                : style.code(foreground: Planet.Colour.ink, background: planet.colour.base) + " \(letter) "
                    + style.reset
            let used = widest + 2 + CellWidth.total(initial) + 3
            guard used < columns else { return String(entry.text.prefix(columns)) }
            let name = CellWidth.fitted(entry.name, cells: columns - used).map(\.text).joined()
            return entry.text.padded(to: widest) + "  \(badge) \(name)"
        }
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: " ", count: max(0, count - self.count))
    }
}

import Drawing

/// Draws a solar system into cells. Cells are never overwritten: the first to write wins.
struct TerminalPainter {
    /// The cells of a planet.
    struct Body {
        let rows: ClosedRange<Int>
        let columns: Range<Int>
    }

    private var grid: TerminalGrid
    private let style: TerminalStyle
    private let canvas: SolarSystem.Canvas
    /// The factor from points on the canvas to points on a grid with cells of 8 × 16 points.
    private let scale: Double

    init(canvas: SolarSystem.Canvas, columns: Int, rows: Int, style: TerminalStyle) {
        self.canvas = canvas
        self.style = style
        grid = TerminalGrid(columns: columns, rows: rows)
        scale = min(Double(columns) * 8 / canvas.width, Double(rows) * 16 / canvas.height)
    }

    /// The rows with the background gradient behind them.
    var lines: [String] {
        let space = Planet.Colour.space
        return grid.lines(style: style) { row in
            let down = 2 * Double(row) / Double(grid.rows)
            if style == .indexed { return space[2] }
            return down < 1 ? space[0].mixed(with: space[1], down) : space[1].mixed(with: space[2], down - 1)
        }
    }

    mutating func paint(_ centre: SolarSystem.Centre) {
        let label = CellWidth.fitted(centre.text, cells: 3)
        if paintDisc(at: centre.point, diameter: centre.diameter, label, centre.colour) == nil {
            paintBadge(at: centre.point, label, centre.colour, padding: 0)
        }
    }

    /// Draws a disc, the initial with a cell on either side, or only the initial. Returns `nil` if the cells are not
    /// free.
    // Rounding to cells brings neighbours closer together, so an initial alone may move to free cells nearby.
    mutating func paint(_ planet: Planet) -> Body? {
        let label = CellWidth.fitted(planet.initial, cells: 3)
        for part in [1, 0.84] {
            let diameter = planet.diameter * part
            if let body = paintDisc(at: planet.point, diameter: diameter, label, planet.colour) { return body }
        }
        if planet.diameter * scale >= 22,
            let body = paintBadge(at: planet.point, label, planet.colour, padding: 1)
        {
            return body
        }
        return paintBadge(at: planet.point, label, planet.colour, padding: 0)
    }

    /// Writes the name below, above or next to the planet, with a free cell at either end. Writes nothing if it does
    /// not fit.
    mutating func writeName(of planet: Planet, beside body: Body) {
        guard !planet.name.isEmpty, planet.diameter * scale >= 20 else { return }
        for widest in [14, 7] {
            let name = CellWidth.fitted(planet.name, cells: widest)
            let width = CellWidth.total(name)
            let middle = (body.columns.lowerBound + body.columns.upperBound - width) / 2
            let row = (body.rows.lowerBound + body.rows.upperBound) / 2
            let places = [
                (body.rows.upperBound + 1, middle), (body.rows.lowerBound - 1, middle),
                (row, body.columns.upperBound + 1), (row, body.columns.lowerBound - 1 - width),
            ]
            for (row, column) in places where isClear(row: row, column..<column + width) {
                grid.write(name, row: row, column: column, foreground: Planet.Colour.text)
                return
            }
        }
    }

    /// Draws dots in free cells with free neighbours. A dot next to a name would look like a part of it.
    mutating func paint(rings: [SolarSystem.Ring], stars: [SolarSystem.Star]) {
        for ring in rings {
            let count = Int(ring.radius * scale)
            for index in 0..<count {
                let (sin, cos) = CircleMath.sinAndCos(Double(index) / Double(count) * CircleMath.turn)
                let point = SolarSystem.Point(x: ring.point.x + ring.radius * cos, y: ring.point.y + ring.radius * sin)
                paintDot(".", at: point, Planet.Colour.you.shade.mixed(with: Planet.Colour.space[1], 0.45))
            }
        }
        for star in stars {
            let shade = Planet.Colour.space[1].mixed(with: Planet.Colour.text, star.opacity)
            paintDot(star.size > 2.4 ? "*" : star.size > 1.7 ? "+" : "'", at: star.point, shade)
        }
    }

    private mutating func paintDot(_ dot: String, at point: SolarSystem.Point, _ colour: RGB) {
        let (row, column) = cell(of: point, width: 1)
        if isClear(row: row, column..<column + 1) {
            grid.write([(dot, 1)], row: row, column: column, foreground: colour)
        }
    }

    /// Whether the cells and their left and right neighbours are free.
    private func isClear(row: Int, _ columns: Range<Int>) -> Bool {
        guard columns.lowerBound >= 0, columns.upperBound <= grid.columns else { return false }
        return grid.isFree(
            row: row, columns: max(columns.lowerBound - 1, 0)..<min(columns.upperBound + 1, grid.columns))
    }

    /// The first of `width` cells centred on a point of the canvas.
    private func cell(of point: SolarSystem.Point, width: Int) -> (row: Int, column: Int) {
        let x = (point.x - canvas.width / 2) * scale / 8 + Double(grid.columns) / 2
        let y = (point.y - canvas.height / 2) * scale / 16 + Double(grid.rows) / 2
        return (Int(y.rounded(.down)), Int((x - Double(width) / 2).rounded()))
    }

    /// Writes characters on a coloured background, or writes nothing if their cells are not free. Without padding, the
    /// nearest free place within two rows and two columns is used.
    @discardableResult
    private mutating func paintBadge(
        at point: SolarSystem.Point, _ label: [(text: String, cells: Int)], _ colour: Planet.Colour, padding: Int
    ) -> Body? {
        let sides = style == .plain ? ["(", ")"] : [" ", " "]
        let characters =
            padding == 0 ? label : [(text: sides[0], cells: 1)] + label + [(text: sides[1], cells: 1)]
        let width = CellWidth.total(characters)
        let (row, column) = cell(of: point, width: width)
        let reach = padding == 0 ? 2 : 0
        let steps = (-reach...reach).flatMap { down in
            (-reach...reach).map { (length: 4 * down * down + $0 * $0, down: down, right: $0) }
        }
        for step in steps.sorted(by: <) {
            let (row, start) = (row + step.down, column + step.right)
            guard grid.isFree(row: row, columns: start..<start + width) else { continue }
            grid.write(
                characters, row: row, column: start, foreground: Planet.Colour.ink, background: colour.base)
            return Body(rows: row...row, columns: start..<start + width)
        }
        return nil
    }

    /// Draws a disc around a label, if it is large enough and all its cells are free.
    private mutating func paintDisc(
        at point: SolarSystem.Point, diameter: Double, _ label: [(text: String, cells: Int)], _ colour: Planet.Colour
    ) -> Body? {
        guard diameter * scale >= 36 else { return nil }
        let width = CellWidth.total(label)
        let (row, column) = cell(of: point, width: width)
        let disc =
            style == .plain
            ? TerminalDisc(labelWidth: width)
            : TerminalDisc(
                labelWidth: width, radius: diameter * scale / 2, colour: colour, shaded: style == .trueColour)
        let columns = column + disc.columns.lowerBound..<column + disc.columns.upperBound
        let rows = row + disc.rows.lowerBound...row + disc.rows.upperBound
        let free = disc.cells.allSatisfy {
            grid.isFree(row: row + $0.row, columns: column + $0.column..<column + $0.column + 1)
        }
        guard free else { return nil }
        grid.write(label, row: row, column: column, foreground: Planet.Colour.ink, background: colour.base)
        for cell in disc.cells where !(cell.row == 0 && (0..<width).contains(cell.column)) {
            grid.write(
                [(cell.text, 1)], row: row + cell.row, column: column + cell.column, foreground: cell.foreground,
                background: cell.background)
        }
        return Body(rows: rows, columns: columns)
    }
}

import Drawing
import OrbitModels
import Testing

@testable import SolarSystem

/// A cell is 8 × 16 points, so the canvas has 20 × 10 cells.
@Suite struct TerminalPainterTests {
    @Test(
        arguments: [
            (4, 10, 5, 9), (9, 10, 8, 9), (4, 1, 5, 0), (4, 18, 5, 17), (4, 0, 4, 2), (4, 19, 4, 15),
        ] as [(Int, Int, Int, Int)])
    func `a name is below, above, to the right or to the left of its planet, the first that fits`(
        row: Int, column: Int, nameRow: Int, nameColumn: Int
    ) throws {
        var painter = painter()
        let ana = planet("Ana", diameter: 21, row: row, column: column)
        let painted = painter.paint(ana)
        let body = try #require(painted)
        painter.writeName(of: ana, beside: body)
        var expected = TerminalGrid(columns: 20, rows: 10)
        expected.write([("A", 1)], row: row, column: column, foreground: nil)
        expected.write(CellWidth.fitted("Ana", cells: 3), row: nameRow, column: nameColumn, foreground: nil)
        #expect(painter.lines == expected.lines(style: .plain))
    }

    @Test(arguments: [
        (19.0, ["", "          A", "", ""]),
        (20.0, ["", "          A", "         Ana", ""]),
        (22.0, ["", "         (A)", "         Ana", ""]),
        (35.0, ["", "         (A)", "         Ana", ""]),
        (36.0, ["         .-.", "        ( A )", "         '-'", "         Ana"]),
    ])
    func `a larger planet has a name, sides and a disc`(diameter: Double, lines: [String]) throws {
        var painter = painter()
        let ana = planet("Ana", diameter: diameter, row: 4, column: 10)
        let painted = painter.paint(ana)
        let body = try #require(painted)
        painter.writeName(of: ana, beside: body)
        #expect(Array(painter.lines[3...6]) == lines)
    }

    @Test func `a disc may reach the right edge`() {
        var painter = painter()
        _ = painter.paint(planet("Ana", diameter: 36, row: 4, column: 17))
        #expect(Array(painter.lines[3...5]) == ["                .-.", "               ( A )", "                '-'"])
    }

    @Test func `a planet without room for its disc is an initial in free cells nearby`() {
        var painter = painter()
        _ = painter.paint(planet("Ana", diameter: 40, row: 4, column: 10))
        _ = painter.paint(planet("Bo", diameter: 40, row: 4, column: 13))
        _ = painter.paint(planet("Cy", diameter: 10, row: 4, column: 10))
        #expect(Array(painter.lines[3...5]) == ["        C.-.", "        ( A )B", "         '-'"])
    }

    @Test func `the background changes from blue to purple to black, and is black in 256 colours`() {
        func background(_ row: Int, _ style: TerminalStyle) -> String {
            TerminalPainter(canvas: .terminal(columns: 20, rows: 20), columns: 1, rows: 20, style: style).lines[row]
        }
        let expected = [0: "8;16;48", 5: "19;16;58", 10: "30;17;69", 15: "15;8;34"]
        for (row, colour) in expected {
            #expect(background(row, .trueColour) == "\u{1B}[39;48;2;\(colour)m \u{1B}[0m")
            #expect(background(row, .indexed) == "\u{1B}[39;48;5;16m \u{1B}[0m")
        }
    }

    private func painter() -> TerminalPainter {
        TerminalPainter(canvas: .terminal(columns: 20, rows: 10), columns: 20, rows: 10, style: .plain)
    }

    /// Returns a planet in the middle of a cell.
    private func planet(_ name: String, diameter: Double, row: Int, column: Int) -> Planet {
        Planet(
            id: UserID(name), name: name, rank: 1, orbitNumber: 1, distance: 0, angle: 0,
            point: SolarSystem.Point(x: Double(column) * 8 + 4, y: Double(row) * 16 + 8), diameter: diameter,
            colour: .orange, initial: String(name.prefix(1)), label: nil)
    }
}

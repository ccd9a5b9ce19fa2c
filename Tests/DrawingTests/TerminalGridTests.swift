import Drawing
import Testing

@Suite struct TerminalGridTests {
    @Test func `plain rows are text without trailing spaces`() {
        var grid = TerminalGrid(columns: 8, rows: 2)
        grid.write(CellWidth.fitted("Ana", cells: 8), row: 0, column: 2, foreground: RGB(hex: 0xFF0000))
        #expect(grid.lines(style: .plain) == ["  Ana", ""])
    }

    @Test func `a colour is written where it changes, and is reset at the end of a row`() {
        var grid = TerminalGrid(columns: 3, rows: 1)
        grid.write(("x", 1), row: 0, column: 1, foreground: RGB(hex: 0xFF0000))
        #expect(
            grid.lines(style: .trueColour) { _ in RGB(hex: 0x000102) } == [
                "\u{1B}[39;48;2;0;1;2m \u{1B}[38;2;255;0;0;48;2;0;1;2mx\u{1B}[39;48;2;0;1;2m \u{1B}[0m"
            ])
        #expect(grid.lines(style: .indexed) == ["\u{1B}[39;49m \u{1B}[38;5;196;49mx\u{1B}[39;49m \u{1B}[0m"])
    }

    @Test func `text outside of the grid is ignored`() {
        var grid = TerminalGrid(columns: 2, rows: -1)
        grid.write(("x", 1), row: 0, column: 0, foreground: nil)
        #expect(grid.lines(style: .plain).isEmpty)
        grid = TerminalGrid(columns: 2, rows: 1)
        grid.write(("李", 2), row: 0, column: 1, foreground: nil)
        grid.write(("a", 1), row: 0, column: -1, foreground: nil)
        #expect(grid.lines(style: .plain) == [""])
        #expect(!grid.isFree(row: 0, columns: 1..<3) && grid.isFree(row: 0, columns: 0..<2))
    }

    @Test func `a mixed colour is clamped between its two colours`() {
        let (black, white) = (RGB(hex: 0x000000), RGB(hex: 0xFFFFFF))
        #expect(black.mixed(with: white, 0.5).hex == "#7f7f7f")
        #expect(black.mixed(with: white, 7) == white && black.mixed(with: white, .nan) == black)
    }
}

/// A grid of character cells, each written at most once.
struct TerminalGrid {
    struct Cell {
        /// Empty for the second cell of a wide character.
        var text: String
        var foreground: Planet.RGB?
        var background: Planet.RGB?
    }

    let columns: Int
    let rows: Int
    private var cells: [Cell?]

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        cells = Array(repeating: nil, count: columns * rows)
    }

    /// Whether a range of cells in a row is on the grid and free.
    func isFree(row: Int, columns range: Range<Int>) -> Bool {
        (0..<rows).contains(row) && range.lowerBound >= 0 && range.upperBound <= columns
            && range.allSatisfy { cells[row * columns + $0] == nil }
    }

    /// Writes a character of known width. Its cells must be free.
    mutating func write(
        _ character: (text: String, cells: Int), row: Int, column: Int, foreground: Planet.RGB?,
        background: Planet.RGB? = nil
    ) {
        for offset in 0..<character.cells {
            cells[row * columns + column + offset] = Cell(
                text: offset == 0 ? character.text : "", foreground: foreground, background: background)
        }
    }

    mutating func write(
        _ characters: [(text: String, cells: Int)], row: Int, column: Int, foreground: Planet.RGB?,
        background: Planet.RGB? = nil
    ) {
        var column = column
        for character in characters {
            write(character, row: row, column: column, foreground: foreground, background: background)
            column += character.cells
        }
    }

    /// The rows, each of `columns` cells; plain rows without trailing spaces.
    func lines(style: SolarSystemTerminal.Style) -> [String] {
        (0..<rows).map { row in
            let space = Planet.Colour.space
            let down = 2 * Double(row) / Double(rows)
            let sky =
                style == .indexed
                ? space[2] : down < 1 ? space[0].mixed(with: space[1], down) : space[1].mixed(with: space[2], down - 1)
            var line = ""
            var current = ""
            for cell in cells[row * columns..<(row + 1) * columns] {
                let code = style.code(foreground: cell?.foreground, background: cell?.background ?? sky)
                if code != current {
                    line += code
                    current = code
                }
                line += cell?.text ?? " "
            }
            if style == .plain { return line.trimmingTrailingSpaces }
            return line + style.reset
        }
    }
}

extension SolarSystemTerminal.Style {
    /// Sets both colours (ECMA-48 SGR 38 and 48); empty for the plain style.
    func code(foreground: Planet.RGB?, background: Planet.RGB?) -> String {
        if self == .plain { return "" }
        let front = foreground.map { "38;" + parameters($0) } ?? "39"
        let back = background.map { "48;" + parameters($0) } ?? "49"
        return "\u{1B}[\(front);\(back)m"
    }

    var reset: String { self == .plain ? "" : "\u{1B}[0m" }

    private func parameters(_ colour: Planet.RGB) -> String {
        self == .trueColour ? "2;\(colour.red);\(colour.green);\(colour.blue)" : "5;\(colour.indexed)"
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

/// A grid of character cells. A write replaces the earlier content of a cell, so callers check ``isFree(row:columns:)``
/// first to keep it.
public struct TerminalGrid: Sendable {
    private struct Cell {
        /// The character; empty for the second cell of a wide character.
        var text: String
        var foreground: RGB?
        var background: RGB?
    }

    /// The width in cells.
    public let columns: Int
    /// The height in cells.
    public let rows: Int
    private var cells: [Cell?]

    /// Creates a grid of free cells. Negative sizes count as 0.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
        cells = Array(repeating: nil, count: self.columns * self.rows)
    }

    /// Whether a range of cells in a row is on the grid and free.
    public func isFree(row: Int, columns range: Range<Int>) -> Bool {
        (0..<rows).contains(row) && range.lowerBound >= 0 && range.upperBound <= columns
            && range.allSatisfy { cells[row * columns + $0] == nil }
    }

    /// Writes a character of known width. A character that is not completely on the grid is not written.
    public mutating func write(
        _ character: (text: String, cells: Int), row: Int, column: Int, foreground: RGB?,
        background: RGB? = nil
    ) {
        guard (0..<rows).contains(row), column >= 0, column + character.cells <= columns else { return }
        for offset in 0..<character.cells {
            cells[row * columns + column + offset] = Cell(
                text: offset == 0 ? character.text : "", foreground: foreground, background: background)
        }
    }

    /// Writes the result of ``CellWidth/fitted(_:cells:)`` from left to right.
    public mutating func write(
        _ characters: [(text: String, cells: Int)], row: Int, column: Int, foreground: RGB?,
        background: RGB? = nil
    ) {
        var column = column
        for character in characters {
            write(character, row: row, column: column, foreground: foreground, background: background)
            column += character.cells
        }
    }

    /// Returns the rows, each with `columns` cells. Plain rows have no trailing spaces.
    ///
    /// - Parameters:
    ///   - style: The style of colours.
    ///   - background: Returns the colour of the cells in a row that have no background of their own.
    public func lines(style: TerminalStyle, background: (_ row: Int) -> RGB? = { _ in nil }) -> [String] {
        (0..<rows).map { row in
            let behind = background(row)
            var line = ""
            var current = ""
            for cell in cells[row * columns..<(row + 1) * columns] {
                let code = style.code(foreground: cell?.foreground, background: cell?.background ?? behind)
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

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}

/// The colours of a terminal.
public enum TerminalStyle: Hashable, Sendable {
    /// No escape sequences, for files and pipes.
    case plain
    /// The 256 colours of xterm.
    case indexed
    /// 24-bit colours.
    case trueColour
}

extension TerminalStyle {
    /// Returns the escape sequence that sets both colours (ECMA-48 SGR 38, 39, 48 and 49). It is empty for the plain
    /// style.
    ///
    /// - Parameters:
    ///   - foreground: The colour of the text; `nil` for the terminal's own.
    ///   - background: The colour behind the text; `nil` for the terminal's own.
    public func code(foreground: RGB?, background: RGB?) -> String {
        if self == .plain { return "" }
        let front = foreground.map { "38;" + parameters($0) } ?? "39"
        let back = background.map { "48;" + parameters($0) } ?? "49"
        return "\u{1B}[\(front);\(back)m"
    }

    /// The escape sequence that ends all colours; empty for the plain style.
    public var reset: String { self == .plain ? "" : "\u{1B}[0m" }

    private func parameters(_ colour: RGB) -> String {
        self == .trueColour ? "2;\(colour.red);\(colour.green);\(colour.blue)" : "5;\(colour.indexed)"
    }
}

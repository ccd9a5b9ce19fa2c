import Drawing

/// The cells of a disc-shaped planet, relative to the first cell of its label.
struct TerminalDisc {
    struct Cell {
        let row: Int
        let column: Int
        let text: String
        var foreground: RGB?
        var background: RGB?
    }

    let cells: [Cell]

    var rows: ClosedRange<Int> {
        let rows = cells.map(\.row)
        return (rows.min() ?? 0)...(rows.max() ?? 0)
    }

    var columns: Range<Int> {
        let columns = cells.map(\.column)
        return (columns.min() ?? 0)..<(columns.max() ?? 0) + 1
    }

    /// Drawn with punctuation, three rows high.
    init(labelWidth width: Int) {
        let line = String(repeating: "-", count: width)
        let rows = [
            (-1, -1, ".\(line)."), (0, -2, "( \(String(repeating: " ", count: width)) )"), (1, -1, "'\(line)'"),
        ]
        cells = rows.flatMap { row, column, text in
            text.enumerated().map { Cell(row: row, column: column + $0.offset, text: String($0.element)) }
        }
    }

    /// Drawn with half blocks: two square pixels a cell, lit from the upper left if shaded.
    init(labelWidth width: Int, radius: Double, colour: Planet.Colour, shaded: Bool) {
        let middle = Double(width) * 4
        func pixel(_ column: Int, _ y: Double) -> RGB? {
            let x = Double(column) * 8 + 4 - middle
            guard x * x + y * y <= radius * radius else { return nil }
            guard shaded else { return colour.base }
            let (lit, away) = (x + radius * 0.35, y + radius * 0.4)
            let part = (lit * lit + away * away).squareRoot() / (radius * 1.5)
            return part < 0.5
                ? colour.light.mixed(with: colour.base, part * 2) : colour.base.mixed(with: colour.shade, part * 2 - 1)
        }
        let (across, down) = (Int(radius / 8) + 1, Int(radius / 16) + 1)
        cells = (-down...down).flatMap { row in
            (-across...across + width).compactMap { column in
                let upper = pixel(column, Double(row) * 16 - 4)
                let lower = pixel(column, Double(row) * 16 + 4)
                switch (upper, lower) {
                case (nil, nil): return nil
                case (nil, let lower): return Cell(row: row, column: column, text: "▄", foreground: lower)
                case (let upper, nil): return Cell(row: row, column: column, text: "▀", foreground: upper)
                case (let upper, let lower):
                    return Cell(row: row, column: column, text: "▀", foreground: upper, background: lower)
                }
            }
        }
    }
}

public import Drawing
public import OrbitModels

/// A person's ratings as text for a terminal.
///
/// The text has a line in words, and a line with the likely range of the mean. If the summary has shares, it also has a
/// bar for each number of stars.
///
/// ```swift
/// print(RatingDistributionTerminal(style: .plain).text(of: summary))
/// ```
///
/// No line is wider than ``columns``. The plain style is ASCII text. It has no colours, and contains all of the
/// information.
public struct RatingDistributionTerminal: Hashable, Sendable {
    /// The style of colours.
    public let style: TerminalStyle
    /// The width in cells, 30 to 80.
    public let columns: Int

    /// Creates a renderer. A width out of range is replaced by the nearest valid width.
    public init(style: TerminalStyle = .plain, columns: Int = 60) {
        self.style = style
        self.columns = min(max(columns, 30), 80)
    }

    /// Returns the picture. Every line ends with a line feed.
    public func text(of summary: RatingSummary, in words: LocalizedStrings = .english) -> String {
        let tenths = summary.shown?.tenths.map { Array($0.prefix(5)) } ?? []
        var grid = TerminalGrid(columns: columns, rows: summary.isNew ? 1 : 2 + tenths.count)
        write(summary.phrase(in: words), row: 0, column: 0, in: &grid)
        if let shown = summary.shown {
            write(shown.rangePhrase(in: words), row: 1, column: 0, in: &grid)
            for (line, stars) in tenths.indices.reversed().enumerated() {
                draw(min(max(tenths[stars], 0), 10), stars: stars + 1, row: 2 + line, in: &grid)
            }
        }
        return grid.lines(style: style).reduce(into: "") { $0 += $1 + "\n" }
    }

    private static let bar = RGB(hex: 0xF3C46B)

    private func draw(_ tenth: Int, stars: Int, row: Int, in grid: inout TerminalGrid) {
        write("\(stars) *", row: row, column: 0, in: &grid)
        let room = columns - 10
        for column in 0..<room * tenth / 10 {
            grid.write(("#", 1), row: row, column: 4 + column, foreground: Self.bar)
        }
        let share = "\(tenth * 10) %"
        write(share, row: row, column: columns - share.count, in: &grid)
    }

    private func write(_ text: String, row: Int, column: Int, in grid: inout TerminalGrid) {
        grid.write(CellWidth.fitted(text, cells: columns - column), row: row, column: column, foreground: nil)
    }
}

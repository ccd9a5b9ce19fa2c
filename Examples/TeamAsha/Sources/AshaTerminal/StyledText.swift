import Drawing
import Randonneuring

/// A text with its colours, a part of a line.
public struct StyledText: Hashable, Sendable {
    /// The text. It is fitted to the line when it is drawn.
    public var text: String
    /// The colour of the text; `nil` for that of the terminal.
    public var foreground: RGB?
    /// The colour behind the text; `nil` for that of the terminal.
    public var background: RGB?

    /// Creates a span.
    public init(_ text: String, foreground: RGB? = nil, background: RGB? = nil) {
        (self.text, self.foreground, self.background) = (text, foreground, background)
    }
}

/// A line of a page.
public typealias Line = [StyledText]

extension [Line] {
    /// Returns the lines as text for a terminal.
    ///
    /// - Parameters:
    ///   - style: The colours of the terminal.
    ///   - columns: The width of the terminal. A longer line ends with dots.
    public func drawn(in style: TerminalStyle, columns: Int = 80) -> [String] {
        var grid = TerminalGrid(columns: columns, rows: count)
        for (row, line) in enumerated() {
            var column = 0
            for span in line {
                let characters = CellWidth.fitted(span.text, cells: columns - column)
                grid.write(
                    characters, row: row, column: column, foreground: span.foreground, background: span.background)
                column += CellWidth.total(characters)
            }
        }
        return grid.lines(style: style)
    }
}

extension StyledText {
    /// Returns a text of exactly a number of cells: cleaned, truncated and filled with spaces.
    ///
    /// - Parameters:
    ///   - text: A text that other people have typed.
    ///   - width: The number of cells.
    ///   - isTrailing: Whether the text is at the right edge, such as a number.
    static func cell(_ text: String, _ width: Int, isTrailing: Bool = false) -> StyledText {
        let fitted = CellWidth.fitted(SingleLine.cleaned(text, longest: 200), cells: width)
        let space = String(repeating: " ", count: Swift.max(0, width - CellWidth.total(fitted)))
        let shown = Self.text(of: fitted)
        return StyledText(isTrailing ? space + shown : shown + space)
    }

    /// Returns fitted characters as a text that can be fitted again. ``Swift/Array/drawn(in:columns:)`` adds the marks
    /// of right-to-left texts.
    static func text(of fitted: [(text: String, cells: Int)]) -> String {
        fitted.map(\.text).joined().replacing("\u{200E}", with: "")
    }
}

extension RGB {
    /// Creates the colour of a badge.
    init(_ colour: BadgeColour) { self.init(hex: colour.hex) }

    static let black = RGB(hex: 0x000000)
    static let white = RGB(hex: 0xFFFFFF)
    static let dim = RGB(hex: 0x8E8E93)

    /// Black or white, whichever contrasts more with this colour (WCAG 2.2, relative luminance).
    var contrasting: RGB {
        func linear(_ component: UInt8) -> Double {
            let part = Double(component) / 255
            // The linear part of the curve matters only below 4 percent; a square is close enough to choose a side.
            return part * part
        }
        let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        return luminance > 0.179 ? .black : .white
    }
}

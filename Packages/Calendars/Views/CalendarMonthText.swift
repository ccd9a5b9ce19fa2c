public import Drawing
import Foundation
public import OrbitModels

/// A month as a grid for a terminal, at most 80 cells wide.
///
/// Each entry is a mark and a title that is cut to fit. The marks are `*` confirmed, `?` tentative, `-` busy and `+`
/// suggested. An entry of several days is a bar of `=`, with `<` and `>` if it continues in another week. The plain
/// style is ASCII except for titles, names and words.
public struct CalendarMonthText: Hashable, Sendable {
    /// The style of colours.
    public let style: TerminalStyle
    /// The width in cells, 36 to 80.
    public let columns: Int
    /// The maximum number of lines of entries in a week, 1 to 20. Entries that do not fit are counted.
    public let linesPerWeek: Int
    /// The names of days and months.
    public let names: CalendarNames

    /// Creates a renderer. Sizes are clamped.
    public init(
        style: TerminalStyle = .plain, columns: Int = 80, linesPerWeek: Int = 4, names: CalendarNames = .english
    ) {
        self.style = style
        self.columns = min(max(columns, 36), 80)
        self.linesPerWeek = min(max(linesPerWeek, 1), 20)
        self.names = names
    }

    /// Returns the grid of a month. Every line ends with a line feed.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - words: The texts of the front end, including `Vocabulary.calendarViews`.
    public func text(for month: CalendarMonth, in words: LocalizedStrings = .english) -> String {
        let width = (columns - 1) / 7
        var grid = TerminalGrid(columns: width * 7 + 1, rows: 2 + month.weeks.count * (linesPerWeek + 2))
        let title = "\(names.months[month.month - 1]) \(month.year)"
        grid.write(CellWidth.fitted(title, cells: width * 4), row: 0, column: 1, foreground: nil)
        let zone = CellWidth.fitted(month.zone.identifier, cells: width * 3 - 1)
        grid.write(
            zone, row: 0, column: width * 7 - CellWidth.total(zone), foreground: CalendarColours.terminalGrey)
        for column in 0..<7 {
            let name = names.shortWeekdays[(month.firstWeekday.rawValue + column) % 7]
            grid.write(
                CellWidth.fitted(name, cells: width - 1), row: 1, column: column * width + 1,
                foreground: CalendarColours.terminalGrey)
        }
        for (index, week) in month.weeks.enumerated() {
            write(week, row: 2 + index * (linesPerWeek + 2), width, words, in: &grid)
        }
        return grid.lines(style: style).reduce(into: "") { $0 += $1 + "\n" }
    }

    private func write(
        _ week: CalendarMonth.Week, row: Int, _ width: Int, _ words: LocalizedStrings, in grid: inout TerminalGrid
    ) {
        for column in 0..<7 * width + 1 {
            grid.write(("-", 1), row: row, column: column, foreground: CalendarColours.terminalGrey)
        }
        for day in week.days {
            var text = day.isToday ? "[\(day.date.day)]" : " \(day.date.day)"
            if day.hours != 24 { text += " \(words.lengthOfDay(day.hours))" }
            grid.write(
                CellWidth.fitted(text, cells: width - 1), row: row + 1, column: day.column * width,
                foreground: day.isToday ? CalendarColours.page : day.isInMonth ? nil : CalendarColours.terminalGrey,
                background: day.isToday ? CalendarColours.today : nil)
        }
        // The last line shows the number of entries that do not fit.
        let isFull = week.segments.contains { $0.line >= linesPerWeek }
        let shown = isFull ? linesPerWeek - 1 : linesPerWeek
        var counts = [Int](repeating: 0, count: 7)
        for segment in week.segments {
            if segment.line < shown {
                write(segment, row: row + 2 + segment.line, width, in: &grid)
            } else {
                for column in segment.columns { counts[column] += 1 }
            }
        }
        for (column, count) in counts.enumerated() where count > 0 {
            let more = " " + words.inView("more", ["count": .integer(count)])
            grid.write(
                CellWidth.fitted(more, cells: width - 1), row: row + 1 + linesPerWeek, column: column * width,
                foreground: CalendarColours.terminalGrey)
        }
    }

    private func write(_ segment: CalendarMonth.Segment, row: Int, _ width: Int, in grid: inout TerminalGrid) {
        let (first, cells) = (segment.columns.lowerBound * width, segment.columns.count * width - 1)
        let colour = style == .plain ? nil : CalendarColours.fill(of: segment.entry.kind)
        let ink = CalendarColours.ink(of: segment.entry.kind)
        if segment.isBar {
            for cell in 0..<cells {
                grid.write(
                    (style == .plain ? "=" : " ", 1), row: row, column: first + cell, foreground: ink,
                    background: colour)
            }
            if segment.continuesBefore {
                grid.write(("<", 1), row: row, column: first, foreground: ink, background: colour)
            }
            if segment.continuesAfter {
                grid.write((">", 1), row: row, column: first + cells - 1, foreground: ink, background: colour)
            }
        }
        let title = segment.entry.kind.mark + SingleLine.cleaned(segment.entry.title)
        // The two ends of a bar are not available for the title.
        let text = CellWidth.fitted(title, cells: cells - (segment.isBar ? 2 : 0))
        grid.write(
            text, row: row, column: first + (segment.isBar ? 1 : 0), foreground: ink, background: colour)
    }
}

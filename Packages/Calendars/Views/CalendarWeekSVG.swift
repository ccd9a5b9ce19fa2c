import Drawing
import Foundation
public import OrbitModels

/// One to seven days as a self-contained SVG 1.1 document. Hours run from top to bottom, and overlapping entries are
/// next to each other.
///
/// The document does not need scripts, fonts or other files. Each day and each entry is a list item with its full text.
/// Titles are cleaned, escaped and clipped to their boxes. Hours that a day does not have are shaded. Three days are
/// most readable on a phone.
public struct CalendarWeekSVG: Hashable, Sendable {
    /// The width in points, 320 to 4000. A phone has about 390, and a desktop about 1280.
    public let width: Double
    /// The height of an hour in points, 20 to 200.
    public let hourHeight: Double
    /// The names of days and months.
    public let names: CalendarNames

    /// Creates a renderer. Sizes are clamped, and a width of NaN is replaced by 390.
    public init(width: Double = 390, hourHeight: Double = 36, names: CalendarNames = .english) {
        self.width = width.isNaN ? 390 : min(max(width, 320), 4_000)
        self.hourHeight = hourHeight.isNaN ? 36 : min(max(hourHeight, 20), 200)
        self.names = names
    }

    private static let gutter = 44.0
    private static let dayHeader = 44.0
    private static let barHeight = 20.0
    private static let maxLines = 6
    private var isNarrow: Bool { width < 600 }
    private var fontSize: Double { isNarrow ? 11 : 13 }

    /// Returns the document for a week.
    ///
    /// - Parameters:
    ///   - week: The week.
    ///   - words: The texts of the front end, including `Vocabulary.calendarViews` and the kinds of entries.
    public func text(for week: CalendarWeek, in words: LocalizedStrings = .english) -> String {
        let lines = min((week.bars.map(\.line).max() ?? -1) + 1, Self.maxLines)
        let top = Self.dayHeader + Double(lines) * Self.barHeight + 8
        let height = top + Double(week.rows.count) * hourHeight + 8
        let dayWidth = (width - Self.gutter) / Double(max(week.days.count, 1))
        let title = [week.days.first, week.days.last].compactMap { $0.map { names.long($0.date) } }
        var svg = SVGWriter()
        svg.document(width: width, height: height, title: title.joined(separator: " – ")) { svg in
            svg.rectangle(x: 0, y: 0, width: width, height: height, [("fill", CalendarColours.page.hex)])
            drawHours(of: week, top: top, in: &svg)
            svg.open("g", [("role", "list")])
            for bar in week.bars where bar.line < Self.maxLines { draw(bar, dayWidth, words, in: &svg) }
            for (index, day) in week.days.enumerated() {
                draw(day, of: week, x: Self.gutter + Double(index) * dayWidth, dayWidth, top: top, words, in: &svg)
            }
            svg.close("g")
        }
        return svg.text
    }

    private func drawHours(of week: CalendarWeek, top: Double, in svg: inout SVGWriter) {
        svg.open("g", [("aria-hidden", "true")])
        for (index, row) in week.rows.enumerated() {
            let y = top + Double(index) * hourHeight
            svg.rectangle(
                x: Self.gutter, y: y, width: width - Self.gutter, height: 1, [("fill", CalendarColours.faint.hex)])
            let hour = "\(row.hour < 10 ? "0" : "")\(row.hour):00"
            svg.clippedText(
                hour, x: 0, y: y - 8, width: Self.gutter - 6, height: 16, alignment: .right, fontSize: 11,
                [("fill", CalendarColours.weak.hex)])
        }
        svg.close("g")
    }

    private func draw(
        _ day: CalendarWeek.Day, of week: CalendarWeek, x: Double, _ dayWidth: Double, top: Double,
        _ words: LocalizedStrings,
        in svg: inout SVGWriter
    ) {
        let spoken = words.spoken(names.long(day.date), isToday: day.isToday, hours: day.hours)
        svg.open("g", [("role", "listitem"), ("aria-label", spoken)])
        svg.element("title", text: spoken)
        for row in day.missingRows {
            svg.rectangle(
                x: x, y: top + Double(row) * hourHeight, width: dayWidth, height: hourHeight,
                [("fill", CalendarColours.faint.hex)])
        }
        svg.rectangle(
            x: x, y: 0, width: 1, height: top + Double(week.rows.count) * hourHeight,
            [("fill", CalendarColours.faint.hex)])
        if day.isToday {
            svg.rectangle(x: x + 1, y: 0, width: dayWidth - 1, height: 4, [("fill", CalendarColours.today.hex)])
        }
        let ink = (day.isToday ? CalendarColours.today : CalendarColours.strong).hex
        let weekday = (isNarrow ? names.shortWeekdays : names.weekdays)[day.date.weekday.rawValue]
        svg.clippedText(
            weekday, x: x, y: 5, width: dayWidth, height: 16, fontSize: fontSize,
            [("fill", day.isToday ? ink : CalendarColours.weak.hex)])
        let number = "\(day.date.day)" + (day.hours == 24 ? "" : " · \(words.lengthOfDay(day.hours))")
        svg.clippedText(
            number, x: x, y: 21, width: dayWidth, height: 20, fontSize: isNarrow ? 13 : 16,
            [("fill", ink), ("font-weight", "bold")])
        svg.open("g", [("role", "list")])
        for box in day.boxes { draw(box, x: x, dayWidth, top: top, words, in: &svg) }
        svg.close("g")
        svg.close("g")
    }

    private func draw(
        _ box: CalendarWeek.Box, x: Double, _ dayWidth: Double, top: Double, _ words: LocalizedStrings,
        in svg: inout SVGWriter
    ) {
        let column = (dayWidth - 4) / Double(box.columnCount)
        let title = SingleLine.cleaned(box.entry.title)
        let times =
            box.start == box.end ? box.start.hourAndMinute : "\(box.start.hourAndMinute)–\(box.end.hourAndMinute)"
        svg.entry(
            box.entry, spoken: "\(times) \(title)", kind: words(box.entry.kind),
            line: isNarrow || box.columnCount > 1 ? title : "\(box.start.hourAndMinute) \(title)",
            x: x + 2 + Double(box.column) * column, y: top + box.top * hourHeight + 1,
            width: column * Double(box.width) - 2, height: (box.bottom - box.top) * hourHeight - 2,
            textHeight: fontSize + 8, fontSize: fontSize)
    }

    private func draw(
        _ bar: CalendarMonth.Segment, _ dayWidth: Double, _ words: LocalizedStrings, in svg: inout SVGWriter
    ) {
        let title = SingleLine.cleaned(bar.entry.title)
        let x = Self.gutter + Double(bar.columns.lowerBound) * dayWidth + (bar.continuesBefore ? 0 : 2)
        let end = Self.gutter + Double(bar.columns.upperBound + 1) * dayWidth - (bar.continuesAfter ? 0 : 2)
        svg.entry(
            bar.entry, spoken: title, kind: words(bar.entry.kind), line: title, x: x,
            y: Self.dayHeader + Double(bar.line) * Self.barHeight, width: end - x, height: Self.barHeight - 2,
            textHeight: Self.barHeight - 2, fontSize: fontSize)
    }
}

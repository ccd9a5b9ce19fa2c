import Drawing
import Foundation
public import OrbitModels

/// A month as a self-contained SVG 1.1 document: a grid of days, for phones and desktops.
///
/// The document does not need scripts, fonts or other files. Each day and each entry is a list item with its full text.
/// Titles are cleaned, escaped and clipped to their boxes. Kinds differ by their outline as well as by colour.
public struct CalendarMonthSVG: Hashable, Sendable {
    /// The width in points, 320 to 4000. A phone has about 390, and a desktop about 1280.
    public let width: Double
    /// The height of a week in points, 70 to 1000.
    public let weekHeight: Double
    /// The names of days and months.
    public let names: CalendarNames

    /// Creates a renderer. Sizes are clamped, and a width of NaN is replaced by 390.
    public init(width: Double = 390, weekHeight: Double = 96, names: CalendarNames = .english) {
        self.width = width.isNaN ? 390 : min(max(width, 320), 4_000)
        self.weekHeight = weekHeight.isNaN ? 96 : min(max(weekHeight, 70), 1_000)
        self.names = names
    }

    private var dayWidth: Double { width / 7 }
    private var isNarrow: Bool { width < 600 }
    private var fontSize: Double { isNarrow ? 11 : 13 }
    private var lineHeight: Double { fontSize + 7 }
    private static let headerHeight = 68.0
    private static let numberHeight = 24.0

    /// Returns the document for a month.
    ///
    /// - Parameters:
    ///   - month: The month.
    ///   - words: The texts of the front end, including `Vocabulary.calendarViews` and the kinds of entries.
    public func text(for month: CalendarMonth, in words: LocalizedStrings = .english) -> String {
        let title = "\(names.months[month.month - 1]) \(month.year)"
        var svg = SVGWriter()
        let height = Self.headerHeight + weekHeight * Double(month.weeks.count)
        svg.document(width: width, height: height, title: title) { svg in
            svg.rectangle(x: 0, y: 0, width: width, height: height, [("fill", CalendarColours.page.hex)])
            svg.clippedText(
                title, x: 10, y: 4, width: width - 20, height: 36, alignment: .left, fontSize: 20,
                [("fill", CalendarColours.strong.hex), ("font-weight", "bold")])
            for column in 0..<7 {
                let weekday = (month.firstWeekday.rawValue + column) % 7
                svg.clippedText(
                    isNarrow ? names.shortWeekdays[weekday] : names.weekdays[weekday],
                    x: Double(column) * dayWidth, y: 42, width: dayWidth, height: 22, fontSize: fontSize,
                    [("fill", CalendarColours.weak.hex)])
            }
            for (index, week) in month.weeks.enumerated() {
                draw(week, y: Self.headerHeight + Double(index) * weekHeight, words, in: &svg)
            }
        }
        return svg.text
    }

    private func draw(_ week: CalendarMonth.Week, y: Double, _ words: LocalizedStrings, in svg: inout SVGWriter) {
        svg.open("g", [("role", "list")])
        for day in week.days { draw(day, y: y, words, in: &svg) }
        let lines = max(Int((weekHeight - Self.numberHeight - 2) / lineHeight), 1)
        let isFull = week.segments.contains { $0.line >= lines }
        let shown = isFull ? lines - 1 : lines
        var hidden = [Int](repeating: 0, count: 7)
        for segment in week.segments {
            if segment.line < shown {
                draw(segment, y: y + Self.numberHeight + Double(segment.line) * lineHeight, words, in: &svg)
            } else {
                for column in segment.columns { hidden[column] += 1 }
            }
        }
        for (column, count) in hidden.enumerated() where count > 0 {
            svg.clippedText(
                isNarrow ? "+\(count)" : words.inView("more", ["count": .integer(count)]),
                x: Double(column) * dayWidth + 5,
                y: y + Self.numberHeight + Double(lines - 1) * lineHeight, width: dayWidth - 8, height: lineHeight - 2,
                alignment: .left, fontSize: fontSize, [("fill", CalendarColours.weak.hex)])
        }
        svg.close("g")
    }

    private func draw(_ day: CalendarMonth.Day, y: Double, _ words: LocalizedStrings, in svg: inout SVGWriter) {
        let x = Double(day.column) * dayWidth
        let entries = words.inView("entries", ["count": .integer(day.entryCount)])
        let spoken = words.spoken(names.long(day.date), isToday: day.isToday, hours: day.hours) + ", " + entries
        svg.open("g", [("role", "listitem"), ("aria-label", spoken)])
        svg.element("title", text: spoken)
        svg.rectangle(
            x: x, y: y, width: dayWidth, height: weekHeight,
            [
                ("fill", (day.isInMonth ? CalendarColours.page : CalendarColours.shade).hex),
                ("stroke", CalendarColours.faint.hex),
            ])
        if day.isToday { svg.circle(x: x + 14, y: y + 13, radius: 11, [("fill", CalendarColours.today.hex)]) }
        let ink = day.isToday ? CalendarColours.page : day.isInMonth ? CalendarColours.strong : CalendarColours.weak
        svg.clippedText(
            "\(day.date.day)", x: x + 2, y: y + 2, width: 24, height: 22, fontSize: 13,
            [("fill", ink.hex)] + (day.isToday ? [("font-weight", "bold")] : []))
        if day.hours != 24 {
            svg.clippedText(
                words.lengthOfDay(day.hours), x: x + 28, y: y + 2, width: dayWidth - 32, height: 22, alignment: .right,
                fontSize: 11, [("fill", CalendarColours.weak.hex)])
        }
        svg.close("g")
    }

    private func draw(_ segment: CalendarMonth.Segment, y: Double, _ words: LocalizedStrings, in svg: inout SVGWriter) {
        let title = SingleLine.cleaned(segment.entry.title)
        let time = segment.start.map { "\($0.hourAndMinute) " } ?? ""
        let x = Double(segment.columns.lowerBound) * dayWidth + (segment.continuesBefore ? 0 : 2)
        let end = Double(segment.columns.upperBound + 1) * dayWidth - (segment.continuesAfter ? 0 : 2)
        svg.entry(
            segment.entry, spoken: time + title, kind: words(segment.entry.kind),
            line: isNarrow || segment.isBar ? title : time + title, x: x, y: y, width: end - x, height: lineHeight - 2,
            textHeight: lineHeight - 2, fontSize: fontSize)
    }
}

extension SVGWriter {
    /// Writes a rectangle.
    mutating func rectangle(x: Double, y: Double, width: Double, height: Double, _ attributes: Attributes) {
        let place = [
            ("x", Self.number(x)), ("y", Self.number(y)), ("width", Self.number(width)),
            ("height", Self.number(height)),
        ]
        element("rect", place + attributes)
    }

    /// Writes an entry as a box with a line of text at its top. The box is a list item with the whole text.
    ///
    /// - Parameter kind: The word for the kind of the entry.
    mutating func entry(
        _ entry: CalendarEntry, spoken: String, kind: String, line: String, x: Double, y: Double, width: Double,
        height: Double, textHeight: Double, fontSize: Double
    ) {
        let label = "\u{2068}\(spoken)\u{2069}, \(kind)"  // isolates the direction of the title
        open("g", [("role", "listitem"), ("aria-label", label), ("data-id", entry.id)])
        element("title", text: label)
        let ink = CalendarColours.ink(of: entry.kind).hex
        let outline: Attributes =
            switch entry.kind {
            case .confirmed: [("stroke", ink)]
            case .tentative: [("stroke", ink), ("stroke-dasharray", "4 2")]
            case .busy: []
            case .suggested: [("stroke", ink), ("stroke-dasharray", "1 2")]
            }
        rectangle(
            x: x, y: y, width: max(width, 1), height: max(height, 1),
            [("rx", "3"), ("fill", CalendarColours.fill(of: entry.kind).hex)] + outline)
        let room = max(width - 6, 0)
        let fits = TextWidth.ems(of: line) * fontSize <= room
        if let text = fits ? line : TextWidth.truncated(line, ems: room / fontSize)?.text {
            clippedText(
                text, x: x + 3, y: y, width: room, height: min(textHeight, height), alignment: .left,
                fontSize: fontSize, [("fill", ink)])
        }
        close("g")
    }
}

public import Drawing
import Foundation
public import OrbitModels

/// An agenda for a terminal: a heading for each day, then a line for each entry.
///
/// Each entry begins with its mark: `*` confirmed, `?` tentative, `-` busy, `+` suggested. The plain style is ASCII
/// except for titles and names.
public struct CalendarAgendaText: Hashable, Sendable {
    /// The style of colours.
    public let style: TerminalStyle
    /// The width in cells, 30 to 500.
    public let columns: Int
    /// Whether to show days without entries. Today is always shown.
    public let showsEmptyDays: Bool
    /// The names of days and months.
    public let names: CalendarNames

    /// Creates a renderer. The width is clamped.
    public init(
        style: TerminalStyle = .plain, columns: Int = 80, showsEmptyDays: Bool = false,
        names: CalendarNames = .english
    ) {
        self.style = style
        self.columns = min(max(columns, 30), 500)
        self.showsEmptyDays = showsEmptyDays
        self.names = names
    }

    /// Returns the list. Every line ends with a line feed.
    ///
    /// - Parameters:
    ///   - agenda: The agenda.
    ///   - words: The texts of the front end, including `Vocabulary.calendarViews`.
    public func text(for agenda: CalendarAgenda, in words: LocalizedStrings = .english) -> String {
        agenda.days.filter { showsEmptyDays || $0.isToday || !$0.items.isEmpty }.enumerated().reduce(into: "") {
            text, day in
            if day.offset > 0 { text += "\n" }
            text += heading(day.element, words)
            if day.element.items.isEmpty { text += "  \(words.inView("nothing"))\n" }
            for item in day.element.items { text += line(item, words) }
        }
    }

    private func heading(_ day: CalendarAgenda.Day, _ words: LocalizedStrings) -> String {
        var title = names.long(day.date)
        if day.isToday { title += ", \(words.inView("today"))" }
        if day.hours != 24 {
            title += " (\(day.hours == 0 ? words.inView("skipped") : words.lengthOfDay(day.hours)))"
        }
        let shown = CellWidth.fitted(title, cells: columns).map(\.text).joined()
        guard day.isToday else { return shown + "\n" }
        let code = style.code(foreground: CalendarColours.page, background: CalendarColours.today)
        return code + shown + style.reset + "\n"
    }

    private func line(_ item: CalendarAgenda.Item, _ words: LocalizedStrings) -> String {
        let when =
            switch (item.start, item.end) {
            case (let start?, let end?):
                start == end ? start.hourAndMinute : "\(start.hourAndMinute)-\(end.hourAndMinute)"
            case (let start?, nil): words.inView("from", ["time": .text(start.hourAndMinute)])
            case (nil, let end?): words.inView("until", ["time": .text(end.hourAndMinute)])
            case (nil, nil): words.inView("all_day")
            }
        let arrows = (item.continuesBefore ? "<" : " ", item.continuesAfter ? ">" : " ")
        let start = "  \(when.padded(to: 11)) \(arrows.0)\(item.entry.kind.mark)\(arrows.1) "
        let overlaps = item.overlaps > 0 ? "  " + words.inView("overlaps", ["count": .integer(item.overlaps)]) : ""
        let room = columns - start.count - overlaps.count
        let title = CellWidth.fitted(SingleLine.cleaned(item.entry.title), cells: max(room, 1)).map(\.text).joined()
        let colour = style.code(
            foreground: CalendarColours.ink(of: item.entry.kind), background: CalendarColours.fill(of: item.entry.kind))
        return "\(start)\(colour)\(title)\(style.reset)\(overlaps)\n"
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        self + String(repeating: " ", count: max(0, count - self.count))
    }
}

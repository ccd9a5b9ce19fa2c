import Drawing
import Foundation
import OrbitModels
import Presentation
import TeamAshaApp

/// The common parts of all lists: loading, failure, emptiness, age and unreadable elements.
enum ListLines {
    /// Returns the lines of a list in any state. A failure is above the previous content.
    ///
    /// - Parameters:
    ///   - state: The state of the list.
    ///   - empty: The sentence for an empty list.
    ///   - storedDate: The time of content from an earlier launch.
    ///   - unreadable: The number of elements that were left out.
    ///   - rows: Returns the rows of the elements.
    static func lines<Element>(
        _ state: LoadState<[Element]>, empty: String, storedDate: Date? = nil, unreadable: Int = 0,
        rows: ([Element]) -> [Line]
    ) -> [Line] {
        var lines: [Line] = []
        if let failure = state.failure { lines += Cards.failure(failure) }
        if let storedDate {
            lines.append([
                StyledText("From \(ClockText.text(storedDate, in: .gmt)) UTC, before this start.", foreground: .dim)
            ])
        }
        switch state {
        case .idle, .loading(previous: nil): lines.append([StyledText("Loading…", foreground: .dim)])
        case .empty: lines += Cards.empty(empty)
        case .failed(_, previous: nil): break
        case .loaded(let elements), .loading(previous: let elements?), .failed(_, previous: let elements?):
            lines += elements.isEmpty ? Cards.empty(empty) : rows(elements)
        }
        if unreadable > 0 {
            let count = unreadable == 1 ? "1 entry" : "\(unreadable) entries"
            lines.append([StyledText("\(count) could not be read. Update the app to see them.", foreground: .dim)])
        }
        return lines
    }
}

/// Instants as local times.
enum ClockText {
    /// Returns the day and the time that a clock in a zone shows, such as `2026-03-14 6:00`.
    static func text(_ date: Date, in zone: TimeZone) -> String {
        let day = CalendarDay(date, in: zone)
        // The dates of the wire are in the years 0 to 9999.
        let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        let minutes = Int((seconds / 60).rounded(.down).truncatingRemainder(dividingBy: 1_440))
        let inDay = minutes < 0 ? minutes + 1_440 : minutes
        return "\(day) \(inDay / 60):\(inDay % 60 < 10 ? "0" : "")\(inDay % 60)"
    }
}

import Foundation
import OrbitModels

/// A search for the busy times of a file in a window.
struct BusySearch {
    private struct Entry {
        let event: CalendarEvent
        let line: Int
    }

    let window: TimeSpan
    let zone: TimeZone
    private(set) var reader: EventReader
    private var periodsLeft: Int
    private var occurrencesLeft: Int
    private var found: [TimeSpan] = []

    init(window: TimeSpan, zone: TimeZone, limits: CalendarLimits, reader: EventReader) {
        self.window = window
        self.zone = zone
        self.reader = reader
        periodsLeft = limits.periods
        occurrencesLeft = limits.occurrences
    }

    mutating func read(_ components: [Component]) {
        var entries: [EventKey: Entry] = [:]
        var unnamed: [Entry] = []
        for component in components {
            if component.name == "VFREEBUSY" { readFreeBusy(component) }
            guard component.name == "VEVENT", let event = reader.event(component)?.event else { continue }
            let entry = Entry(event: event, line: component.line)
            if event.uid.isEmpty {
                unnamed.append(entry)
            } else if let known = entries[EventKey(event)], known.event.isNewer(than: event) {
                continue
            } else {
                entries[EventKey(event)] = entry
            }
        }
        // The order of the file, so that a limit always cuts at the same place.
        let ordered = (entries.values + unnamed).sorted { $0.line < $1.line }
        var replaced: [String: [CalendarTime]] = [:]
        for entry in ordered where !entry.event.uid.isEmpty {
            if let replaces = entry.event.replaces { replaced[entry.event.uid, default: []].append(replaces) }
        }
        for entry in ordered where entry.event.isBusy && entry.event.status != .cancelled {
            var event = entry.event
            if event.replaces == nil { event.exclusions += replaced[event.uid] ?? [] } else { event.rule = nil }
            // RFC 5545 (3.8.5.3) leaves such a series undefined. Most calendars show the event at its DTSTART.
            if !event.startsOnRule { event.additions.append(event.start) }
            add(event, line: entry.line)
        }
    }

    /// The times in order. Times that overlap or touch are merged.
    var merged: [TimeSpan] {
        var merged: [TimeSpan] = []
        for span in found.sorted(by: { $0.start < $1.start }) {
            if let last = merged.last, span.start <= last.end {
                merged[merged.count - 1] = TimeSpan(start: last.start, end: max(last.end, span.end)) ?? last
            } else {
                merged.append(span)
            }
        }
        return merged
    }

    private mutating func add(_ event: CalendarEvent, line: Int) {
        let length = event.length(in: zone)
        // Clock changes make days longer by less than a day.
        let reach = Double(length.days == 0 ? 0 : (length.days + 1) * 86_400) + Double(length.seconds)
        let from = window.start.addingTimeInterval(-reach)
        var occurrences = Occurrences(of: event.series(in: zone), from: from, before: window.end, budget: periodsLeft)
        while let occurrence = occurrences.next() {
            guard occurrencesLeft > 0 else { break }
            occurrencesLeft -= 1
            add(from: occurrence.instant, to: event.end(of: occurrence, in: zone))
        }
        periodsLeft = occurrences.budget
        if occurrencesLeft == 0 || (event.rule != nil && periodsLeft == 0) { reader.report(.tooMuchWork, line: line) }
    }

    private mutating func add(from start: Date, to end: Date) {
        if let span = TimeSpan(start: max(start, window.start), end: min(end, window.end)) { found.append(span) }
    }

    private mutating func readFreeBusy(_ component: Component) {
        for line in component.all("FREEBUSY") where line.parameters["FBTYPE"]?.uppercased() != "FREE" {
            for value in line.value.split(separator: ",") {
                guard occurrencesLeft > 0 else { return reader.report(.tooMuchWork, line: line.line) }
                occurrencesLeft -= 1
                let sides = value.split(separator: "/").map(String.init)
                guard sides.count == 2, let start = reader.time(line, value: sides[0])?.instant(in: zone) else {
                    reader.report(.invalid("FREEBUSY"), line: line.line)
                    continue
                }
                if let length = CalendarLength(sides[1]) {
                    add(from: start, to: start.addingTimeInterval(Double(length.days * 86_400 + length.seconds)))
                } else if let end = reader.time(line, value: sides[1])?.instant(in: zone) {
                    add(from: start, to: end)
                }
            }
        }
    }
}

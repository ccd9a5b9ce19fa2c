import Foundation
import OrbitModels

extension CalendarFile {
    /// The text of the file, with CRLF line ends and lines folded at 75 bytes. Equal content gives equal text.
    ///
    /// The file describes every zone that its times name. Texts cannot add a property or an event, because line ends
    /// are escaped and other control characters are removed.
    public var text: String {
        var writer = LineWriter()
        writer.line("BEGIN", [], "VCALENDAR")
        writer.line("VERSION", [], "2.0")
        writer.line("PRODID", [], "-//OrbitKit//Calendars//EN")
        writer.line("CALSCALE", [], "GREGORIAN")
        if let method { writer.line("METHOD", [], EscapedText.raw(method.rawValue)) }
        // The properties of RFC 7986, and the non-standard properties that were used before it.
        writer.text("NAME", name)
        writer.text("X-WR-CALNAME", name)
        writer.text("COLOR", color)
        if let refreshInterval {
            writer.line("REFRESH-INTERVAL", [("VALUE", "DURATION")], refreshInterval.text)
            writer.line("X-PUBLISHED-TTL", [], refreshInterval.text)
        }
        if let source { writer.line("SOURCE", [("VALUE", "URI")], EscapedText.raw(source.absoluteString)) }
        for zone in ZoneUse.all(in: events) { writer.zone(zone) }
        for event in events { writer.event(event) }
        writer.line("END", [], "VCALENDAR")
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension LineWriter {
    fileprivate mutating func zone(_ zone: ZoneDefinition) {
        line("BEGIN", [], "VTIMEZONE")
        text("TZID", zone.name)
        for observance in zone.observances {
            let name = observance.isDaylight ? "DAYLIGHT" : "STANDARD"
            line("BEGIN", [], name)
            line("DTSTART", [], observance.start.compact)
            line("TZOFFSETFROM", [], Self.offset(observance.offsetBefore))
            line("TZOFFSETTO", [], Self.offset(observance.offset))
            if let rule = observance.rule { line("RRULE", [], rule.description) }
            for date in observance.dates { line("RDATE", [], date.compact) }
            line("END", [], name)
        }
        line("END", [], "VTIMEZONE")
    }

    private static func offset(_ seconds: Int) -> String {
        let absolute = abs(seconds)
        let parts = [absolute / 3_600, absolute / 60 % 60] + (absolute % 60 == 0 ? [] : [absolute % 60])
        return (seconds < 0 ? "-" : "+") + parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined()
    }

    fileprivate mutating func event(_ event: CalendarEvent) {
        line("BEGIN", [], "VEVENT")
        text("UID", event.uid)
        line("SEQUENCE", [], "\(event.sequence)")
        time("DTSTAMP", .instant(event.stamp))
        if let created = event.created { time("CREATED", .instant(created)) }
        if let lastModified = event.lastModified { time("LAST-MODIFIED", .instant(lastModified)) }
        if let replaces = event.replaces { time("RECURRENCE-ID", replaces) }
        time("DTSTART", event.start)
        switch event.end {
        case .time(let end): time("DTEND", end)
        case .length(let length): line("DURATION", [], length.text)
        case nil: break
        }
        if let rule = event.rule { line("RRULE", [], rule.description) }
        for addition in event.additions { time("RDATE", addition) }
        for exclusion in event.exclusions { time("EXDATE", exclusion) }
        text("SUMMARY", event.summary)
        text("DESCRIPTION", event.details)
        text("LOCATION", event.location)
        if let place = event.coordinates {
            line("GEO", [], "\(Self.decimal(place.latitude));\(Self.decimal(place.longitude))")
        }
        if let url = event.url { line("URL", [], EscapedText.raw(url.absoluteString)) }
        if let status = event.status { line("STATUS", [], status.rawValue) }
        line("TRANSP", [], event.isBusy ? "OPAQUE" : "TRANSPARENT")
        if let organizer = event.organizer { participant("ORGANIZER", organizer) }
        for attendee in event.attendees { participant("ATTENDEE", attendee) }
        line("END", [], "VEVENT")
    }

    private mutating func time(_ name: String, _ time: CalendarTime) {
        switch time {
        case .day: line(name, [("VALUE", "DATE")], time.text)
        case .zoned(_, let zone) where !zone.isUTC: line(name, [("TZID", zone.name)], time.text)
        default: line(name, [], time.text)
        }
    }

    private mutating func participant(_ name: String, _ participant: CalendarParticipant) {
        var parameters: [(String, String)] = []
        if let name = participant.name { parameters.append(("CN", name)) }
        if let response = participant.response { parameters.append(("PARTSTAT", response.rawValue)) }
        line(name, parameters, participant.address.uri)
    }

    /// Returns degrees with six decimals.
    private static func decimal(_ degrees: Double) -> String {
        let millionths = Int((degrees * 1_000_000).rounded())
        let fraction = "\(abs(millionths) % 1_000_000)"
        return (millionths < 0 ? "-" : "") + "\(abs(millionths) / 1_000_000)."
            + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}

extension CalendarFile {
    /// The range of wall times for which events use a zone.
    fileprivate struct ZoneUse {
        let zone: CalendarZone
        var first: Int
        /// The last time, or `nil` for a series without a known end.
        var last: Int?

        /// Returns the zones that events name, described for the time of their use, ordered by name.
        static func all(in events: [CalendarEvent]) -> [ZoneDefinition] {
            var uses: [CalendarZone: ZoneUse] = [:]
            for event in events {
                var times = [event.start, event.replaces].compactMap { $0 } + event.additions + event.exclusions
                if case .time(let end) = event.end { times.append(end) }
                for case .zoned(let time, let zone) in times where !zone.isUTC {
                    let second = time.secondSinceEpoch
                    var use = uses[zone] ?? ZoneUse(zone: zone, first: second, last: second)
                    use.first = min(use.first, second)
                    use.last = use.last.map { max($0, second) }
                    if let rule = event.rule { use.extend(by: rule) }
                    uses[zone] = use
                }
            }
            return uses.values.map { $0.zone.definition(from: $0.first, through: $0.last) }
                .sorted { $0.name < $1.name }
        }

        private mutating func extend(by rule: RecurrenceRule) {
            if case .until(let until) = rule.end {
                let second = until.wallTime(in: .gmt).secondSinceEpoch + 2 * 86_400
                last = last.map { max($0, second) }
            } else {
                last = nil
            }
        }
    }
}

/// A writer of content lines. It folds lines at 75 bytes between code points (RFC 5545, 3.1).
private struct LineWriter {
    private(set) var bytes: [UInt8] = []

    /// Writes a content line.
    ///
    /// - Parameters:
    ///   - name: The name of the property.
    ///   - parameters: The names and values of the parameters, in order. This method quotes and escapes the values.
    ///   - value: The value as written to the file. The caller must escape it with ``EscapedText``.
    mutating func line(_ name: String, _ parameters: [(String, String)] = [], _ value: String) {
        var text = name
        for (name, value) in parameters { text += ";\(name)=\(EscapedText.parameter(value))" }
        text += ":\(value)"
        fold(Array(text.utf8))
    }

    /// Writes a TEXT property. Writes no line if the text is `nil`.
    mutating func text(_ name: String, _ text: String?) {
        if let text { line(name, [], EscapedText.value(text)) }
    }

    private mutating func fold(_ line: [UInt8]) {
        var start = 0
        var room = 75
        while line.count - start > room {
            var end = start + room
            while end > start, line[end] & 0xC0 == 0x80 { end -= 1 }
            bytes += line[start..<end]
            bytes += [0x0D, 0x0A, 0x20]
            (start, room) = (end, 74)
        }
        bytes += line[start...]
        bytes += [0x0D, 0x0A]
    }
}

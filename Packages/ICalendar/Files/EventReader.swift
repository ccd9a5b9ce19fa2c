import Foundation
import OrbitModels

/// A reader that creates events from VEVENT components and lists their problems.
struct EventReader {
    /// An event, and whether it has all data of the file.
    struct Result {
        var event: CalendarEvent
        /// Whether all relevant data was read, so that the event can be written again.
        var isWhole = true
    }

    private var zones: ZoneNames
    private let limits: CalendarLimits
    private(set) var problems: ProblemList

    init(_ reader: ComponentReader, limits: CalendarLimits) {
        self.limits = limits
        problems = reader.problems
        var descriptions: [String: Component] = [:]
        for component in reader.calendars.flatMap(\.components) where component.name == "VTIMEZONE" {
            guard let name = component["TZID"].map({ EscapedText.unescaped($0.value) }) else { continue }
            if descriptions[name] == nil, descriptions.count >= limits.zones {
                problems.addOnce(.tooMany("VTIMEZONE"), line: component.line)
            } else {
                descriptions[name] = component
            }
        }
        zones = ZoneNames(descriptions: descriptions)
    }

    mutating func report(_ kind: CalendarProblem.Kind, line: Int) {
        problems.add(kind, line: line)
    }

    /// Returns the event of a component, or `nil` if its times cannot be read.
    mutating func event(_ component: Component) -> Result? {
        guard let startLine = component["DTSTART"] else {
            report(.missing("DTSTART"), line: component.line)
            return nil
        }
        guard let start = time(startLine) else { return nil }
        let created = component["CREATED"].flatMap { time($0) }?.instant(in: .gmt)
        let lastModified = component["LAST-MODIFIED"].flatMap { time($0) }?.instant(in: .gmt)
        let stamp = component["DTSTAMP"].flatMap { time($0) }?.instant(in: .gmt)
        if component["DTSTAMP"] == nil { report(.missing("DTSTAMP"), line: component.line) }
        let uid = component["UID"].map { EscapedText.unescaped($0.value) } ?? ""
        var result = Result(
            event: CalendarEvent(
                uid: uid, sequence: sequence(component),
                stamp: stamp ?? lastModified ?? created ?? Date(timeIntervalSince1970: 0), start: start,
                end: end(component, start: start)))
        if uid.isEmpty {
            report(.missing("UID"), line: component.line)
            result.isWhole = false
        }
        (result.event.created, result.event.lastModified) = (created, lastModified)
        readTexts(component, into: &result.event)
        readParticipants(component, into: &result.event)
        readRecurrence(component, into: &result)
        return result
    }

    private mutating func sequence(_ component: Component) -> Int {
        guard let line = component["SEQUENCE"] else { return 0 }
        guard let number = Int(line.value), (0...2_147_483_647).contains(number) else {
            report(.invalid("SEQUENCE"), line: line.line)
            return line.value.hasPrefix("-") ? 0 : CalendarEvent.clamped(Int(line.value) ?? 0)
        }
        return number
    }

    private mutating func end(_ component: Component, start: CalendarTime) -> CalendarEvent.End? {
        if let line = component["DTEND"] {
            guard var end = time(line) else { return nil }
            if let corrected = end.inForm(of: start) {
                report(.endInOtherForm, line: line.line)
                end = corrected
            }
            let (first, last) = (start.instant(in: .gmt), end.instant(in: .gmt))
            guard last > first || (last == first && !start.isDay) else {
                report(.endBeforeStart, line: line.line)
                return nil
            }
            return .time(end)
        }
        guard let line = component["DURATION"] else { return nil }
        guard let length = CalendarLength(line.value) else {
            report(.invalid("DURATION"), line: line.line)
            return nil
        }
        return .length(length)
    }

    private mutating func readTexts(_ component: Component, into event: inout CalendarEvent) {
        func text(_ name: String) -> String? { component[name].map { EscapedText.unescaped($0.value) } }
        event.summary = text("SUMMARY")
        event.details = text("DESCRIPTION")
        event.location = text("LOCATION")
        event.isBusy = component["TRANSP"]?.value.uppercased() != "TRANSPARENT"
        if let line = component["STATUS"] {
            event.status = CalendarEvent.Status(rawValue: line.value.uppercased())
            if event.status == nil { report(.invalid("STATUS"), line: line.line) }
        }
        if let line = component["URL"] {
            event.url = URL(string: line.value)
            if event.url == nil { report(.invalid("URL"), line: line.line) }
        }
        if let line = component["GEO"] {
            // Some writers escape the semicolon.
            let parts = line.value.filter { $0 != "\\" }.split(separator: ";").compactMap { Double($0) }
            event.coordinates = parts.count == 2 ? Coordinates(latitude: parts[0], longitude: parts[1]) : nil
            if event.coordinates == nil { report(.invalid("GEO"), line: line.line) }
        }
    }

    private mutating func readParticipants(_ component: Component, into event: inout CalendarEvent) {
        event.organizer = component["ORGANIZER"].flatMap { participant($0) }
        event.attendees = component.all("ATTENDEE").compactMap { participant($0) }
    }

    private mutating func participant(_ line: ContentLine) -> CalendarParticipant? {
        guard let address = CalendarUserAddress(uri: line.value) else {
            report(.invalid(line.name), line: line.line)
            return nil
        }
        let response = line.parameters["PARTSTAT"].map {
            CalendarParticipant.Response(rawValue: $0.uppercased()) ?? .needsAction
        }
        return CalendarParticipant(address: address, name: line.parameters["CN"], response: response)
    }

    private mutating func readRecurrence(_ component: Component, into result: inout Result) {
        let rules = component.all("RRULE")
        if let line = rules.first {
            do throws(RecurrenceRuleError) {
                result.event.rule = try RecurrenceRule(line.value, startingAt: result.event.start)
            } catch {
                report(.rule(error), line: line.line)
                result.isWhole = false
            }
        }
        if let line = rules.first, !result.event.startsOnRule { report(.startOffRule, line: line.line) }
        for line in rules.dropFirst() + component.all("EXRULE") {
            report(.unsupported(line.name), line: line.line)
            result.isWhole = false
        }
        var left = limits.properties
        result.event.additions = times(component.all("RDATE"), left: &left, isWhole: &result.isWhole)
        result.event.exclusions = times(component.all("EXDATE"), left: &left, isWhole: &result.isWhole)
        if let line = component["RECURRENCE-ID"] {
            result.event.replaces = time(line)
            if result.event.replaces == nil { result.isWhole = false }
            if line.parameters["RANGE"] != nil {
                report(.unsupported("RANGE"), line: line.line)
                result.isWhole = false
            }
        }
    }

    private mutating func times(_ lines: [ContentLine], left: inout Int, isWhole: inout Bool) -> [CalendarTime] {
        var times: [CalendarTime] = []
        for line in lines {
            for value in line.value.split(separator: ",") {
                guard left > 0 else {
                    problems.addOnce(.tooMany("dates"), line: line.line)
                    isWhole = false
                    return times
                }
                left -= 1
                // For a period (only in RDATE), the start is kept and the event's own length is used.
                let isPeriod = value.contains("/")
                if isPeriod { report(.unsupported("VALUE=PERIOD"), line: line.line) }
                let time = time(line, value: String(value.prefix { $0 != "/" }))
                if let time { times.append(time) }
                if isPeriod || time == nil { isWhole = false }
            }
        }
        return times
    }

    /// Returns the time in the value of a property, or in a part of it.
    mutating func time(_ line: ContentLine, value: String? = nil) -> CalendarTime? {
        var zone: CalendarZone?
        let value = value ?? line.value
        if let name = line.parameters["TZID"], !value.hasSuffix("Z") {
            zone = zones.zone(named: name)
            if zone == nil, value.utf8.count > 8 {
                report(.unknownZone(String(name.prefix(60))), line: line.line)
                return nil
            }
        }
        guard let time = CalendarTime(value, zone: zone) else {
            report(.invalid(line.name), line: line.line)
            return nil
        }
        return time
    }
}

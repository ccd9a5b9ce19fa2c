import Drawing
import Foundation
public import OrbitModels

extension MeetingTimes {
    /// A time in English, for everyone in their own time: a line about all, then a line for each person. Any time of the
    /// searched window can be explained, whether a slot or not.
    ///
    ///     Tue 24 Nov 17:00–18:00 (Europe/Berlin): 2 of 3 people, all of 2 required
    ///     Ana: available
    ///     Lee: Wed 25 Nov 01:00–02:00 (Asia/Tokyo), only if needed, unsociable hour
    ///     Bo (optional): busy
    ///
    /// - Parameter name: The name of a person; shown on one line and without control characters.
    public func explanation(of span: TimeSpan, names: CalendarNames = .english, name: (UserID) -> String) -> [String] {
        let attendance = attendance(at: span)
        let coming = attendance.filter(\.isComing)
        let required = attendance.filter(\.isRequired)
        var line = names.times(of: span, in: request.zone)
        line += " (\(request.zone.identifier)): \(coming.count) of \(attendance.count) people"
        if !required.isEmpty {
            let count = required.count(where: \.isComing)
            line += ", \(count == required.count ? "all" : "\(count)") of \(required.count) required"
        }
        return [line] + attendance.map { names.line(about: $0, at: span, than: request.zone, name) }
    }

    /// Why there is no common time, in English, and the nearest misses; empty if there is one.
    public func explanationOfObstacles(
        names: CalendarNames = .english, name: (UserID) -> String
    ) -> [String] {
        guard let obstacles else { return [] }
        var lines: [String] = []
        if obstacles.isWindowTooShort { lines.append("The meeting is longer than the time in which it can be.") }
        for person in obstacles.neverFree {
            lines.append("\(SingleLine.cleaned(name(person))) has no time of \(request.duration.inWords).")
        }
        if let shared = obstacles.longestShared {
            lines.append(
                "The longest time in common is \(shared.duration.inWords): "
                    + "\(names.times(of: shared, in: request.zone)).")
        }
        for slot in obstacles.nearest {
            let missing = attendance(at: slot.span).filter { $0.isRequired && !$0.isComing }
            let people = missing.map { "\(SingleLine.cleaned(name($0.id))) (\($0.status.words))" }
            lines.append(
                "\(names.times(of: slot.span, in: request.zone)): without \(people.joined(separator: ", ")).")
        }
        return lines
    }
}

extension CalendarNames {
    /// `Tue 24 Nov 17:00–18:00`, with the second day if it is another.
    fileprivate func times(of span: TimeSpan, in zone: TimeZone) -> String {
        let (start, end) = (WallTime(span.start, in: zone), WallTime(span.end, in: zone))
        return
            "\(short(start.day)) \(start.hourAndMinute)–\(end.day == start.day ? "" : short(end.day) + " ")\(end.hourAndMinute)"
    }

    /// The person's local time stands here if it differs.
    fileprivate func line(
        about person: ParticipantAttendance, at span: TimeSpan, than zone: TimeZone, _ name: (UserID) -> String
    ) -> String {
        let known = SingleLine.cleaned(name(person.id)) + (person.isRequired ? "" : " (optional)")
        guard person.isComing else { return "\(known): \(person.status.words)" }
        let isElsewhere =
            person.start != WallTime(span.start, in: zone) || person.end != WallTime(span.end, in: zone)
        let local = isElsewhere ? "\(times(of: span, in: person.zone)) (\(person.zone.identifier)), " : ""
        return "\(known): \(local)\(person.status.words)\(person.isUnsociable ? ", unsociable hour" : "")"
    }
}

extension ParticipantAttendance.Status {
    fileprivate var words: String {
        switch self {
        case .available: "available"
        case .ifNeeded: "only if needed"
        case .missing: "not free"
        case .busy: "busy"
        }
    }
}

extension Double {
    /// Seconds as `1 h 30 min`; parts of a minute are dropped, except from what is shorter.
    fileprivate var inWords: String {
        let minutes = Int(self / 60)
        if minutes == 0 { return "\(Int(self)) s" }
        let parts = [minutes / 60 > 0 ? "\(minutes / 60) h" : "", minutes % 60 > 0 ? "\(minutes % 60) min" : ""]
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

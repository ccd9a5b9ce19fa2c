import Drawing
import Foundation
public import OrbitModels

extension MeetingTimes {
    /// Returns a description of a time: a line about all people, then a line for each person in their local time.
    ///
    /// The time can be any time of the searched window. It does not have to be a slot.
    ///
    ///     Tue 24 Nov 17:00–18:00 (Europe/Berlin): 2 of 3 people, all of 2 required
    ///     Ana: available
    ///     Lee: Wed 25 Nov 01:00–02:00 (Asia/Tokyo), only if needed, unusual hour
    ///     Bo (optional): busy
    ///
    /// - Parameters:
    ///   - span: The time.
    ///   - words: The texts of the front end, including ``vocabulary`` and the names of days and months.
    ///   - name: Returns the name of a person. It is shown on one line and without control characters.
    public func explanation(
        of span: TimeSpan, in words: LocalizedStrings = .english, name: (UserID) -> String
    ) -> [String] {
        let attendance = attendance(at: span)
        let names = words.calendarNames
        let required = attendance.filter(\.isRequired)
        let requiredComing = required.count(where: \.isComing)
        let code =
            required.isEmpty ? "none_required" : requiredComing == required.count ? "all_required" : "some_required"
        let line = words.sentence(
            code, in: Self.vocabulary,
            [
                "time": .text(names.times(of: span, in: request.zone)), "zone": .text(request.zone.identifier),
                "coming": .integer(attendance.count(where: \.isComing)), "people": .integer(attendance.count),
                "required": .integer(required.count), "required_coming": .integer(requiredComing),
            ])
        return [line]
            + attendance.map {
                words.line(about: $0, at: span, than: request.zone, SingleLine.cleaned(name($0.id)), names)
            }
    }

    /// Returns the reasons why there is no common time, and the nearest times. The result is empty if there is a common
    /// time.
    ///
    /// - Parameters:
    ///   - words: The texts of the front end, including ``vocabulary`` and the names of days and months.
    ///   - name: Returns the name of a person. It is shown on one line and without control characters.
    public func explanationOfObstacles(in words: LocalizedStrings = .english, name: (UserID) -> String) -> [String] {
        guard let obstacles else { return [] }
        let names = words.calendarNames
        var lines = obstacles.isWindowTooShort ? [words.part("window_too_short", [:])] : []
        for person in obstacles.neverFree {
            let name = SingleLine.cleaned(name(person))
            lines.append(words.part("never_free", ["name": name, "duration": words.duration(request.duration)]))
        }
        if let shared = obstacles.longestShared {
            let time = names.times(of: shared, in: request.zone)
            lines.append(words.part("longest", ["duration": words.duration(shared.duration), "time": time]))
        }
        for slot in obstacles.nearest {
            let missing = attendance(at: slot.span).filter { $0.isRequired && !$0.isComing }
            let people = missing.map {
                words.part("missing_person", ["name": SingleLine.cleaned(name($0.id)), "status": words($0.status)])
            }
            let time = names.times(of: slot.span, in: request.zone)
            lines.append(words.part("nearest", ["time": time, "people": people.joined(separator: ", ")]))
        }
        return lines
    }
}

extension CalendarNames {
    /// Returns a time such as `Tue 24 Nov 17:00–18:00`. The second day is included if it differs from the first.
    fileprivate func times(of span: TimeSpan, in zone: TimeZone) -> String {
        let (start, end) = (LocalDateTime(span.start, in: zone), LocalDateTime(span.end, in: zone))
        let secondDay = end.day == start.day ? "" : short(end.day) + " "
        return "\(short(start.day)) \(start.hourAndMinute)–\(secondDay)\(end.hourAndMinute)"
    }
}

extension LocalizedStrings {
    fileprivate func part(_ code: String, _ parameters: [String: String]) -> String {
        sentence(code, in: MeetingTimes.vocabulary, parameters.mapValues { .text($0) })
    }

    /// Returns the line about a person. It contains the person's local time if that differs from the zone of the
    /// request.
    fileprivate func line(
        about person: ParticipantAttendance, at span: TimeSpan, than zone: TimeZone, _ name: String,
        _ names: CalendarNames
    ) -> String {
        let known = person.isRequired ? name : part("optional", ["name": name])
        var status = self(person.status)
        if person.isComing {
            let isElsewhere =
                person.start != LocalDateTime(span.start, in: zone) || person.end != LocalDateTime(span.end, in: zone)
            if isElsewhere {
                let time = names.times(of: span, in: person.zone)
                status = part("local", ["time": time, "zone": person.zone.identifier, "status": status])
            }
            if person.isUnsociable { status = part("unsociable", ["status": status]) }
        }
        return part("person", ["name": known, "status": status])
    }

    /// Returns a duration such as `1 h 30 min`. From one minute, incomplete minutes are dropped.
    fileprivate func duration(_ seconds: Double) -> String {
        let (hours, minutes) = (Int(seconds / 3_600), Int(seconds / 60) % 60)
        let code =
            switch (hours, minutes) {
            case (0, 0): "seconds"
            case (0, _): "minutes"
            case (_, 0): "hours"
            default: "hours_minutes"
            }
        return sentence(
            code, in: MeetingTimes.vocabulary,
            ["hours": .integer(hours), "minutes": .integer(minutes), "seconds": .integer(Int(seconds))])
    }
}

import Drawing
import Foundation
public import OrbitModels

extension MeetingTimes {
    /// A time in words, for everyone in their own time: a line about all, then a line for each person. Any time of the
    /// searched window can be explained, whether a slot or not.
    ///
    ///     Tue 24 Nov 17:00–18:00 (Europe/Berlin): 2 of 3 people, all of 2 required
    ///     Ana: available
    ///     Lee: Wed 25 Nov 01:00–02:00 (Asia/Tokyo), only if needed, unsociable hour
    ///     Bo (optional): busy
    ///
    /// - Parameters:
    ///   - words: the front end's, with those of ``vocabulary`` and the names of days and months.
    ///   - name: the name of a person; shown on one line and without control characters.
    public func explanation(
        of span: TimeSpan, in words: Words = .english, name: (UserID) -> String
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

    /// Why there is no common time, in words, and the nearest misses; empty if there is one.
    ///
    /// - Parameters: as of ``explanation(of:in:name:)``.
    public func explanationOfObstacles(in words: Words = .english, name: (UserID) -> String) -> [String] {
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
    /// `Tue 24 Nov 17:00–18:00`, with the second day if it is another.
    fileprivate func times(of span: TimeSpan, in zone: TimeZone) -> String {
        let (start, end) = (WallTime(span.start, in: zone), WallTime(span.end, in: zone))
        let secondDay = end.day == start.day ? "" : short(end.day) + " "
        return "\(short(start.day)) \(start.hourAndMinute)–\(secondDay)\(end.hourAndMinute)"
    }
}

extension Words {
    fileprivate func part(_ code: String, _ parameters: [String: String]) -> String {
        sentence(code, in: MeetingTimes.vocabulary, parameters.mapValues { .text($0) })
    }

    /// The person's local time stands here if it differs.
    fileprivate func line(
        about person: ParticipantAttendance, at span: TimeSpan, than zone: TimeZone, _ name: String,
        _ names: CalendarNames
    ) -> String {
        let known = person.isRequired ? name : part("optional", ["name": name])
        var status = self(person.status)
        if person.isComing {
            let isElsewhere =
                person.start != WallTime(span.start, in: zone) || person.end != WallTime(span.end, in: zone)
            if isElsewhere {
                let time = names.times(of: span, in: person.zone)
                status = part("local", ["time": time, "zone": person.zone.identifier, "status": status])
            }
            if person.isUnsociable { status = part("unsociable", ["status": status]) }
        }
        return part("person", ["name": known, "status": status])
    }

    /// Seconds as `1 h 30 min`; parts of a minute are dropped, except from what is shorter.
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

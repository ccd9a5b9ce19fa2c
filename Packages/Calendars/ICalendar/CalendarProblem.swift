/// Something in a file that was left out or read in a way that its writer may not have meant.
///
/// Descriptions hold no text of events: at most names of properties, zones and parts of recurrence rules.
public struct CalendarProblem: Hashable, Sendable {
    /// What is wrong.
    public enum Kind: Hashable, Sendable {
        /// A line is not `NAME:value`. It was left out.
        case malformedLine
        /// A line holds a carriage return that does not end it. It was left out.
        case strayCarriageReturn
        /// A line, its folds included, is longer than the limit. It was left out.
        case lineTooLong
        /// A line is not UTF-8. What is wrong was replaced by U+FFFD.
        case notUTF8
        /// Components are nested deeper than the limit. They were left out.
        case tooDeep
        /// There are more components, or dates of one event, than the limit. The rest was left out.
        case tooMany(String)
        /// A component does not end, as the file was cut short or mixed up. It was left out.
        case unfinished(String)
        /// An END without its BEGIN. It was left out.
        case unexpectedEnd
        /// A required property is missing. The event was left out; without DTSTAMP it was kept.
        case missing(String)
        /// A property has a value that cannot be read. An event without its times was left out.
        case invalid(String)
        /// A property says something that is not supported. An event that would be wrong without it was left out.
        case unsupported(String)
        /// The recurrence rule cannot be used. The event was left out; its first time still counts as busy.
        case rule(RecurrenceRuleError)
        /// Neither the system nor the file knows the zone. The event was left out.
        case unknownZone(String)
        /// The end comes before the start. The event was kept without its end.
        case endBeforeStart
        /// DTEND names a zone and DTSTART does not, or the reverse. The end was read in the form of the start.
        case endInOtherForm
        /// The recurrence rule does not fall on DTSTART. ``BusyTimes`` counts DTSTART as a further occurrence.
        case startOffRule
        /// The series takes more work than the limit. Only a part of its times was found.
        case tooMuchWork
        /// There are more problems than the limit; so many were not listed.
        case more(Int)
    }

    /// The line of the file, from 1. Of a component, its first.
    public let line: Int
    /// What is wrong.
    public let kind: Kind
}

extension CalendarProblem: CustomStringConvertible {
    /// What is wrong, and what to do.
    public var description: String {
        switch kind {
        case .malformedLine: "This line is not NAME:value and was left out."
        case .strayCarriageReturn: "This line was left out. Save the file with CRLF or LF line ends."
        case .lineTooLong: "This line is too long and was left out. Shorten it."
        case .notUTF8: "This line is not UTF-8. Save the file as UTF-8."
        case .tooDeep: "Components are nested too deeply and were left out."
        case .tooMany(let name): "There are too many of \(name); the rest was left out. Split the file."
        case .unfinished(let name): "\(name) does not end and was left out. Get the whole file."
        case .unexpectedEnd: "This END has no BEGIN and was left out."
        case .missing(let name): "\(name) is missing. Add it where the calendar comes from."
        case .invalid(let name): "\(name) cannot be read. Correct it where the calendar comes from."
        case .unsupported(let name): "\(name) is not supported. Leave it out where the calendar comes from."
        case .rule(let error): error.errorDescription ?? "The recurrence rule cannot be used."
        case .unknownZone(let name):
            "The time zone \(name) is not known. Choose one by its city, such as Europe/Berlin."
        case .endBeforeStart: "The end comes before the start and was left out."
        case .endInOtherForm:
            "The end was read in the time zone of the start. Write DTEND in the form of DTSTART."
        case .startOffRule:
            "The recurrence rule does not fall on DTSTART. Move DTSTART to the first occurrence."
        case .tooMuchWork: "The series takes too much work. Shorten the series or the time that is asked for."
        case .more(let count): "\(count) more problems were found."
        }
    }
}

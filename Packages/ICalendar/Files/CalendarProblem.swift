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
        /// A property says something that is not supported. An event that would be wrong without it was left out. Of
        /// `RRULE`, a second one is not supported.
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

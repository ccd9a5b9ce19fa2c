/// A part of a file that was left out, or that was read in a way that its writer may not have meant.
///
/// Descriptions contain no text of events. They contain at most names of properties, zones and parts of recurrence
/// rules.
public struct CalendarProblem: Hashable, Sendable {
    /// The kind of a problem.
    public enum Kind: Hashable, Sendable {
        /// A line is not `NAME:value`. It was left out.
        case malformedLine
        /// A line holds a carriage return that does not end it. It was left out.
        case strayCarriageReturn
        /// A line, including its folds, is longer than the limit. It was left out.
        case lineTooLong
        /// A line is not UTF-8. Invalid bytes were replaced by U+FFFD.
        case notUTF8
        /// Components are nested deeper than the limit. They were left out.
        case tooDeep
        /// There are more components, properties, zones, clock changes or dates than a limit allows. Further ones were
        /// left out.
        case tooMany(String)
        /// A component does not end, because the file was truncated or mixed up. It was left out.
        case unfinished(String)
        /// An END does not have a BEGIN. It was left out.
        case unexpectedEnd
        /// A required property is missing. An event without DTSTART was left out, and an event without DTSTAMP was
        /// kept. An event without UID was left out of the ``CalendarFile``, but still counts as busy.
        case missing(String)
        /// A property has a value that cannot be read. The value was left out, or clamped for SEQUENCE. An event
        /// without a readable start was left out. A ``CalendarFile`` also leaves out an event with an unreadable date
        /// in RDATE, EXDATE or RECURRENCE-ID.
        case invalid(String)
        /// A property is not supported, such as a second `RRULE`. An event that would be wrong without the property was
        /// left out.
        case unsupported(String)
        /// The recurrence rule cannot be used. The event was left out; its first time still counts as busy.
        case rule(RecurrenceRuleError)
        /// Neither the system nor the file defines the zone of a time. The time was left out like an unreadable value;
        /// see ``invalid(_:)``.
        case unknownZone(String)
        /// The end is before the start. The event was kept without its end.
        case endBeforeStart
        /// Only one of DTSTART and DTEND names a zone. The end was read in the form of the start.
        case endInOtherForm
        /// The recurrence rule does not fall on DTSTART. ``BusyTimes`` counts DTSTART as a further occurrence.
        case startOffRule
        /// The series needs more work than the limit. Only a part of its times was found.
        case tooMuchWork
        /// There are more problems than the limit. The value is the number of problems that were not listed.
        case more(Int)
    }

    /// The line of the file, from 1. For a component, it is the first line.
    public let line: Int
    /// The kind of the problem.
    public let kind: Kind
}

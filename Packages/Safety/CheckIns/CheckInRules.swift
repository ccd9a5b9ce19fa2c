public import Foundation
public import OrbitModels
public import Validation

/// The limits of check-ins.
public enum CheckInLimits {
    /// The range of seconds from now in which a check-in may be due: five minutes to two days.
    public static let ahead: ClosedRange<TimeInterval> = 300...172_800
    /// The range of ``SafetyCheckIn/grace``, in minutes.
    public static let grace = 1...120
    /// The default of ``SafetyCheckIn/grace``, in minutes.
    public static let usualGrace = 15
    /// The maximum number of check-ins of one person that run at the same time.
    public static let open = 5
    /// The range of characters in the name of a contact.
    public static let name = 1...80
    /// The maximum number of characters in the message.
    public static let message = 1_000
    /// The days for which an ended check-in stays in the list.
    public static let daysKept = 7
}

/// The rules of a check-in. The form and the server both check them.
///
/// ```swift
/// let wrong = CheckInRules.failures(in: entry, at: now)  // [due_at: due_too_soon]
/// ```
public enum CheckInRules {
    /// The name of a contact.
    public static let name = TextForm(characters: CheckInLimits.name, bytes: 640)
    /// The message to the contact.
    public static let message = TextForm(characters: 0...CheckInLimits.message, bytes: 8_000, lines: .several)

    /// Returns all failures of an entry, in the order of the form; see ``CheckedCheckIn``.
    public static func failures(in entry: CheckInEntry, at now: Date) -> [FieldFailure] {
        CheckedCheckIn(entry, at: now).failures
    }

    /// Returns the failures of the time at which a check-in is due.
    ///
    /// - Parameters:
    ///   - dueAt: The time to check.
    ///   - previous: The time that `dueAt` replaces, if the check-in is postponed; `nil` for a new check-in.
    ///   - now: The current time.
    public static func failures(inDue dueAt: Date, after previous: Date? = nil, at now: Date) -> [FieldFailure] {
        let ahead = dueAt.timeIntervalSince(now)
        if ahead > CheckInLimits.ahead.upperBound {
            let hours = Int(CheckInLimits.ahead.upperBound / 3_600)
            return [FieldFailure(path: "due_at", code: .dueTooLate, parameters: ["hours": .integer(hours)])]
        }
        // `ahead < lowerBound` would accept NaN, so the comparison is the other way round.
        guard ahead >= CheckInLimits.ahead.lowerBound else {
            let minutes = Int(CheckInLimits.ahead.lowerBound / 60)
            return [FieldFailure(path: "due_at", code: .dueTooSoon, parameters: ["minutes": .integer(minutes)])]
        }
        guard let previous, dueAt <= previous else { return [] }
        return [FieldFailure(path: "due_at", code: .notLater)]
    }
}

extension FailureCode {
    /// The time is too soon for the user to respond. Parameter: `minutes`.
    public static let dueTooSoon = Self(rawValue: "due_too_soon")
    /// The time is further ahead than a check-in can run. Parameter: `hours`.
    public static let dueTooLate = Self(rawValue: "due_too_late")
    /// The new time is not later than the previous time.
    public static let notLater = Self(rawValue: "not_later")
    /// The text contains a web or mail address. That is not allowed in a text that is shown next to the app's own
    /// words.
    public static let containsLink = Self(rawValue: "contains_link")
    /// The plan is to be shared, but the check-in has no meetup.
    public static let needsMeetup = Self(rawValue: "needs_meetup")
}

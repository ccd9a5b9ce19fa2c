public import Foundation
public import OrbitModels
public import Validation

/// How much of everything there may be.
public enum CheckInLimits {
    /// Seconds from now at which a check-in may be due: five minutes to two days.
    public static let ahead: ClosedRange<TimeInterval> = 300...172_800
    /// Minutes of ``SafetyCheckIn/grace``.
    public static let grace = 1...120
    /// Minutes, where nothing else is said.
    public static let usualGrace = 15
    /// Check-ins of one person that run at a time.
    public static let open = 5
    /// Characters of the name of a contact.
    public static let name = 1...80
    /// Characters of the message.
    public static let message = 1_000
    /// Days for which a check-in that is over stays in the list.
    public static let daysKept = 7
}

/// What a check-in accepts; checked by the form, and again by the server.
///
/// ```swift
/// let wrong = CheckInRules.failures(in: entry, at: now)  // [due_at: due_too_soon]
/// ```
public enum CheckInRules {
    /// The name of a contact.
    public static let name = TextForm(characters: CheckInLimits.name, bytes: 640)
    /// The message to them.
    public static let message = TextForm(characters: 0...CheckInLimits.message, bytes: 8_000, lines: .several)

    /// Returns all failures of an entry, in the order of the form; see ``CheckedCheckIn``.
    public static func failures(in entry: CheckInEntry, at now: Date) -> [FieldFailure] {
        CheckedCheckIn(entry, at: now).failures
    }

    /// What is wrong with the time at which a check-in is due.
    ///
    /// - Parameter previous: when it was due so far, if it is put off.
    public static func failures(inDue dueAt: Date, after previous: Date? = nil, at now: Date) -> [FieldFailure] {
        let ahead = dueAt.timeIntervalSince(now)
        if ahead > CheckInLimits.ahead.upperBound {
            let hours = Int(CheckInLimits.ahead.upperBound / 3_600)
            return [FieldFailure(path: "due_at", code: .dueTooLate, parameters: ["hours": .integer(hours)])]
        }
        // Not a comparison the other way round: a date that is no number is refused too.
        guard ahead >= CheckInLimits.ahead.lowerBound else {
            let minutes = Int(CheckInLimits.ahead.lowerBound / 60)
            return [FieldFailure(path: "due_at", code: .dueTooSoon, parameters: ["minutes": .integer(minutes)])]
        }
        guard let previous, dueAt <= previous else { return [] }
        return [FieldFailure(path: "due_at", code: .notLater)]
    }
}

extension FailureCode {
    /// Sooner than the user could answer. Parameter: `minutes`.
    public static let dueTooSoon = Self(rawValue: "due_too_soon")
    /// Further ahead than a check-in runs. Parameter: `hours`.
    public static let dueTooLate = Self(rawValue: "due_too_late")
    /// No later than before.
    public static let notLater = Self(rawValue: "not_later")
    /// A web or mail address in a text that is shown beside the app's own words.
    public static let containsLink = Self(rawValue: "contains_link")
    /// There is no meetup whose plan could be told.
    public static let needsMeetup = Self(rawValue: "needs_meetup")
}

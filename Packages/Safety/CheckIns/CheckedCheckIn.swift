public import Foundation
public import OrbitModels
public import Validation

/// An entry of a check-in after cleaning, with its failures. One pass does both, so that the contact's address is
/// parsed once.
///
/// ```swift
/// let checked = CheckedCheckIn(entry, at: now)
/// guard checked.failures.isEmpty else { return checked.failures }
/// let stored = checked.entry
/// ```
public struct CheckedCheckIn: Sendable {
    /// The cleaned entry. An invalid address is unchanged; see ``failures``.
    public let entry: CheckInEntry
    /// The address of the contact; `nil` if it is invalid.
    public let email: EmailAddress?
    /// All failures, in the order of the form.
    public let failures: [FieldFailure]

    /// Cleans an entry and checks it by ``CheckInRules``.
    ///
    /// - Parameters:
    ///   - entry: The entry as typed.
    ///   - now: The current time. The time from now until the check-in is due must be in ``CheckInLimits/ahead``.
    public init(_ entry: CheckInEntry, at now: Date) {
        var clean = entry
        clean.contact.name = CheckInRules.name.cleaned(entry.contact.name)
        clean.message = CheckInRules.message.cleaned(entry.message)
        var failures = CheckInRules.failures(inDue: entry.dueAt, at: now)
        failures += Rule<Int>.within(CheckInLimits.grace).failures(in: entry.grace).under("grace")
        failures += Rule<String>.text(CheckInRules.name).failures(in: entry.contact.name).under("contact.name")
        if TextSafety.hasLink(clean.contact.name) {
            failures.append(FieldFailure(path: "contact.name", code: .containsLink))
        }
        do {
            let email = try EmailAddress(entry.contact.email, at: "contact.email")
            clean.contact.email = email.text
            self.email = email
        } catch {
            failures += error.failures
            email = nil
        }
        failures += Rule<String>.text(CheckInRules.message).failures(in: entry.message).under("message")
        if entry.sharesPlan, entry.meetupID == nil {
            failures.append(FieldFailure(path: "share_plan", code: .needsMeetup))
        }
        (self.entry, self.failures) = (clean, failures)
    }
}

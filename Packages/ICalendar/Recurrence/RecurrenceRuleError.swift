/// Why a recurrence rule cannot be used.
public enum RecurrenceRuleError: Error, Hashable, Sendable {
    /// The text is longer than 2,000 bytes.
    case tooLong
    /// A part is not `NAME=value`.
    case malformed(String)
    /// There is no FREQ.
    case missingFrequency
    /// A frequency within days, such as HOURLY.
    case unsupportedFrequency(String)
    /// A part of RFC 5545 that is not supported, or that RFC 5545 does not know.
    case unsupportedPart(String)
    /// A part occurs twice.
    case repeatedPart(String)
    /// A number or a word is not allowed.
    case invalidValue(part: String, String)
    /// Both COUNT and UNTIL.
    case twoEnds
    /// RFC 5545 does not allow the part with the frequency; of `BYDAY`, it does not allow numbers.
    case notAllowed(part: String, in: RecurrenceRule.Frequency)
    /// BYSETPOS without a part that it could choose from.
    case positionsOfNothing
}

public import Foundation

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
    /// RFC 5545 does not allow the part with the frequency.
    case notAllowed(part: String, in: RecurrenceRule.Frequency)
    /// BYSETPOS without a part that it could choose from.
    case positionsOfNothing
}

extension RecurrenceRuleError: LocalizedError {
    /// What to change in the rule.
    public var errorDescription: String? {
        switch self {
        case .tooLong: "The recurrence rule is too long. Shorten it to 2,000 bytes."
        case .malformed(let part): "Write each part of the recurrence rule as NAME=value: \(part)."
        case .missingFrequency: "Say how often it repeats: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY."
        case .unsupportedFrequency(let word): "FREQ=\(word) is not supported. Use DAILY, WEEKLY, MONTHLY or YEARLY."
        case .unsupportedPart(let name):
            "\(name) is not supported in a recurrence rule. Use BYDAY, BYMONTHDAY, BYYEARDAY, BYMONTH or BYSETPOS, or list the dates."
        case .repeatedPart(let name): "\(name) occurs twice in the recurrence rule. Keep one."
        case .invalidValue(let part, let value): "\(part) of the recurrence rule cannot be \(value)."
        case .twoEnds: "The recurrence rule has both COUNT and UNTIL. Keep one."
        case .notAllowed(part: "BYYEARDAY", in: let frequency):
            "BYYEARDAY cannot be used with FREQ=\(frequency.rawValue). Use FREQ=YEARLY."
        case .notAllowed(let part, let frequency):
            "\(part) cannot be used with FREQ=\(frequency.rawValue). Use FREQ=MONTHLY or YEARLY."
        case .positionsOfNothing: "BYSETPOS needs BYDAY, BYMONTHDAY, BYYEARDAY or BYMONTH to choose from."
        }
    }
}

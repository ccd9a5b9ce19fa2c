public import OrbitModels

extension RecurrenceRuleError: TranslatableError {
    /// The sentences about recurrence rules. The parameter `part` is a part or its name, `value` an invalid value, and
    /// `frequency` a FREQ.
    public static let vocabulary = Vocabulary(
        "recurrence_rule_error",
        [
            "too_long": "The recurrence rule is too long. Shorten it to 2,000 bytes.",
            "malformed": "Write each part of the recurrence rule as NAME=value: {part}.",
            "missing_frequency": "Say how often it repeats: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.",
            "unsupported_frequency": "FREQ={frequency} is not supported. Use DAILY, WEEKLY, MONTHLY or YEARLY.",
            "unsupported_part":
                "{part} is not supported in a recurrence rule. Use BYDAY, BYMONTHDAY, BYYEARDAY, BYMONTH or BYSETPOS, or list the dates.",
            "repeated_part": "{part} occurs twice in the recurrence rule. Keep one.",
            "invalid_value": "{part} of the recurrence rule cannot be {value}.",
            "two_ends": "The recurrence rule has both COUNT and UNTIL. Keep one.",
            "not_allowed": "{part} cannot be used with FREQ={frequency}. Use FREQ=MONTHLY or YEARLY.",
            "not_allowed.numbered_day":
                "{part} with a number cannot be used with FREQ={frequency}. Use FREQ=MONTHLY or YEARLY.",
            "not_allowed.yearly": "{part} cannot be used with FREQ={frequency}. Use FREQ=YEARLY.",
            "positions_of_nothing": "BYSETPOS needs BYDAY, BYMONTHDAY, BYYEARDAY or BYMONTH to choose from.",
        ])

    /// Returns what to change in the rule.
    public func message(in words: LocalizedStrings) -> String {
        let (code, parameters) = sentence
        return words.sentence(code, in: Self.vocabulary, parameters.mapValues { .text($0) })
    }

    private static let codesOfParts = ["BYDAY": "not_allowed.numbered_day", "BYYEARDAY": "not_allowed.yearly"]

    private var sentence: (code: String, parameters: [String: String]) {
        switch self {
        case .tooLong: ("too_long", [:])
        case .malformed(let part): ("malformed", ["part": part])
        case .missingFrequency: ("missing_frequency", [:])
        case .unsupportedFrequency(let word): ("unsupported_frequency", ["frequency": word])
        case .unsupportedPart(let name): ("unsupported_part", ["part": name])
        case .repeatedPart(let name): ("repeated_part", ["part": name])
        case .invalidValue(let part, let value): ("invalid_value", ["part": part, "value": value])
        case .twoEnds: ("two_ends", [:])
        case .notAllowed(let part, let frequency):
            (
                Self.codesOfParts[part] ?? "not_allowed", ["part": part, "frequency": frequency.rawValue]
            )
        case .positionsOfNothing: ("positions_of_nothing", [:])
        }
    }
}

public import OrbitModels

extension CalendarFileError: TranslatableError {
    /// The sentences about files that were not read. The sentence `too_large` has the parameters `bytes` and `limit`.
    public static let vocabulary = Vocabulary(
        "calendar_file_error",
        [
            "too_large": "The calendar has {bytes} bytes, but at most {limit} are allowed. Export a shorter period.",
            "not_utf8": "The file is UTF-16. Save it as UTF-8.",
            "not_a_calendar": "This is not a calendar. Choose a file whose name ends in .ics.",
        ])

    /// Returns a sentence with advice for the user.
    public func message(in words: LocalizedStrings) -> String {
        switch self {
        case .tooLarge(let bytes, let limit):
            words.sentence(
                "too_large", in: Self.vocabulary, ["bytes": .integer(bytes), "limit": .integer(limit)])
        case .notUTF8: words.sentence("not_utf8", in: Self.vocabulary)
        case .notACalendar: words.sentence("not_a_calendar", in: Self.vocabulary)
        }
    }
}

extension CalendarProblem: CustomStringConvertible {
    /// The sentences about problems. The parameter `name` is a property, a component or a zone. The sentence `more` has
    /// the parameter `count`.
    public static let vocabulary = Vocabulary(
        "calendar_problem",
        [
            "malformed_line": "This line is not NAME:value and was left out.",
            "stray_carriage_return": "This line was left out. Save the file with CRLF or LF line ends.",
            "line_too_long": "This line is too long and was left out. Shorten it.",
            "not_utf8": "This line is not UTF-8. Save the file as UTF-8.",
            "too_deep": "Components are nested too deeply and were left out.",
            "too_many": "There are too many {name}, so the rest was left out. Split the file.",
            "unfinished": "{name} does not end and was left out. Get the whole file.",
            "unexpected_end": "This END has no BEGIN and was left out.",
            "missing": "{name} is missing. Add it where the calendar comes from.",
            "invalid": "{name} cannot be read. Correct it where the calendar comes from.",
            "unsupported": "{name} is not supported. Leave it out where the calendar comes from.",
            "unsupported.second_rule": "A second RRULE is not supported. Leave it out where the calendar comes from.",
            "unknown_zone": "The time zone {name} is not known. Choose one by its city, such as Europe/Berlin.",
            "end_before_start": "The end comes before the start and was left out.",
            "end_in_other_form": "The end was read in the time zone of the start. Write DTEND in the form of DTSTART.",
            "start_off_rule": "The recurrence rule does not fall on DTSTART. Move DTSTART to the first occurrence.",
            "too_much_work": "The series is too long to work out. Shorten it, or ask for a shorter period.",
            "more": "{count} more problems were found.",
        ])

    /// The names of things of which a file has too many. Other names, such as `VTIMEZONE`, are those of the file.
    public static let partVocabulary = Vocabulary(
        "calendar_part",
        ["components": "components", "dates": "dates", "observances": "observances", "properties": "properties"])

    /// The problem and its remedy, in English.
    public var description: String { message(in: .english) }

    /// Returns the problem and its remedy.
    public func message(in words: LocalizedStrings) -> String {
        func sentence(_ code: String, _ name: String) -> String {
            words.sentence(code, in: Self.vocabulary, ["name": .text(name)])
        }
        return switch kind {
        case .malformedLine: words.sentence("malformed_line", in: Self.vocabulary)
        case .strayCarriageReturn: words.sentence("stray_carriage_return", in: Self.vocabulary)
        case .lineTooLong: words.sentence("line_too_long", in: Self.vocabulary)
        case .notUTF8: words.sentence("not_utf8", in: Self.vocabulary)
        case .tooDeep: words.sentence("too_deep", in: Self.vocabulary)
        case .tooMany(let name): sentence("too_many", words.text(name, in: Self.partVocabulary) ?? name)
        case .unfinished(let name): sentence("unfinished", name)
        case .unexpectedEnd: words.sentence("unexpected_end", in: Self.vocabulary)
        case .missing(let name): sentence("missing", name)
        case .invalid(let name): sentence("invalid", name)
        case .unsupported("RRULE"): words.sentence("unsupported.second_rule", in: Self.vocabulary)
        case .unsupported(let name): sentence("unsupported", name)
        case .rule(let error): error.message(in: words)
        case .unknownZone(let name): sentence("unknown_zone", name)
        case .endBeforeStart: words.sentence("end_before_start", in: Self.vocabulary)
        case .endInOtherForm: words.sentence("end_in_other_form", in: Self.vocabulary)
        case .startOffRule: words.sentence("start_off_rule", in: Self.vocabulary)
        case .tooMuchWork: words.sentence("too_much_work", in: Self.vocabulary)
        case .more(let count): words.sentence("more", in: Self.vocabulary, ["count": .integer(count)])
        }
    }
}

extension Vocabulary {
    /// The vocabularies of this module.
    public static let iCalendar = [
        CalendarFileError.vocabulary, CalendarProblem.vocabulary, CalendarProblem.partVocabulary,
        RecurrenceRuleError.vocabulary,
    ]
}

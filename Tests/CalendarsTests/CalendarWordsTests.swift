import OrbitModels
import Testing

@testable import Calendars

/// The words of calendars, which a front end can replace.
@Suite struct CalendarWordsTests {
    /// Words that are none: each sentence is its code.
    private static let codes = Words(
        Vocabulary.calendars.flatMap(\.keys).reduce(into: [:]) { $0[$1] = MessageTemplate(template: $1.code) })

    @Test func `each problem of a file has its own sentence`() throws {
        let named: [(String) -> CalendarProblem.Kind] = [
            { .tooMany($0) }, { .unfinished($0) }, { .missing($0) }, { .invalid($0) }, { .unsupported($0) },
            { .unknownZone($0) },
        ]
        let kinds: [CalendarProblem.Kind] =
            [
                .malformedLine, .strayCarriageReturn, .lineTooLong, .notUTF8, .tooDeep, .unexpectedEnd, .endBeforeStart,
                .endInOtherForm, .startOffRule, .tooMuchWork, .more(3),
            ] + named.map { $0("DTSTART") }
        let problems = kinds.map { CalendarProblem(line: 1, kind: $0) }
        #expect(Set(problems.map { $0.message(in: Self.codes) }) == Set(CalendarProblem.vocabulary.english.keys))
        #expect(problems.allSatisfy { $0.description.hasSuffix(".") })
        #expect(problems.suffix(named.count).allSatisfy { $0.description.contains("DTSTART") })
    }

    @Test func `each error of a rule, a file and a request has its own sentence`() {
        let rules: [RecurrenceRuleError] = [
            .tooLong, .malformed("X"), .missingFrequency, .unsupportedFrequency("HOURLY"), .unsupportedPart("X"),
            .repeatedPart("X"), .invalidValue(part: "X", "Y"), .twoEnds, .notAllowed(part: "BYYEARDAY", in: .monthly),
            .notAllowed(part: "BYMONTHDAY", in: .weekly), .positionsOfNothing,
        ]
        #expect(Set(rules.map { $0.message(in: Self.codes) }) == Set(RecurrenceRuleError.vocabulary.english.keys))
        #expect(rules[8].errorDescription == "BYYEARDAY cannot be used with FREQ=MONTHLY. Use FREQ=YEARLY.")
        let files: [CalendarFileError] = [.tooLarge(bytes: 9, limit: 8), .notUTF8, .notACalendar]
        #expect(Set(files.map { $0.message(in: Self.codes) }) == Set(CalendarFileError.vocabulary.english.keys))
        let requests: [MeetingRequestError] = [.duration, .step, .buffer, .notice]
        #expect(Set(requests.map { $0.message(in: Self.codes) }) == Set(MeetingRequestError.vocabulary.english.keys))
        let problem = CalendarProblem(line: 1, kind: .rule(.twoEnds))
        #expect(problem.message(in: Self.codes) == "two_ends")
    }

    @Test func `dates have the front end's names of days and months`() throws {
        let codes = Self.codes.calendarNames
        #expect(codes.months.count == 12 && Set(codes.months) == Set(CalendarNames.monthVocabulary.english.keys))
        #expect(codes.shortMonths == codes.months)
        #expect(Set(codes.months) == Set(CalendarNames.shortMonthVocabulary.english.keys))
        #expect(CalendarNames.english.shortMonths.map { $0.lowercased() } == codes.months)
        #expect(CalendarNames.english.months.map { $0.prefix(3).lowercased() } == codes.months)
        let german = Words([
            WordKey("weekday", "sun"): "Sonntag", WordKey("weekday_short", "sun"): "So",
            WordKey("month", "dec"): "Dezember", WordKey("month_short", "dec"): "Dez",
        ]).calendarNames
        let sunday = try #require(CalendarDay(year: 2026, month: 12, day: 20))
        let monday = try #require(CalendarDay(year: 2026, month: 12, day: 21))
        #expect(german.long(sunday) == "Sonntag 20 Dezember 2026" && german.short(sunday) == "So 20 Dez")
        #expect(german.short(monday) == "Mon 21 Dez")
        #expect(CalendarNames.english.long(sunday) == "Sunday 20 December 2026")
    }
}

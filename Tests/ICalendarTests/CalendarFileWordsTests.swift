import Foundation
import OrbitModels
import Testing

@testable import ICalendar

/// The words of calendar files and recurrence rules, which a front end can replace.
@Suite struct CalendarFileWordsTests {
    /// Words for tests, in which each sentence is its own code.
    private static let codes = LocalizedStrings(
        Vocabulary.iCalendar.flatMap(\.keys).reduce(into: [:]) { $0[$1] = MessageTemplate(template: $1.code) })

    @Test func `each problem of a file has its own sentence`() throws {
        let named: [(String) -> CalendarProblem.Kind] = [
            { .tooMany($0) }, { .unfinished($0) }, { .missing($0) }, { .invalid($0) }, { .unsupported($0) },
            { .unknownZone($0) },
        ]
        let kinds: [CalendarProblem.Kind] =
            [
                .malformedLine, .strayCarriageReturn, .lineTooLong, .notUTF8, .tooDeep, .unexpectedEnd, .endBeforeStart,
                .endInOtherForm, .startOffRule, .tooMuchWork, .more(3), .unsupported("RRULE"),
            ] + named.map { $0("DTSTART") }
        let problems = kinds.map { CalendarProblem(line: 1, kind: $0) }
        #expect(Set(problems.map { $0.message(in: Self.codes) }) == Set(CalendarProblem.vocabulary.english.keys))
        #expect(problems.allSatisfy { $0.description.hasSuffix(".") })
        #expect(problems.suffix(named.count).allSatisfy { $0.description.contains("DTSTART") })
        let second = CalendarProblem(line: 1, kind: .unsupported("RRULE"))
        #expect(
            second.description == "A second RRULE is not supported. Leave it out where the calendar comes from.")
    }

    @Test(arguments: ["components", "dates", "observances", "properties"])
    func `a problem about too many parts has the front end's name for them`(name: String) {
        let problem = CalendarProblem(line: 1, kind: .tooMany(name))
        #expect(problem.description == "There are too many \(name), so the rest was left out. Split the file.")
        let words = LocalizedStrings([
            LocalizationKey("calendar_part", name): "Teile", LocalizationKey("calendar_problem", "too_many"): "{name}!",
        ])
        #expect(problem.message(in: words) == "Teile!")
    }

    @Test func `each error of a rule and of a file has its own sentence`() {
        let rules: [RecurrenceRuleError] = [
            .tooLong, .malformed("X"), .missingFrequency, .unsupportedFrequency("HOURLY"), .unsupportedPart("X"),
            .repeatedPart("X"), .invalidValue(part: "X", "Y"), .twoEnds, .notAllowed(part: "BYYEARDAY", in: .monthly),
            .notAllowed(part: "BYMONTHDAY", in: .weekly), .positionsOfNothing,
            .notAllowed(part: "BYDAY", in: .weekly),
        ]
        #expect(Set(rules.map { $0.message(in: Self.codes) }) == Set(RecurrenceRuleError.vocabulary.english.keys))
        #expect(rules[8].errorDescription == "BYYEARDAY cannot be used with FREQ=MONTHLY. Use FREQ=YEARLY.")
        #expect(
            rules.last?.errorDescription
                == "BYDAY with a number cannot be used with FREQ=WEEKLY. Use FREQ=MONTHLY or YEARLY.")
        let files: [CalendarFileError] = [.tooLarge(bytes: 9, limit: 8), .notUTF8, .notACalendar]
        #expect(Set(files.map { $0.message(in: Self.codes) }) == Set(CalendarFileError.vocabulary.english.keys))
        let problem = CalendarProblem(line: 1, kind: .rule(.twoEnds))
        #expect(problem.message(in: Self.codes) == "two_ends")
    }
}

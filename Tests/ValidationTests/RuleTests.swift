import OrbitModels
import Testing
import Validation

@Suite struct RuleTests {
    private struct Crew: Sendable {
        var name = "Climbers"
        var motto: String?
        var size: Int?
        var members: [Location] = []
    }

    private let rules: [Rule<Crew>] = [
        .field("name", { $0.name }, .text(TextForm(characters: 2...10, bytes: 40)), .unmixedScripts),
        .ifPresent("motto", { $0.motto }, .text(TextForm(characters: 0...3, bytes: 8, hidden: .refused))),
        .required("size", { $0.size }, .within(2...5)),
        .field("members", { $0.members }, .count(1...2), .unique { $0.city }),
        .each("members", { $0.members }, .field("city", { $0.city }, .text(Limits.city))),
        .answered("members") { $0.members.count != 1 },
    ]

    @Test func `a valid value has no failures`() {
        let crew = Crew(motto: "Up!", size: 3, members: [Location(city: "Lima"), Location(city: "Quito")])
        #expect(rules.failures(in: crew).isEmpty)
    }

    @Test func `all failures are reported together with path, code and parameters`() {
        let crew = Crew(
            name: "x", motto: "Up\u{200B}", size: 9,
            members: [Location(city: "Lima"), Location(city: " "), Location(city: "Lima")])
        #expect(
            rules.failures(in: crew) == [
                FieldFailure(path: "name", code: .tooShort, parameters: ["min": 2, "actual": 1]),
                FieldFailure(path: "motto", code: .hiddenCharacters),
                FieldFailure(path: "size", code: .outOfRange, parameters: ["min": 2, "max": 5]),
                FieldFailure(path: "members", code: .tooMany, parameters: ["max": 2, "actual": 3]),
                FieldFailure(path: "members[2]", code: .duplicate, parameters: ["first": 0]),
                FieldFailure(path: "members[1].city", code: .required, parameters: ["min": 1, "actual": 0]),
            ])
    }

    @Test func `a missing value is required, or left unanswered with a warning`() {
        #expect(
            rules.failures(in: Crew(name: " \n")) == [
                FieldFailure(path: "name", code: .required, parameters: ["min": 2, "actual": 0]),
                FieldFailure(path: "size", code: .required),
                FieldFailure(path: "members", code: .tooFew, parameters: ["min": 1, "actual": 0]),
            ])
        let failures = rules.failures(in: Crew(size: 2, members: [Location(city: "Lima")]))
        #expect(failures == [FieldFailure(path: "members", code: .leftUnanswered, severity: .warn)])
        #expect(failures.blocking.isEmpty && failures.warnings.count == 1)
    }

    @Test func `length is counted in characters, with a separate limit in bytes`() {
        let rules = [Rule<String>.text(TextForm(characters: 0...3, bytes: 30))]
        #expect(rules.failures(in: "👩‍👩‍👧‍👦ab").isEmpty)
        #expect(rules.failures(in: "👩‍👩‍👧‍👦👩‍👩‍👧‍👦").map(\.code) == [.tooManyBytes])
        #expect(rules.failures(in: "abcd").map(\.code) == [.tooLong])
        #expect(rules.failures(in: " ab\u{200B}c ").isEmpty)
        // Marks above the limit for each letter are removed before characters are counted.
        #expect(rules.failures(in: "a" + String(repeating: "\u{301}", count: 29)).isEmpty)
    }

    @Test func `a rule can be changed into a warning`() {
        let failures = Rule.within(1...2).asWarning.failures(in: 3)
        #expect(failures.map(\.severity) == [.warn])
        #expect(failures.map(\.code) == [.outOfRange])
    }

    @Test func `an unknown value causes only a warning`() {
        #expect(Rule<GroupSize>.known.failures(in: .small).isEmpty)
        let failures = Rule<GroupSize>.known.failures(in: GroupSize(rawValue: "crowd"))
        #expect(failures == [FieldFailure(path: "", code: .unknownValue, severity: .warn)])
    }
}

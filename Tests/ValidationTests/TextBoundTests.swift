import OrbitModels
import Testing

@testable import Validation

/// Limits of bytes and elements, which apply before a value is cleaned, folded or compared.
@Suite struct TextBoundTests {
    private static let forms: [TextForm] = [
        Limits.name, Limits.city, Limits.region, Limits.major, Limits.bio, Limits.customInterest, Limits.socialHandle,
    ]
    private static let hostile = ["ﷺ", "a\u{316}\u{301}\u{5B0}", "👩\u{200D}", "กี่", "\u{200B}", " ", "a"]

    @Test(arguments: forms) func `a text of too many bytes is too long and is not cleaned`(_ form: TextForm) {
        for unit in Self.hostile {
            let text = String(repeating: unit, count: form.maxTypedBytes / unit.utf8.count + 1)
            let parameters: [String: ParameterValue] = ["max": .integer(form.characters.upperBound)]
            #expect(
                Rule<String>.text(form).failures(in: text)
                    == [FieldFailure(path: "", code: .tooLong, parameters: parameters)])
            #expect(form.cleaned(text).utf8.elementsEqual(text.utf8))
        }
    }

    @Test(arguments: forms) func `a text of the maximum number of bytes is cleaned`(_ form: TextForm) {
        let text = String(repeating: " ", count: form.maxTypedBytes - 1) + "a"
        #expect(Rule<String>.text(form).failures(in: text) == [])
        #expect(form.cleaned(text) == "a")
    }

    @Test(arguments: forms) func `the maximum number of characters is accepted in all scripts`(_ form: TextForm) {
        let most = form.characters.upperBound
        // A decomposed Hangul syllable has nine bytes when typed, and three when stored.
        for unit in ["a", "é", "e\u{301}", "ก", "漢", "\u{1112}\u{1161}\u{11AB}", "🪐"] {
            #expect(Rule<String>.text(form).failures(in: String(repeating: unit, count: most)) == [], "\(unit)")
        }
        let families = form.bytes / "👨‍👩‍👧‍👦".utf8.count
        #expect(Rule<String>.text(form).failures(in: String(repeating: "👨‍👩‍👧‍👦", count: families)) == [])
    }

    @Test func `a list above the maximum count is refused without reading its elements`() {
        let unread = Rule<Int> { _ in
            Issue.record("an element was read")
            return []
        }
        let unreadList = Rule<[Int]> { _ in
            Issue.record("the list was read")
            return []
        }
        let rule: Rule<[Int]> = .list("list", { $0 }, count: 1...3, whole: unreadList, each: unread)
        let parameters: [String: ParameterValue] = ["max": 3, "actual": 4]
        #expect(
            rule.failures(in: [1, 2, 3, 4]) == [FieldFailure(path: "list", code: .tooMany, parameters: parameters)])
        let positive: Rule<[Int]> = .list(
            "list", { $0 }, count: 1...3, whole: .unique { $0 }, each: .within(1...9))
        #expect(positive.failures(in: [1, 0, 1]).map(\.path) == ["list[2]", "list[1]"])
        #expect(positive.failures(in: []).map(\.code) == [.tooFew])
    }

    @Test func `more interests than may be entered are neither folded nor merged`() {
        let many = (0..<1_000).map { Interest(String(repeating: "ﷺ", count: 17) + "\($0)") }
        #expect(InterestFolding.merged(many).map(\.label) == many.map(\.label))
        let same = Array(repeating: Interest("films"), count: Limits.maxEnteredInterests)
        #expect(InterestFolding.merged(same).map(\.id) == ["movies_tv"])
        #expect(InterestFolding.merged(same + [Interest("films")]).count == Limits.maxEnteredInterests + 1)
    }

    @Test func `a label too long for an interest is not folded`() {
        let label = String(repeating: "É", count: 200)
        #expect(InterestFolding.key(of: Interest(label)) == Interest(label).id)
        let read = Interest(String(repeating: "É", count: 129))
        #expect(read.id == read.label)
        #expect(Interest(String(repeating: "É", count: 128)).id == String(repeating: "é", count: 128))
    }

    @Test func `too many socials or audiences are refused by their count alone`() {
        var profile = Profile(name: "Maya")
        profile.socials = Socials(Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("n\($0)", "\u{200B}") }))
        profile.visibility = ProfileVisibility(
            settings: Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("n\($0)", Audience(rawValue: "x")) }))
        let failures = ProfileRules.dayIndependentFailures(in: profile.cleaned)
        #expect(failures.filter { $0.path.hasPrefix("socials") }.map(\.code) == [.tooMany])
        #expect(failures.filter { $0.path.hasPrefix("visibility") }.map(\.code) == [.tooMany])
    }

    @Test(arguments: [10, 11]) func `the handles of up to ten socials are cleaned`(count: Int) {
        var profile = Profile(name: "Maya")
        profile.socials = Socials(Dictionary(uniqueKeysWithValues: (0..<count).map { ("n\($0)", " x ") }))
        #expect(Set(profile.cleaned.socials.handles.values) == [count == 10 ? "x" : " x "])
    }

    @Test(arguments: [50, 51]) func `up to fifty audiences are checked`(count: Int) {
        var profile = Profile(name: "Maya")
        profile.visibility = ProfileVisibility(
            settings: Dictionary(uniqueKeysWithValues: (0..<count).map { ("n\($0)", Audience.campus) }))
        let failures = ProfileRules.dayIndependentFailures(in: profile).filter { $0.path.hasPrefix("visibility") }
        let expected: [FailureCode] = count == 50 ? Array(repeating: .unknownValue, count: 50) : [.tooMany]
        #expect(failures.map(\.code) == expected)
    }

    @Test func `a verification code and an address of many bytes are too long`() {
        for unit in Self.hostile {
            let text = String(repeating: unit, count: 60_000 / unit.utf8.count)
            let code = #expect(throws: ValidationError.self) { try VerificationCode(text) }
            #expect(code?.failures.map(\.code) == [.tooLong])
            let address = #expect(throws: ValidationError.self) { try EmailAddress(text) }
            #expect(address?.failures.map(\.code) == [.tooLong])
        }
    }
}

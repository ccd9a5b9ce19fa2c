import Foundation
import OrbitModels
import Testing

@Suite struct PluralRuleTests {
    @Test(
        arguments: [
            ("en", 1, .one), ("en", 0, .other), ("en", 2, .other), ("es", 1, .one), ("es", 0, .other),
            ("es", 1_000_000, .many), ("fr", 0, .one), ("fr", 1, .one), ("fr", 2, .other), ("fr", 3_000_000, .many),
            ("ja", 1, .other), ("ar", 0, .zero), ("ar", 1, .one), ("ar", 2, .two), ("ar", 103, .few),
            ("ar", 111, .many), ("ar", 100, .other), ("ru", 21, .one), ("ru", 11, .many), ("ru", 22, .few),
            ("ru", 112, .many), ("pl", 1, .one), ("pl", 21, .many), ("pl", 22, .few), ("pl", 12, .many),
            ("cs", 1, .one), ("cs", 3, .few), ("cs", 5, .other),
        ] as [(String, Int, PluralCategory)])
    func `a language selects the category of the CLDR`(
        _ language: String, _ number: Int, _ category: PluralCategory
    ) throws {
        let rule = try #require(PluralRule(language: language))
        #expect(rule.category(of: number) == category)
        #expect(rule.category(of: -number) == category)
        #expect(rule.categories.contains(category))
    }

    /// `Comparisons/plural_rules.py` writes the file from the data of the CLDR in Babel.
    @Test func `all categories of fourteen languages are those of Babel`() throws {
        let url = try #require(Bundle.module.url(forResource: "Comparisons/plural-rules", withExtension: "txt"))
        var compared = 0
        for line in try String(contentsOf: url, encoding: .utf8).split(separator: "\n") {
            let words = line.split(separator: " ")
            let rule = try #require(PluralRule(language: String(words[0])))
            let category = try #require(PluralCategory(rawValue: String(words[1])))
            for span in words.dropFirst(2) {
                let bounds = span.split(separator: "-").compactMap { Int($0) }
                let (first, last) = (try #require(bounds.first), try #require(bounds.last))
                let different = (first...last).filter { rule.category(of: $0) != category }
                #expect(different.isEmpty, "\(words[0]) \(category)")
                compared += last - first + 1
            }
        }
        #expect(compared > 14 * 300)
    }

    @Test func `the region of a language tag does not change its rule, and an unknown language has no rule`() {
        #expect(PluralRule(language: "es-MX")?.category(of: 1_000_000) == .many)
        #expect(PluralRule(language: "PT_br")?.category(of: 0) == .one)
        #expect(PluralRule(language: "tlh")?.categories == nil)
        #expect(PluralRule(language: "")?.categories == nil)
    }

    @Test func `the smallest and the largest number have a category`() {
        for language in ["en", "es", "fr", "ja", "ar", "ru", "pl", "cs"] {
            let rule = PluralRule(language: language)
            for number in [Int.min, .max] {
                #expect(rule.map { $0.categories.contains($0.category(of: number)) } == true)
            }
        }
    }

    @Test func `a plural text uses the form of its number, and other if the form is missing`() {
        let text = MessageTemplate(plural: "count", [.one: "{count} poke", .other: "{count} pokes"])
        #expect(text(["count": 1]) == "1 poke")
        #expect(text(["count": 0]) == "0 pokes")
        let polish = MessageTemplate(plural: "count", by: .polish, [.other: "{count}"])
        #expect(polish(["count": 22]) == "22")
        #expect(text([:]) == nil)
        #expect(text(["count": "one"]) == nil)
    }
}

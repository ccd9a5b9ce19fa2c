import Foundation
import Testing

@testable import Validation

@Suite struct BidiRuleTests {
    @Test(arguments: [
        // Violations in order: letters of both directions, a leading digit, both kinds of digits, and a hyphen before a
        // final mark. The last name has a left-to-right label with a leading digit beside a right-to-left label.
        "\u{05D0}a.example", "1\u{05D0}.example", "\u{0628}1\u{0661}.example", "\u{05D0}-\u{05B0}.example",
        "1a.\u{05D0}\u{05D1}",
    ])
    func `a domain name that violates the Bidi rule is refused`(name: String) {
        #expect(DomainName(name) == nil)
    }

    @Test(arguments: [
        "\u{05D0}\u{05D1}.example", "\u{05D0}1.example", "\u{0628}\u{0661}\u{0662}.example", "\u{05D0}\u{05B0}.example",
        "1a.example", "xn--4dbcagdahymbxekheh6e0a7fei0b.example",
    ])
    func `a domain name that satisfies the Bidi rule is accepted`(name: String) {
        #expect(DomainName(name) != nil)
    }

    /// `Fixtures/bidi_names.py` writes the names and the results of Python's idna.
    @Test func `the Bidi rule agrees with Python's idna on 400 random names`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/bidi-names.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 400)
        for line in lines {
            let fields = line.split(separator: " ")
            let scalars = fields.dropFirst().compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            // Splits by scalars, because a dot and a mark after it are a single character.
            let labels = scalars.split(separator: ".").map { String(String.UnicodeScalarView($0)) }
            #expect(BidiRule.isSatisfied(by: labels) == (fields.first == "yes"), "\(line)")
        }
    }
}

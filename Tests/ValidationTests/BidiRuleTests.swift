import Foundation
import Testing

@testable import Validation

@Suite struct BidiRuleTests {
    @Test(arguments: [
        // Letters of both directions in one label, a label that begins with a digit, both kinds of digits, a hyphen at
        // the end before a mark, and a left-to-right label that begins with a digit beside a right-to-left one.
        "\u{05D0}a.example", "1\u{05D0}.example", "\u{0628}1\u{0661}.example", "\u{05D0}-\u{05B0}.example",
        "1a.\u{05D0}\u{05D1}",
    ])
    func `a name that breaks the Bidi rule is malformed`(name: String) {
        #expect(DomainName(name) == nil)
    }

    @Test(arguments: [
        "\u{05D0}\u{05D1}.example", "\u{05D0}1.example", "\u{0628}\u{0661}\u{0662}.example", "\u{05D0}\u{05B0}.example",
        "1a.example", "xn--4dbcagdahymbxekheh6e0a7fei0b.example",
    ])
    func `a name that satisfies the Bidi rule is read`(name: String) {
        #expect(DomainName(name) != nil)
    }

    /// `Fixtures/bidi_names.py` writes the names and the verdicts of Python's idna.
    @Test func `the verdict on random names is that of another implementation`() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/bidi-names.txt")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 400)
        for line in lines {
            let fields = line.split(separator: " ")
            let scalars = fields.dropFirst().compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            // Not by characters: a dot and a mark after it are one.
            let labels = scalars.split(separator: ".").map { String(String.UnicodeScalarView($0)) }
            #expect(BidiRule.isSatisfied(by: labels) == (fields.first == "yes"), "\(line)")
        }
    }
}

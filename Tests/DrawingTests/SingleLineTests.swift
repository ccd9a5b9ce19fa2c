import Drawing
import Testing

@Suite struct SingleLineTests {
    @Test(arguments: [
        ("Ana", "Ana"), (" Ana  Lia ", "Ana Lia"), ("Ana\nLia\u{2029}Mo", "Ana Lia Mo"), ("\u{202E}Eve\u{2069}", "Eve"),
        ("a\u{0}b\u{7}c\u{1B}[0m", "abc[0m"), ("\u{85}\u{9B}31m", "31m"), ("👩‍👧", "👩‍👧"), ("می‌خواهم", "می‌خواهم"),
        ("a\u{AD}b", "ab"), ("a\u{7F}b", "ab"),
        ("\u{FE0F}", ""), ("", ""),
    ])
    func `cleaned text has no control characters and single spaces`(name: String, shown: String) {
        #expect(SingleLine.cleaned(name) == shown)
    }

    @Test func `long text is truncated to 64 characters of at most 16 scalars each`() {
        let shown = SingleLine.cleaned(String(repeating: "ab ", count: 10_000))
        #expect(shown == String(repeating: "ab ", count: 21) + "a")
        #expect(SingleLine.cleaned(String(repeating: "a", count: 10_000)) == String(repeating: "a", count: 64))
        let pile = "a" + String(repeating: "\u{301}", count: 10_000)
        #expect(SingleLine.cleaned(pile).unicodeScalars.count == 16)
    }

    @Test(arguments: [(Int.min, ""), (-1, ""), (0, ""), (1, "a"), (2, "ab"), (3, "abc")])
    func `text is truncated to the requested length`(longest: Int, shown: String) {
        #expect(SingleLine.cleaned("abc", longest: longest) == shown)
    }

    @Test(arguments: [(1, "a"), (2, "ab"), (3, "ab"), (4, "ab c"), (5, "ab cd")])
    func `the limit includes spaces, and truncated text does not end in a space`(longest: Int, shown: String) {
        #expect(SingleLine.cleaned(" ab  cd ef", longest: longest) == shown)
    }
}

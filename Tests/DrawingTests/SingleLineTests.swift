import Drawing
import Testing

@Suite struct SingleLineTests {
    @Test(arguments: [
        ("Ana", "Ana"), (" Ana  Lia ", "Ana Lia"), ("Ana\nLia\u{2029}Mo", "Ana Lia Mo"), ("\u{202E}Eve\u{2069}", "Eve"),
        ("a\u{0}b\u{7}c\u{1B}[0m", "abc[0m"), ("\u{85}\u{9B}31m", "31m"), ("👩‍👧", "👩‍👧"), ("می‌خواهم", "می‌خواهم"),
        ("a\u{AD}b", "ab"),
        ("\u{FE0F}", ""), ("", ""),
    ])
    func `text is fit to be shown`(name: String, shown: String) {
        #expect(SingleLine.cleaned(name) == shown)
    }

    @Test func `endless text is truncated`() {
        #expect(SingleLine.cleaned(String(repeating: "ab ", count: 10_000)).count <= 96)
        let pile = "a" + String(repeating: "\u{301}", count: 10_000)
        #expect(SingleLine.cleaned(pile).unicodeScalars.count == 16)
    }

    @Test(arguments: [(-1, ""), (0, ""), (1, "a"), (2, "ab"), (3, "abc")])
    func `no more is shown than asked for`(longest: Int, shown: String) {
        #expect(SingleLine.cleaned("abc", longest: longest) == shown)
    }
}

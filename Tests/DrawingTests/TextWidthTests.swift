import Drawing
import Testing

@Suite struct TextWidthTests {
    @Test(arguments: [
        ("iiiiii", "Anaana"), ("Ana", "Wwwwww"), ("Ana", "李小龙"), ("ana", "🦊🦊🦊"), ("Dz", "Ǆ"), ("nnn", "mmm"),
        ("NNN", "MMM"), ("vvv", "www"), ("MMM", "WWW"), ("WWW", "%%%"),
    ])
    func `wide characters are measured as wider than narrow characters`(narrow: String, wide: String) {
        #expect(TextWidth.ems(of: narrow) < TextWidth.ems(of: wide))
    }

    @Test(arguments: [
        (" ", 0.41), ("i", 0.41), ("f", 0.48), ("\"", 0.48), ("a", 0.66), ("7", 0.66), ("w", 0.84), ("A", 0.85),
        ("~", 0.85), ("m", 1.0), ("@", 1.04), ("%", 1.1), ("\n", 0.0), ("\u{7F}", 0.0),
    ])
    func `an ASCII character has the width of its class`(character: String, ems: Double) {
        #expect(TextWidth.ems(of: character) == ems)
    }

    @Test(arguments: [("👋🏽", "👋"), ("👩‍👩‍👧‍👦", "👩"), ("❤\u{FE0F}", "❤"), ("q\u{301}", "q"), ("a\u{200B}b", "ab")])
    func `marks, modifiers and invisible characters have no width`(text: String, visible: String) {
        #expect(TextWidth.ems(of: text) == TextWidth.ems(of: visible))
    }

    @Test(arguments: [(2.26, "iii…"), (2.65, "iii…"), (2.67, "iiii…")])
    func `truncated text is the longest prefix that fits with an ellipsis`(available: Double, shown: String) {
        #expect(TextWidth.truncated("iiiiiiii", ems: available)?.text == shown)
    }

    @Test(arguments: [1.0, 1.83, 2.24])
    func `text of which fewer than three characters fit is not truncated`(available: Double) {
        #expect(TextWidth.truncated("iiiiiiii", ems: available) == nil)
    }

    @Test func `text beyond the given width ends in an ellipsis`() throws {
        let shown = try #require(TextWidth.truncated("Bartholomew", ems: 5))
        #expect(shown.text.hasSuffix("…") && "Bartholomew".hasPrefix(shown.text.dropLast()))
        #expect(shown.ems <= 5)
    }
}

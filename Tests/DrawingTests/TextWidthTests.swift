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

    @Test func `text beyond the given width ends in an ellipsis or is nil`() throws {
        let shown = try #require(TextWidth.truncated("Bartholomew", ems: 5))
        #expect(shown.text.hasSuffix("…") && "Bartholomew".hasPrefix(shown.text.dropLast()))
        #expect(shown.ems <= 5)
        #expect(TextWidth.truncated("Bartholomew", ems: 1) == nil)
    }
}

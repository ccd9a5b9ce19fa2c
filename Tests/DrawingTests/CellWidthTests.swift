import Drawing
import Testing

@Suite struct CellWidthTests {
    @Test(arguments: [
        ("A", "A", 1), ("é", "é", 1), ("e\u{301}", "e\u{301}", 1), ("李", "李", 2), ("한", "한", 2), ("🦊", "🦊", 2),
        ("Ａ", "Ａ", 2),
        ("👩‍👩‍👧‍👦", "👩", 2), ("👋🏽", "👋", 2), ("❤️", "❤", 1), ("1️⃣", "1", 1), ("🇦🇷", "🇦🇷", 2), ("🇦", "?", 1), ("\u{301}", "?", 1),
        ("م", "م\u{200E}", 1),
    ])
    func `wide characters take two cells, and characters without an agreed width are replaced`(
        text: String, shown: String, cells: Int
    ) {
        let fitted = CellWidth.fitted(text, cells: 3)
        #expect(fitted.map(\.text).joined() == shown)
        #expect(CellWidth.total(fitted) == cells)
    }

    @Test func `text beyond the given cells ends in dots`() {
        #expect(CellWidth.fitted("Bartholomew", cells: 7).map(\.text).joined() == "Bart...")
        #expect(CellWidth.fitted("李小龙李小龙", cells: 8).map(\.text).joined() == "李小...")
        #expect(CellWidth.fitted("李小龙", cells: 2).map(\.text).joined() == "..")
        #expect(CellWidth.fitted("李小龙", cells: 0).isEmpty)
    }
}

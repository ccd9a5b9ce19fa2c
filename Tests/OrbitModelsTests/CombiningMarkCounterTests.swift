import OrbitModels
import Testing

@Suite struct CombiningMarkCounterTests {
    @Test func `scalars are marks exactly if their category is a mark`() {
        let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]
        let wrong = (0...UInt32(0x10FFFF)).lazy.compactMap(Unicode.Scalar.init)
            .filter { $0.isMark != marks.contains($0.properties.generalCategory) }
        #expect(Array(wrong).isEmpty)
    }

    @Test(arguments: [
        ("a" + String(repeating: "\u{301}", count: 30), false), ("a" + String(repeating: "\u{301}", count: 31), true),
        (String(repeating: "a\u{301}", count: 100), false),
        // Joiners are not counted and do not end a run of marks.
        ("a" + String(repeating: "\u{301}\u{200D}", count: 31), true),
    ])
    func `more than 30 marks on a letter are too many`(text: String, exceedsLimit: Bool) {
        var marks = CombiningMarkCounter()
        #expect(text.unicodeScalars.contains { marks.exceedsLimit(counting: $0) } == exceedsLimit)
    }
}

import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Validation

@Suite struct TextSafetyTests {
    @Test(arguments: [
        ("  Maya \t Chen\u{A0}\u{3000}\n", "Maya Chen"),
        ("Maya\r\nChen", "Maya Chen"),
        ("Jose\u{301}", "José"),
        ("\u{202E}evil\u{202C}", "evil"),
        ("a\u{2066}b\u{2069}c\u{200E}d\u{200F}e\u{61C}f", "abcdef"),
        ("zero\u{200B}width\u{2060}\u{FEFF}\u{AD}", "zerowidth"),
        ("nul\u{0}bell\u{7}esc\u{1B}del\u{7F}c1\u{9B}", "nulbellescdelc1"),
        ("\u{FFFC}object\u{FFFE}\u{10FFFF}", "object"),
        ("\u{3164}\u{115F}\u{1160}\u{FFA0}", ""),
        ("\u{2800}\u{2800}", ""),
        ("a\u{200D}b\u{200C}c", "abc"),
        ("a\u{FE0F}\u{E0101}\u{FE01}", "a"),
        ("hidden\u{E0041}\u{E0042}tags", "hiddentags"),
        ("\u{301}", "\u{301}"),
    ])
    func `invisible characters are removed, and spaces are collapsed`(typed: String, kept: String) {
        #expect(scalars(TextSafety.cleaned(typed)) == scalars(kept))
    }

    @Test(arguments: [
        "👩‍👩‍👧‍👦", "🏳️‍🌈", "👩🏽‍🚀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "❤️", "1️⃣", "🇦🇷", "🧑‍⚕️", "😀",
        "می‌خواهم", "نامه‌ای", "क्‍ष", "ක්‍ෂ", "ക്‍", "র‍্য", "葛\u{E0100}", "ᠠ\u{180B}", "ᠬᠠᠷ\u{180E}ᠠ",
        "محمد", "דָּוִד", "王小明", "山田 太郎", "김민준", "Nguyễn Thị Ánh", "O’Neill", "Ğ", "ﷺ", "नमस्ते", "ไทย", "Å",
    ])
    func `names and emoji of all scripts are kept`(text: String) {
        #expect(TextSafety.cleaned(text) == text)
        #expect(!TextSafety.hasHiddenCharacters(text))
        #expect(!TextSafety.mixesScripts(text))
    }

    @Test func `a black flag keeps only the tags of a region`() {
        let smuggled =
            "🏴"
            + String(
                String.UnicodeScalarView("call me".unicodeScalars.compactMap { Unicode.Scalar($0.value + 0xE0000) }))
        #expect(scalars(TextSafety.cleaned(smuggled)) == scalars("🏴"))
        #expect(scalars(TextSafety.cleaned("🏴\u{E0067}\u{E0062}")) == scalars("🏴"))
        #expect(scalars(TextSafety.cleaned("🏴\u{E007F}")) == scalars("🏴"))
    }

    @Test func `thousands of marks on a letter are cut down`() {
        let tower = "a" + String(repeating: "\u{301}\u{316}", count: 50_000)
        #expect(TextSafety.cleaned(tower).unicodeScalars.count <= 9)
        // Enclosing marks, which canonical ordering does not move, are limited too.
        let enclosed = "a" + String(repeating: "\u{20DD}\u{489}", count: 50_000)
        #expect(TextSafety.cleaned(enclosed).unicodeScalars.count == 9)
        let vietnamese = "ệ"
        #expect(TextSafety.cleaned(vietnamese.decomposedStringWithCanonicalMapping) == vietnamese)
    }

    @Test(arguments: [
        "\u{DD9}\u{FE0E}\u{DCA}\u{200D}", "\u{915}\u{94D}\u{301}\u{FE0E}\u{94D}\u{200D}",
        "\u{200D}\u{200D}👩\u{200D}\u{200D}👩",
        "a" + String(repeating: "\u{301}", count: 30) + "\u{FE0F}" + String(repeating: "\u{301}", count: 30),
        "a" + String(repeating: "\u{344}", count: 30), "\u{FEFF}\u{2000}\u{FEFF}",
    ])
    func `text that becomes adjacent after a removal is cleaned as well`(text: String) {
        let once = TextSafety.cleaned(text)
        #expect(scalars(TextSafety.cleaned(once)) == scalars(once))
        #expect(!TextSafety.hasHiddenCharacters(once))
    }

    @Test func `paragraphs are kept in a field of several lines`() {
        #expect(TextSafety.cleaned(" a \r\n b\n\n\n\n c\u{2028}d\u{2029}\n", lines: .several) == "a\nb\n\nc\nd")
        #expect(TextSafety.cleaned("a\n \n \nb", lines: .several) == "a\n\nb")
        #expect(TextSafety.cleaned("a\n\nb") == "a b")
    }

    @Test(arguments: [
        ("st\u{430}nford", true), ("\u{41C}aya", true), ("Ρaul", true), ("раypal", true), ("Ꭺnna", true),
        ("Anna Иванова", false), ("Анна-Smith", false), ("Αθήνα", false), ("µTorrent", false), ("T-Рex", true),
        ("山田Taro", false), ("maya王", false), ("Maya3000", false), ("Anna2Иванова", true), ("", false),
        ("Анна×Иванова", false),
    ])
    func `a word of look-alike alphabets is detected`(text: String, mixes: Bool) {
        #expect(TextSafety.mixesScripts(text) == mixes)
    }

    @Test func `cleaning random texts does not trap, removes hidden characters and is idempotent`() {
        var chance = SplitMix64(seed: 39)
        let alphabet: [ClosedRange<UInt32>] = [
            0...0x2FF, 0x300...0x36F, 0x5D0...0x6FF, 0x900...0x9FF, 0x1100...0x11FF, 0xDCA...0xDDF, 0x1800...0x18AF,
            0x200B...0x206F,
            0x20D0...0x20FF, 0x2764...0x2764, 0xFE00...0xFE0F, 0xFFF0...0xFFFF, 0x1F3F4...0x1F3FF, 0x1F468...0x1F469,
            0xE0020...0xE007F, 0xE0100...0xE0103, 0...0x10FFFF,
        ]
        for _ in 0..<3_000 {
            let text = String(
                String.UnicodeScalarView(
                    (0..<Int.random(in: 0...12, using: &chance)).compactMap { _ in
                        alphabet.randomElement(using: &chance).flatMap {
                            Unicode.Scalar(UInt32.random(in: $0, using: &chance))
                        }
                    }))
            for lines in [TextForm.Lines.one, .several] {
                let once = TextSafety.cleaned(text, lines: lines)
                #expect(scalars(TextSafety.cleaned(once, lines: lines)) == scalars(once))
                #expect(!TextSafety.hasHiddenCharacters(once))
                #expect(TextSafety.trimmed(once).count <= once.count)
            }
            _ = (TextSafety.mixesScripts(text), InterestFolding.interest(from: text))
        }
    }

    private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }
}

@Suite struct LinkTextTests {
    @Test(arguments: [
        ("https://evil", "https: //evil"), ("evil.example/x", "evil. example/x"),
        ("www.a.b.example", "www.a.b. example"),
        ("a@b", "a@ b"), ("x。la", "x。 la"), ("x．xn--p1ai", "x． xn--p1ai"), ("💩.la", "💩. la"), ("ma.na", "ma. na"),
    ])
    func `text that mail programs turn into links is detected and separated`(text: String, separated: String) {
        #expect(TextSafety.hasLink(text))
        #expect(TextSafety.separatingLinks(text) == separated)
        #expect(!TextSafety.hasLink(separated))
    }

    @Test(arguments: [
        "", "Mum", "J.R. Tolkien", "Dr. Ana", "Mum & Dad", "Mum/Dad", "Hi... there", "3:4", "a @ b", "@", "x.",
        "Hi .net", "a @b",
    ])
    func `names without links are kept`(name: String) {
        #expect(!TextSafety.hasLink(name))
        #expect(TextSafety.separatingLinks(name) == name)
    }
}

import Foundation
import OrbitModels
import Testing

@Suite struct EmojiTests {
    private static let scotland = "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"

    @Test(arguments: [
        ("❤\u{FE0F}", "❤"), ("❤", "❤"), ("👍", "👍"), ("👍🏽", "👍🏽"), ("\u{270C}\u{FE0F}🏽", "\u{270C}🏽"),
        ("👩‍🚀", "👩‍🚀"), ("👩🏽‍🚀", "👩🏽‍🚀"), ("❤\u{FE0F}\u{200D}🔥", "❤\u{200D}🔥"),
        ("👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"), ("🇦🇷", "🇦🇷"), ("1\u{FE0F}\u{20E3}", "1\u{20E3}"), ("#\u{20E3}", "#\u{20E3}"),
        (EmojiTests.scotland, EmojiTests.scotland),
        ("🏴\u{200D}\u{2620}\u{FE0F}", "🏴\u{200D}\u{2620}"), ("\u{A9}\u{FE0F}", "\u{A9}"),
    ])
    func `an emoji is accepted, and its canonical form has no variation selector`(
        _ text: String, _ canonical: String
    ) throws {
        let emoji = try #require(Emoji(text))
        #expect(Array(emoji.text.unicodeScalars) == Array(canonical.unicodeScalars))
        #expect(Emoji(emoji.text) == emoji && Emoji(emoji.presentation) == emoji)
    }

    @Test(arguments: [
        "", " ", "a", "7", "#", "ok", "👍👍", "👍 ", "❤\u{FE0E}", "\u{FE0F}", "\u{200D}", "🏽", "🇦", "🇦🇷🇦🇷",
        "🚗🏽", "👍🏽🏽", "a\u{FE0F}", "a\u{20E3}", "👩\u{200D}", "👩\u{200D}a", "👍\u{301}", "\u{FE0F}👍",
        "🏴\u{E0068}\u{E0069}\u{E007F}", "🏴\u{E0048}\u{E0049}\u{E004A}\u{E007F}",
        "👍\u{E0067}\u{E0062}\u{E0073}\u{E007F}",
    ])
    func `a text that is not exactly one emoji is refused`(_ text: String) {
        #expect(Emoji(text) == nil)
    }

    @Test func `a text with more than 64 bytes is refused, whatever it contains`() {
        #expect(Emoji("❤" + String(repeating: "\u{FE0F}", count: 1 << 18)) == nil)
        #expect(Emoji("👍" + String(repeating: "\u{301}", count: 1 << 18)) == nil)
        #expect(Emoji(Array(repeating: "👩", count: 10).joined(separator: "\u{200D}")) == nil)
        #expect(Emoji("👩🏽\u{200D}❤\u{FE0F}\u{200D}💋\u{200D}👨🏽") != nil)
    }

    @Test(arguments: [
        ("❤", "❤\u{FE0F}"), ("👍", "👍"), ("\u{270C}🏽", "\u{270C}🏽"), ("1\u{20E3}", "1\u{FE0F}\u{20E3}"),
        ("❤\u{200D}🔥", "❤\u{FE0F}\u{200D}🔥"), ("🇦🇷", "🇦🇷"), ("🏴\u{200D}\u{2620}", "🏴\u{200D}\u{2620}\u{FE0F}"),
    ])
    func `the presentation has a variation selector after each scalar of text style`(
        _ text: String, _ shown: String
    ) throws {
        let emoji = try #require(Emoji(text))
        #expect(Array(emoji.presentation.unicodeScalars) == Array(shown.unicodeScalars))
        #expect(emoji.description == emoji.presentation)
    }

    @Test func `skin tones are different emoji, and variation selectors are not`() {
        #expect(Emoji("👍") != Emoji("👍🏽"))
        #expect(Emoji("❤") == Emoji("❤\u{FE0F}"))
        #expect(Set([Emoji("❤"), Emoji("❤\u{FE0F}"), Emoji("👍")]).count == 2)
    }

    @Test func `an emoji is encoded in its canonical form`() throws {
        let json = try OrbitJSON.encoder.encode([try #require(Emoji("❤\u{FE0F}"))])
        #expect(String(decoding: json, as: UTF8.self) == "[\"❤\"]")
    }

    @Test func `a cluster that this version does not know as an emoji is decoded, and other texts are not`() throws {
        // U+1FAFF is reserved for an emoji of a later Unicode version.
        let decoded = try OrbitJSON.decoder.decode([Emoji].self, from: Data("[\"\u{1FAFF}\\uFE0F\"]".utf8))
        #expect(decoded.map(\.text) == ["\u{1FAFF}"])
        for text in ["", "ab", "\\uFE0F"] {
            #expect(throws: DecodingError.self) {
                try OrbitJSON.decoder.decode([Emoji].self, from: Data("[\"\(text)\"]".utf8))
            }
        }
    }
}

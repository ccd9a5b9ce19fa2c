import Chat
import OrbitModels
import Testing
import Validation

@Suite struct MessageTextTests {
    private func failure(of text: String) -> FieldFailure? {
        do {
            _ = try MessageText.checked(text)
            return nil
        } catch {
            return error.failures.first
        }
    }

    @Test func `a text is trimmed and keeps its lines`() throws {
        #expect(try MessageText.checked("  Hi,\n\n\n\nhow are you?\t") == "Hi,\n\nhow are you?")
    }

    @Test(arguments: ["", " \n", "\u{200B}", "\u{2060}\u{FEFF}", "\u{202E}", "\u{00AD}\u{200D}\u{200D}"])
    func `a text without a visible character is refused`(_ text: String) {
        #expect(failure(of: text)?.code == .required)
        #expect(failure(of: text)?.path == "text")
    }

    @Test func `a text of 2,000 characters is accepted, and a longer text is refused`() {
        #expect(failure(of: String(repeating: "x", count: 2_000)) == nil)
        #expect(failure(of: String(repeating: "x", count: 2_001))?.code == .tooLong)
        #expect(failure(of: String(repeating: "é", count: 2_000)) == nil)
    }

    @Test func `a text of few characters with more than 8,000 bytes is refused`() {
        let family = "👨‍👩‍👧‍👦"
        #expect(failure(of: String(repeating: family, count: 320)) == nil)
        #expect(failure(of: String(repeating: family, count: 321))?.code == .tooManyBytes)
    }

    @Test func `a text of 1 MB is refused as too long`() {
        #expect(failure(of: String(repeating: "x", count: 1 << 20))?.code == .tooLong)
        #expect(failure(of: "a" + String(repeating: "\u{0301}", count: 1 << 19))?.code == .tooLong)
    }

    @Test func `combining marks beyond the eighth on a letter are removed`() throws {
        let stacked = try MessageText.checked("o" + String(repeating: "\u{0323}", count: 100) + "k")
        #expect(stacked.count == 2)
        #expect(stacked.unicodeScalars.count <= 10)
    }

    @Test func `invisible characters inside a text are removed, and joiners of an emoji are kept`() throws {
        #expect(try MessageText.checked("a\u{200B}b\u{202E}c") == "abc")
        #expect(try MessageText.checked("👩‍🚀") == "👩‍🚀")
    }

    @Test func `an excerpt is one line of at most 140 characters`() {
        #expect(MessageText.excerpt(of: "Hi,\n\nyou") == "Hi, you")
        #expect(MessageText.excerpt(of: String(repeating: "x", count: 140)) == String(repeating: "x", count: 140))
        let cut = MessageText.excerpt(of: String(repeating: "x", count: 141))
        #expect(cut == String(repeating: "x", count: 139) + "…")
    }
}

import Foundation
import OrbitModels
import Testing

@testable import Chat

@Suite struct MessageSearchTests {
    private typealias Given = ChatUnderTest

    private func window(_ texts: [String?], hasEarlier: Bool = false) -> MessageWindow {
        var window = MessageWindow(of: "c1", for: "maya")
        let messages = texts.enumerated().map { Given.message($0 + 1, text: $1) }
        window.merge(
            MessagePage(messages, hasEarlier: hasEarlier, hasLater: false), answering: window.request(.end))
        return window
    }

    @Test(arguments: [
        ("Café", "cafe"), ("CAFE\u{301}", "café"), ("ｃａｆｅ", "Cafe"), ("ﬁnal exam", "FINAL"),
        ("日本語の本", "本語"), ("e\u{301}a", "éa"),
    ])
    func `a search ignores case, accents, width and compatibility forms`(text: String, searched: String) {
        #expect(window([text]).search(searched).messages.count == 1, "\(text) \(searched)")
    }

    @Test func `the latest message is found first, and other texts are not found`() {
        let found = window(["exam", "lunch", "the exam room"]).search(" exam ")
        #expect(found.messages.map(\.seq) == [3, 1])
        #expect(window(["exam"]).search("exams").messages.isEmpty)
    }

    @Test func `an empty search finds nothing`() {
        #expect(window(["exam"]).search("").messages.isEmpty)
        #expect(window(["exam"]).search(" \n").messages.isEmpty)
    }

    @Test func `the horizon is the date of the first loaded message, unless the conversation begins with it`() {
        #expect(window(["a"], hasEarlier: true).search("a").horizon == Given.now)
        #expect(window(["a"]).search("a").horizon == nil)
    }

    @Test func `deleted and hidden messages, and messages of hidden people, are not found`() {
        var window = window(["exam", "exam", "exam"])
        var deleted = Given.message(1, text: nil, version: 2)
        deleted.deletedAt = Given.now
        window.fold(deleted)
        #expect(window.search("exam").messages.map(\.seq) == [3, 2])
        #expect(window.search("exam", excluding: ["liam"]).messages.isEmpty)
    }

    @Test func `a text of a megabyte is searched in its first part without a failure`() {
        let long = String(repeating: "ab", count: 500_000) + "needle"
        #expect(window([long]).search("needle").messages.isEmpty)
        #expect(window([long]).search("abab").messages.count == 1)
    }
}

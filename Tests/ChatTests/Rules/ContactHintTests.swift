import Foundation
import OrbitModels
import Testing

@testable import Chat

@Suite struct ContactHintTests {
    private typealias Given = ChatUnderTest

    @Test(
        arguments: [
            ("see https://example.org/a", ContactHint.Kind.link), ("www.example.org!", .link), ("example.org", .link),
            ("mail me: maya@example.edu.", .email), ("I am @maya_21", .handle), ("call +49 30 1234-5678", .phone),
            ("(030) 12345678", .phone), ("٠١٢٣٤٥٦٧٨٩", .phone), ("５５５１２３４５６７", .phone),
        ] as [(String, ContactHint.Kind)])
    func `contact data is found`(text: String, kind: ContactHint.Kind) {
        #expect(ContactHint(in: text)?.kinds == [kind], "\(text)")
    }

    @Test(arguments: [
        "See you at 10:30!", "On 2026-11-27 or 27.11.2026", "e.g. tennis", "J.R.R. Tolkien", "Meet me @ 4", "1234567",
        "", "👍", "It costs 12.50", "Dr. Ana... hello",
    ])
    func `ordinary texts have no contact data`(text: String) {
        #expect(ContactHint(in: text) == nil, "\(text)")
    }

    @Test func `several kinds are found at once, and a long text takes no long time`() {
        #expect(ContactHint(in: "@maya, maya@example.edu")?.kinds == [.handle, .email])
        #expect(ContactHint(in: String(repeating: "word ", count: 200_000)) == nil)
    }

    @Test func `the first exchange ends when both sides have written`() {
        var window = MessageWindow(of: "c1", for: "maya")
        #expect(!ContactHint.isFirstExchange(window))
        window.merge(MessagePage([], hasEarlier: false, hasLater: false), answering: window.request(.end))
        #expect(ContactHint.isFirstExchange(window))
        window.fold(Given.message(1, from: "liam"))
        window.fold(Given.message(2, from: "liam"))
        #expect(ContactHint.isFirstExchange(window))
        window.fold(Given.message(3, from: "maya"))
        #expect(!ContactHint.isFirstExchange(window))
    }

    @Test func `a window that does not begin with the first message does not count as a first exchange`() {
        var window = MessageWindow(of: "c1", for: "maya")
        window.merge(
            MessagePage([Given.message(5)], hasEarlier: true, hasLater: false), answering: window.request(.end))
        #expect(!ContactHint.isFirstExchange(window))
    }
}

@Suite struct MessageReportTests {
    private typealias Given = ChatUnderTest

    @Test func `a report names the sender and the messages in their order`() throws {
        let report = try #require(MessageReport(of: [Given.message(3), Given.message(1)], by: "maya"))
        #expect(report.subject == .messages(report.messageIDs, in: report.conversationID, of: "liam"))
        #expect(report.messageIDs == ["m1", "m3"])
    }

    @Test func `own messages, messages of two people, placeholders and too many messages cannot be reported`() {
        #expect(MessageReport(of: [], by: "maya") == nil)
        #expect(MessageReport(of: [Given.message(1, from: "maya")], by: "maya") == nil)
        #expect(MessageReport(of: [Given.message(1), Given.message(2, from: "ana")], by: "maya") == nil)
        #expect(MessageReport(of: [Given.message(1).placeholder], by: "maya") == nil)
        #expect(MessageReport(of: (1...21).map { Given.message($0) }, by: "maya") == nil)
    }

    @Test func `a deleted message can be reported`() {
        var deleted = Given.message(1, text: nil)
        deleted.deletedAt = Given.now
        #expect(MessageReport(of: [deleted], by: "maya") != nil)
    }
}

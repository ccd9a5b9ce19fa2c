import Foundation
import OrbitModels
import Testing

@testable import Chat

@Suite struct MessageWindowTests {
    private typealias Given = ChatUnderTest

    static func page(_ seqs: ClosedRange<Int>, earlier: Bool = false, later: Bool = false) -> MessagePage {
        MessagePage(seqs.map { Given.message($0) }, hasEarlier: earlier, hasLater: later)
    }

    static func window(_ seqs: ClosedRange<Int>, earlier: Bool = false, later: Bool = false) -> MessageWindow {
        var window = MessageWindow(of: "c1", for: "maya")
        window.merge(page(seqs, earlier: earlier, later: later), answering: window.request(.end))
        return window
    }

    private func seqs(_ window: MessageWindow) -> [Int] { (0..<window.count).map { window[$0].seq } }

    @Test func `the end of a conversation is shown, and the next message extends it`() {
        var window = Self.window(1...3)
        #expect(window.isAtEnd && !window.hasEarlier && !window.hasLater)
        #expect(window.fold(Given.message(4)) == .appended)
        #expect(seqs(window) == [1, 2, 3, 4])
        #expect(window.isAtEnd)
    }

    @Test func `an event that arrives twice changes nothing`() {
        var window = Self.window(1...3)
        window.fold(Given.message(4))
        #expect(window.fold(Given.message(4)) == .ignored)
        #expect(window.count == 4)
    }

    @Test func `a newer version replaces a message, and an older version does not`() {
        var window = Self.window(1...3)
        #expect(window.fold(Given.message(2, text: "New", version: 3)) == .changed)
        #expect(window.fold(Given.message(2, text: "Old", version: 2)) == .ignored)
        #expect(window.message(2)?.text == "New")
    }

    @Test func `a tombstone is not resurrected by an edit that arrives later`() {
        var window = Self.window(1...3)
        var deleted = Given.message(2, text: nil, version: 3)
        deleted.deletedAt = Given.now
        window.fold(deleted)
        window.fold(Given.message(2, text: "Edited", version: 2))
        #expect(window.message(2)?.isDeleted == true)
        #expect(window.message(2)?.text == nil)
    }

    @Test func `a message after a gap waits until the missing messages arrive`() {
        var window = Self.window(1...3)
        #expect(window.fold(Given.message(6)) == .beyond)
        #expect(window.hasGap && window.isOutdated && !window.isAtEnd)
        #expect(seqs(window) == [1, 2, 3])
        window.merge(Self.page(4...6, earlier: true), answering: window.request(.after(3)))
        #expect(seqs(window) == [1, 2, 3, 4, 5, 6])
        #expect(window.isAtEnd && !window.isOutdated)
    }

    @Test func `a page that was requested before a message after a gap does not remove it`() {
        var window = Self.window(1...3)
        window.noteEnd(5)
        let request = window.request(.after(3))
        window.fold(Given.message(6))
        window.merge(Self.page(4...5, earlier: true), answering: request)
        #expect(seqs(window) == [1, 2, 3, 4, 5, 6])
        #expect(window.isAtEnd)
    }

    @Test func `a gap that events fill in any order needs no request`() {
        var window = Self.window(1...3)
        for seq in [6, 5, 4] { window.fold(Given.message(seq)) }
        #expect(seqs(window) == [1, 2, 3, 4, 5, 6])
        #expect(!window.isOutdated)
    }

    @Test func `a message beyond a window in the middle only changes the count`() {
        var window = Self.window(10...20, earlier: true, later: true)
        window.noteEnd(40)
        #expect(window.laterCount == 20)
        #expect(window.fold(Given.message(41)) == .beyond)
        #expect(window.laterCount == 21 && window.count == 11)
        #expect(!window.isOutdated)
    }

    @Test func `earlier and later pages extend a window in the middle up to both ends`() {
        var window = MessageWindow(of: "c1", for: "maya")
        window.merge(Self.page(10...20, earlier: true, later: true), answering: window.request(.around(15)))
        window.merge(Self.page(5...9, earlier: true, later: true), answering: window.request(.before(10)))
        window.merge(Self.page(21...25, earlier: true), answering: window.request(.after(20)))
        #expect(seqs(window) == Array(5...25))
        #expect(window.isAtEnd && window.hasEarlier)
        window.merge(Self.page(1...4, later: true), answering: window.request(.before(5)))
        #expect(seqs(window) == Array(1...25))
        #expect(!window.hasEarlier && window.isAtEnd)
    }

    @Test func `a page that does not touch the window replaces it`() {
        var window = Self.window(40...50, earlier: true)
        window.merge(Self.page(10...20, earlier: true, later: true), answering: window.request(.around(15)))
        #expect(seqs(window) == Array(10...20))
        #expect(!window.isAtEnd && window.hasLater && window.lastSeq == 50)
    }

    @Test func `a late page does not revert newer events`() {
        var window = Self.window(1...3)
        let request = window.request(.end)
        window.fold(Given.message(2, text: "Edited", version: 2))
        window.fold(Given.message(4))
        let result = window.merge(Self.page(1...3), answering: request)
        #expect(result.missing.isEmpty)
        #expect(window.message(2)?.text == "Edited")
        #expect(seqs(window) == [1, 2, 3, 4])
    }

    @Test func `a message that the server has lost is reported by the next page`() {
        var window = Self.window(1...3)
        window.fold(Given.message(4, from: "maya"))
        let result = window.merge(Self.page(1...3), answering: window.request(.end))
        #expect(result.missing.map(\.seq) == [4])
        #expect(seqs(window) == [1, 2, 3])
        #expect(window.seq(of: "k4") == nil)
        #expect(window.isAtEnd)
    }

    @Test func `an unreadable message of a page is not taken for a lost message`() throws {
        var window = Self.window(1...3)
        var page = Self.page(1...2)
        let broken = #"[{"id":"m3"}]"#
        let quarantined = try OrbitJSON.decoder.decode(LossyList<Message>.self, from: Data(broken.utf8)).quarantined
        page.messages = LossyList(page.messages.elements, quarantined: quarantined)
        #expect(window.merge(page, answering: window.request(.end)).missing.isEmpty)
        #expect(seqs(window) == [1, 2, 3])
    }

    @Test func `after an invalidation the next page replaces all messages but those that arrive after the request`() {
        var window = Self.window(1...50)
        window.invalidate()
        #expect(window.isOutdated)
        let request = window.request(.end)
        window.fold(Given.message(50, text: "Edited", version: 2))
        window.fold(Given.message(51))
        window.merge(Self.page(41...50, earlier: true), answering: request)
        #expect(seqs(window) == Array(41...51))
        #expect(window.message(50)?.text == "Edited")
        #expect(!window.isOutdated && window.hasEarlier)
    }

    @Test func `a page that was requested before an invalidation does not end it`() {
        var window = Self.window(1...3)
        let request = window.request(.end)
        window.invalidate()
        window.merge(Self.page(1...3), answering: request)
        #expect(window.isOutdated)
        window.merge(Self.page(1...3), answering: window.request(.end))
        #expect(!window.isOutdated)
    }

    @Test func `a block turns a loaded message into a placeholder, although its version stays`() {
        var window = Self.window(1...3)
        let placeholder = Given.message(2).placeholder
        window.merge(
            MessagePage([Given.message(1), placeholder, Given.message(3)], hasEarlier: false, hasLater: false),
            answering: window.request(.end))
        #expect(window.message(2)?.kind == .hidden)
        #expect(window.message(2)?.text == nil)
    }

    @Test func `numbers below 1, beyond the limit and of other conversations are ignored`() {
        var window = Self.window(1...3)
        for seq in [0, -1, Int.min, Int.max, (1 << 53) + 1] {
            #expect(window.fold(Given.message(seq)) == .ignored)
        }
        let other = Message(
            id: "x", conversationID: "c2", seq: 4, clientID: "k", senderID: "liam", createdAt: Given.now)
        #expect(window.fold(other) == .ignored)
        window.noteEnd(Int.max)
        #expect(window.lastSeq == 3)
        window.merge(MessagePage([], hasEarlier: false, hasLater: false), answering: window.request(.before(.min)))
        window.merge(MessagePage([], hasEarlier: false, hasLater: false), answering: window.request(.after(.max)))
        #expect(window.count <= 3)
    }

    @Test func `a page with repeated and unsorted messages is stored in order, each once`() {
        var window = MessageWindow(of: "c1", for: "maya")
        let messages = [3, 1, 2, 2, 1].map { Given.message($0) }
        window.merge(MessagePage(messages, hasEarlier: false, hasLater: false), answering: window.request(.end))
        #expect(seqs(window) == [1, 2, 3])
    }

    @Test func `an empty conversation is at its end, and its first message extends it`() {
        var window = MessageWindow(of: "c1", for: "maya")
        window.merge(MessagePage([], hasEarlier: false, hasLater: false), answering: window.request(.end))
        #expect(window.isLoaded && window.isAtEnd && window.count == 0)
        #expect(window.fold(Given.message(1)) == .appended)
    }

    @Test func `a client id of another person does not hide an own message`() {
        var window = Self.window(1...3)
        window.fold(Given.message(4, from: "liam"))
        #expect(window.seq(of: "k4") == nil)
        window.fold(Given.message(5, from: "maya"))
        #expect(window.seq(of: "k5") == 5)
    }

    @Test func `a conversation of 100,000 messages is held in order through pages and single events`() {
        var window = MessageWindow(of: "c1", for: "maya")
        window.merge(Self.page(99_951...100_000, earlier: true), answering: window.request(.end))
        for start in stride(from: 99_851, to: 90_000, by: -100) {
            let page = Self.page(start...start + 99, earlier: true, later: true)
            window.merge(page, answering: window.request(.before(start + 100)))
        }
        for seq in 100_001...100_500 { window.fold(Given.message(seq)) }
        #expect(window[window.count - 1].seq == 100_500)
        #expect(window.message(95_000)?.seq == 95_000)
        #expect((1..<window.count).allSatisfy { window[$0].seq == window[$0 - 1].seq + 1 })
    }
}

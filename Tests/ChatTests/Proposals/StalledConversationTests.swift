import Foundation
import OrbitModels
import Testing

@testable import Chat

@Suite struct StalledConversationTests {
    private typealias Given = ChatUnderTest

    private func window(_ senders: [UserID?], later: Bool = false) -> MessageWindow {
        var window = MessageWindow(of: "c1", for: "maya")
        let messages = senders.enumerated().map { Given.message($0 + 1, from: $1) }
        window.merge(MessagePage(messages, hasEarlier: false, hasLater: later), answering: window.request(.end))
        return window
    }

    private func isOffered(
        _ window: MessageWindow, after hours: Double, isOpen: Bool = true, hasOpenProposal: Bool = false,
        wasOffered: Bool = false
    ) -> Bool {
        var conversation = Given.conversation()
        conversation.isOpen = isOpen
        return StalledConversation(window).isOffered(
            in: conversation, hasOpenProposal: hasOpenProposal, wasOffered: wasOffered,
            at: Given.now.addingTimeInterval(hours * 3_600))
    }

    @Test func `times are offered 48 hours after the last message, if both sides have written`() {
        let both = window(["maya", "liam"])
        #expect(!isOffered(both, after: 47.9))
        #expect(isOffered(both, after: 48))
        #expect(StalledConversation(both).stallsAt == Given.now.addingTimeInterval(48 * 3_600))
    }

    @Test func `nothing is offered while one side has not written`() {
        #expect(!isOffered(window(["maya", "maya"]), after: 100))
        #expect(!isOffered(window(["liam"]), after: 100))
        #expect(!isOffered(window([]), after: 100))
        #expect(!isOffered(window(["maya", nil]), after: 100))
    }

    @Test func `nothing is offered twice, beside an open proposal, in a closed conversation or in its middle`() {
        let both = window(["maya", "liam"])
        #expect(!isOffered(both, after: 100, wasOffered: true))
        #expect(!isOffered(both, after: 100, hasOpenProposal: true))
        #expect(!isOffered(both, after: 100, isOpen: false))
        #expect(!isOffered(window(["maya", "liam"], later: true), after: 100))
    }
}

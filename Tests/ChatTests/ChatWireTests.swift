import Chat
import Foundation
import OrbitModels
import Testing

@Suite struct ChatWireTests {
    private typealias Given = ChatUnderTest

    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try OrbitJSON.decoder.decode(Value.self, from: OrbitJSON.encoder.encode(value))
    }

    private func event(_ kind: String, _ data: String) throws -> LogEvent {
        let json = #"{"seq":1,"at":"2027-01-15T08:00:00Z","type":"\#(kind)","data":\#(data)}"#
        return try OrbitJSON.decoder(reading: .chat).decode(LogEvent.self, from: Data(json.utf8))
    }

    @Test func `bodies and the data of events survive a round trip`() throws {
        let update = MessageUpdate(
            message: Given.message(4), unreadCount: 1, readThrough: 3, lastSeq: 4, updatedAt: Given.now)
        #expect(try roundTrip(update) == update)
        let receipt = ReadReceipt(conversationID: "c1", userID: "liam", readThrough: 4)
        #expect(try roundTrip(receipt) == receipt)
        for until in [Given.now, nil] {
            let notice = TypingNotice(conversationID: "c1", userID: "liam", until: until)
            #expect(try roundTrip(notice) == notice)
        }
        let proposal = Given.request(place: Place(name: "Blue Door"))
        #expect(try roundTrip(proposal) == proposal)
        let page = MessagePage([Given.message(1)], hasEarlier: true, hasLater: false)
        #expect(try roundTrip(page) == page)
    }

    @Test func `an unreadable message of a page is quarantined`() throws {
        let json = #"{"messages":[7],"has_earlier":false,"has_later":false}"#
        let page = try OrbitJSON.decoder.decode(MessagePage.self, from: Data(json.utf8))
        #expect(page.messages.elements.isEmpty && page.messages.quarantined.count == 1)
    }

    @Test func `the catalogue decodes the data of each kind`() throws {
        #expect(EventCatalogue.chat.kinds.count == 8)
        #expect(EventCatalogue.chat.repeatedKinds.isEmpty)
        let removed = try event("conversation.removed", #"{"conversation_id":"c1"}"#)
        #expect(removed.kind == .conversationRemoved)
        #expect(try removed.data(Keyed<ConversationID>.self).value == "c1")
        let typing = try event(
            "conversation.typing", #"{"conversation_id":"c1","user_id":"liam","until":null}"#)
        #expect(try typing.data(TypingNotice.self).until == nil)
        let settings = try event("chat.settings", #"{"shares_activity":true}"#)
        #expect(try settings.data(ChatSettings.self).sharesActivity)
    }

    @Test func `an event of an unknown kind is opaque`() throws {
        #expect(try event("message.pinned", #"{"message_id":"m1"}"#).isOpaque)
    }

    @Test func `the list of one conversation contains its id`() {
        #expect(ListName.conversation("c1").rawValue == "conversation:c1")
        #expect(ListName.conversation("c1") != ListName.conversation("c2"))
    }
}

import Foundation
import OrbitModels
import Testing

@Suite struct ChatModelTests {
    private func decode<Value: Decodable>(_ json: String, as type: Value.Type = Value.self) throws -> Value {
        try OrbitJSON.decoder.decode(Value.self, from: Data(json.utf8))
    }

    private func message(
        from sender: UserID? = "liam", _ kind: MessageKind = .text, deletedAt: Date? = nil
    ) -> Message {
        Message(
            id: "m", conversationID: "c", seq: 1, clientID: "k", kind: kind, senderID: sender,
            createdAt: Date(timeIntervalSince1970: 0), deletedAt: deletedAt)
    }

    private func json(seq: Int = 1, _ more: String = "") -> String {
        #"{"id":"m","conversation_id":"c","seq":\#(seq),"client_id":"k","kind":"text","#
            + #""created_at":"2027-01-15T08:00:00Z"\#(more)}"#
    }

    @Test func `a message without optional members is decoded`() throws {
        let message: Message = try decode(json())
        #expect(message.senderID == nil && message.text == nil && message.replyTo == nil)
        #expect(message.reactions.isEmpty && message.version == 1)
    }

    @Test func `a message with null members is decoded like a message without them`() throws {
        let nulls = #","sender_id":null,"text":null,"reply_to":null,"proposal_id":null,"edited_at":null"#
        let message: Message = try decode(json(nulls))
        #expect(try decode(json(), as: Message.self) == message)
    }

    @Test(arguments: [0, -1])
    func `a message with a number below 1 is unreadable`(_ seq: Int) {
        #expect(throws: DecodingError.self) { try decode(json(seq: seq), as: Message.self) }
    }

    @Test func `an unreadable reaction is left out of its message`() throws {
        let reactions = #","reactions":[{"emoji":"ab","user_ids":[]},7,{"emoji":"👍","user_ids":["u"]}]"#
        let message: Message = try decode(json(reactions))
        #expect(message.reactions.map(\.userIDs) == [["u"]])
    }

    @Test func `an unknown kind survives a round trip`() throws {
        let kinds: [MessageKind] = try decode(#"["text","voice"]"#)
        #expect(kinds.map(\.isKnown) == [true, false])
        let encoded = try OrbitJSON.encoder.encode(kinds)
        #expect(String(decoding: encoded, as: UTF8.self) == #"["text","voice"]"#)
        let states: [ProposalState] = try decode(#"["proposed","postponed"]"#)
        #expect(states.map(\.isOpen) == [true, false])
        let conversations: [ConversationKind] = try decode(#"["pair","club"]"#)
        #expect(conversations.map(\.isKnown) == [true, false])
    }

    @Test func `only messages that another person wrote and did not delete count as unread`() {
        #expect(message().countsAsUnread(for: "maya"))
        #expect(message(.proposal).countsAsUnread(for: "maya"))
        #expect(message(MessageKind(rawValue: "voice")).countsAsUnread(for: "maya"))
        #expect(!message().countsAsUnread(for: "liam"))
        #expect(!message(from: nil, .system).countsAsUnread(for: "maya"))
        #expect(!message(from: "liam", .system).countsAsUnread(for: "maya"))
        #expect(!message(from: nil, .hidden).countsAsUnread(for: "maya"))
        #expect(!message(from: "liam", .hidden).countsAsUnread(for: "maya"))
        #expect(!message(deletedAt: Date(timeIntervalSince1970: 1)).countsAsUnread(for: "maya"))
    }

    @Test func `an origin has the identifier of its kind only`() {
        #expect(ConversationOrigin.match("x").matchID == "x")
        #expect(ConversationOrigin.match("x").groupID == nil && ConversationOrigin.match("x").meetupID == nil)
        #expect(ConversationOrigin.group("x").groupID == "x" && ConversationOrigin.group("x").matchID == nil)
        #expect(ConversationOrigin.meetup("x").meetupID == "x" && ConversationOrigin.meetup("x").matchID == nil)
    }

    @Test func `an unreadable participant is left out of its conversation`() throws {
        let conversation: Conversation = try decode(
            #"{"id":"c","kind":"pair","origin":{"kind":"match","id":"x"},"#
                + #""participants":[{"name":"Nobody"},{"user_id":"u","name":"Maya"}],"#
                + #""updated_at":"2027-01-15T08:00:00Z","created_at":"2027-01-15T08:00:00Z"}"#)
        #expect(conversation.participants.map(\.userID) == ["u"])
        #expect(conversation.isOpen && !conversation.isMuted && conversation.lastSeq == 0)
    }

    @Test(arguments: [(Int.max, 1 << 53, 999), (Int.min, 0, 0)])
    func `numbers of a conversation outside their range are moved to the nearest limit`(
        number: Int, seq: Int, count: Int
    ) throws {
        let conversation: Conversation = try decode(
            #"{"id":"c","kind":"pair","origin":{"kind":"match","id":"x"},"participants":[],"#
                + #""last_seq":\#(number),"read_through":\#(number),"unread_count":\#(number),"#
                + #""updated_at":"2027-01-15T08:00:00Z","created_at":"2027-01-15T08:00:00Z"}"#)
        #expect(conversation.lastSeq == seq && conversation.readThrough == seq)
        #expect(conversation.unreadCount == count)
    }

    @Test func `typing intervals outside their range are moved to the nearest limit`() throws {
        let hostile: TypingIntervals = try decode(#"{"resend_s":0,"stop_s":-5,"expire_s":100000}"#)
        #expect(hostile == TypingIntervals(resend: 1, stop: 1, expire: 120))
        let quick: TypingIntervals = try decode(#"{"resend_s":61,"stop_s":60,"expire_s":0}"#)
        #expect(quick == TypingIntervals(resend: 60, stop: 60, expire: 1))
    }

    @Test func `a proposal in an unknown time zone is unreadable`() throws {
        let json =
            #"{"id":"p","conversation_id":"c","message_id":"m","proposer_id":"u","title":"x","zone":"Mars/Olympus","#
            + #""slots":[],"state":"proposed","created_at":"2027-01-15T08:00:00Z","#
            + #""expires_at":"2027-01-15T08:00:00Z"}"#
        #expect(throws: DecodingError.self) { try decode(json, as: Proposal.self) }
        let known = json.replacing("Mars/Olympus", with: "Europe/Paris")
        #expect(try decode(known, as: Proposal.self).answers.isEmpty)
    }

    @Test func `a slot has a span only if its end is after its start`() {
        let start = Date(timeIntervalSince1970: 0)
        #expect(ProposalSlot(startsAt: start, endsAt: start).span == nil)
        #expect(ProposalSlot(startsAt: start, endsAt: start.addingTimeInterval(60)).span?.duration == 60)
    }
}

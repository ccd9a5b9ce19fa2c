import Chat
import Foundation
import Networking
import NetworkingTesting
import OrbitModels

@testable import OrbitBackend

/// The actions of people in conversations.
extension TestServer {
    /// Sends a JSON body with any method.
    func sendJSON(
        _ method: HTTPMethod, _ path: String, _ body: some Encodable, by member: Member
    ) async throws -> HTTPResponse {
        try await send(
            method, path, token: member.token, headers: [("Content-Type", "application/json")],
            body: try OrbitJSON.encoder.encode(body))
    }

    func open(_ origin: ConversationOrigin, by member: Member) async throws -> HTTPResponse {
        try await post("/conversations", OpenConversationRequest(origin: origin), token: member.token)
    }

    func opened(_ origin: ConversationOrigin, by member: Member) async throws -> Conversation {
        try await open(origin, by: member).payload(Keyed<Conversation>.self).value
    }

    /// Makes two people a match, and opens their conversation.
    func converse(_ one: Member, _ other: Member) async throws -> ConversationID {
        try await opened(.match(matched(one, other).id), by: one).id
    }

    func readConversation(_ id: ConversationID, as member: Member) async throws -> HTTPResponse {
        try await send(.get, "/conversations/\(id)", token: member.token)
    }

    func conversation(_ id: ConversationID, as member: Member) async throws -> Conversation {
        try await readConversation(id, as: member).payload(Keyed<Conversation>.self).value
    }

    func conversations(_ member: Member) async throws -> [Conversation] {
        try await send(.get, "/conversations", token: member.token).payload(Page<Conversation>.self).list.elements
    }

    func say(
        _ text: String, in id: ConversationID, by member: Member, as client: ClientID, replyTo: MessageID? = nil
    ) async throws -> HTTPResponse {
        try await post(
            "/conversations/\(id)/messages", SendMessageRequest(clientID: client, text: text, replyTo: replyTo),
            token: member.token)
    }

    /// Sends a message whose client id is derived from the text.
    @discardableResult
    func said(
        _ text: String, in id: ConversationID, by member: Member, replyTo: MessageID? = nil
    ) async throws -> Message {
        let digits = text.utf8.map { String($0, radix: 16) }.joined()
        let client = ClientID("c-\(digits.suffix(60))")
        return try await say(text, in: id, by: member, as: client, replyTo: replyTo).payload(Keyed<Message>.self).value
    }

    func readMessages(
        in id: ConversationID, as member: Member, query: String = ""
    ) async throws -> HTTPResponse {
        try await send(.get, "/conversations/\(id)/messages\(query)", token: member.token)
    }

    func messages(in id: ConversationID, as member: Member, query: String = "") async throws -> MessagePage {
        try await readMessages(in: id, as: member, query: query).payload(MessagePage.self)
    }

    func edit(_ message: Message, to text: String, by member: Member) async throws -> HTTPResponse {
        try await sendJSON(.patch, Self.path(message), EditMessageRequest(text: text), by: member)
    }

    func delete(_ message: Message, by member: Member) async throws -> HTTPResponse {
        try await send(.delete, Self.path(message), token: member.token)
    }

    func react(
        _ emoji: String, to message: Message, by member: Member, isAdded: Bool = true
    ) async throws -> HTTPResponse {
        let encoded = emoji.utf8.map { "%" + String($0, radix: 16, uppercase: true) }.joined()
        return try await send(
            isAdded ? .put : .delete, Self.path(message) + "/reactions/\(encoded)", token: member.token)
    }

    func markRead(_ seq: Int, in id: ConversationID, by member: Member) async throws -> HTTPResponse {
        try await sendJSON(.put, "/conversations/\(id)/read", MarkReadRequest(through: seq), by: member)
    }

    func setTyping(_ isTyping: Bool, in id: ConversationID, by member: Member) async throws -> HTTPResponse {
        try await sendJSON(.put, "/conversations/\(id)/typing", TypingRequest(isTyping: isTyping), by: member)
    }

    func mute(_ isMuted: Bool, _ id: ConversationID, by member: Member) async throws -> HTTPResponse {
        try await sendJSON(.put, "/conversations/\(id)/mute", MuteConversationRequest(isMuted: isMuted), by: member)
    }

    func share(_ sharesActivity: Bool, by member: Member) async throws -> HTTPResponse {
        try await sendJSON(.put, "/chat/settings", ChatSettings(sharesActivity: sharesActivity), by: member)
    }

    private static func path(_ message: Message) -> String {
        "/conversations/\(message.conversationID)/messages/\(message.id)"
    }
}

/// The actions of people on proposals.
extension TestServer {
    /// Returns an hour that begins in some days, in whole seconds.
    func slot(inDays days: Double) -> ProposalSlot {
        let start = (clock.date.timeIntervalSince1970 + days * 86_400).rounded(.down)
        return ProposalSlot(
            startsAt: Date(timeIntervalSince1970: start), endsAt: Date(timeIntervalSince1970: start + 3_600))
    }

    func propose(
        _ slots: [ProposalSlot], title: String = "Coffee", in id: ConversationID, by member: Member,
        as client: ClientID, counters: ProposalID? = nil
    ) async throws -> HTTPResponse {
        try await post(
            "/conversations/\(id)/proposals",
            SendProposalRequest(
                clientID: client, title: title, timeZone: "GMT", slots: slots, counteredID: counters),
            token: member.token)
    }

    func proposed(
        _ slots: [ProposalSlot], title: String = "Coffee", in id: ConversationID, by member: Member,
        as client: ClientID = "p-1", counters: ProposalID? = nil
    ) async throws -> Proposal {
        try await propose(slots, title: title, in: id, by: member, as: client, counters: counters)
            .payload(Keyed<Proposal>.self).value
    }

    func proposals(in id: ConversationID, as member: Member) async throws -> [Proposal] {
        try await send(.get, "/conversations/\(id)/proposals", token: member.token)
            .payload(Page<Proposal>.self).list.elements
    }

    func accept(_ id: ProposalID, _ slot: ProposalSlot, by member: Member) async throws -> HTTPResponse {
        try await post("/proposals/\(id)/accept", AcceptProposalRequest(startsAt: slot.startsAt), token: member.token)
    }

    func act(_ action: String, on id: ProposalID, by member: Member) async throws -> HTTPResponse {
        try await send(.post, "/proposals/\(id)/\(action)", token: member.token)
    }

    func link(_ id: ProposalID, to meetup: MeetupID, by member: Member) async throws -> HTTPResponse {
        try await post("/proposals/\(id)/meetup", LinkMeetupRequest(meetupID: meetup), token: member.token)
    }
}

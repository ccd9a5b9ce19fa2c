import Chat
import Foundation
import OrbitModels

extension ContractArea {
    private static let now = ContractSample.now
    private static let chatSettings = ChatSettings(sharesActivity: true)
    private static let participant = ConversationParticipant(userID: "1", name: "Liam", readThrough: 1)
    private static let reaction = Emoji("👍").map { Reaction(emoji: $0, userIDs: ["1"]) }
    private static let reference = MessageReference(messageID: "1", seq: 1, senderID: "2", excerpt: "Hi")
    private static let slot = ProposalSlot(startsAt: now, endsAt: now.addingTimeInterval(3_600))
    private static let answer = ProposalAnswer(userID: "1", answer: .accepted, startsAt: now, at: now)

    private static let message = Message(
        id: "1", conversationID: "2", seq: 1, clientID: "3", kind: .proposal, senderID: "4", text: "Hi",
        replyTo: reference, proposalID: "5", reactions: [reaction].compactMap(\.self), createdAt: now, editedAt: now,
        deletedAt: now, version: 2)

    private static let conversation = Conversation(
        id: "1", kind: .meetup, origin: .meetup("2"), title: "Chess", participants: [participant], isMuted: true,
        lastMessage: message, lastSeq: 1, readThrough: 1, unreadCount: 1, updatedAt: now, createdAt: now)

    private static let proposal = Proposal(
        id: "1", conversationID: "2", messageID: "3", proposerID: "4", title: "Coffee", place: Place(name: "Café"),
        timeZone: .gmt, slots: [slot], counteredID: "5", answers: [answer], state: .accepted, acceptedSlot: slot,
        meetupID: "6", createdAt: now, expiresAt: now, version: 2)

    /// `Docs/openapi/chat.yaml`.
    static let chat = ContractArea(
        routes: ConversationRoutes.all + ChatSettingsRoutes.all,
        events: .chat,
        lists: [.conversations, .conversation("1"), .chatSettings],
        words: [ConversationKind.self, ConversationOriginKind.self],
        full: [
            ("Conversation", conversation), ("ConversationData", Keyed(conversation)),
            ("ConversationsPage", Page([conversation], nextCursor: "x")),
            ("ConversationOrigin", conversation.origin), ("ConversationParticipant", participant),
            ("OpenConversationRequest", OpenConversationRequest(origin: .match("1"))),
            ("MarkReadRequest", MarkReadRequest(through: 1)), ("ReadState", ReadState(readThrough: 1, unreadCount: 1)),
            ("TypingRequest", TypingRequest(isTyping: true)), ("TypingIntervals", TypingIntervals.standard),
            ("MuteConversationRequest", MuteConversationRequest(isMuted: true)), ("ChatSettings", chatSettings),
            ("NamedConversation", Keyed(ConversationID("1"))),
            ("ReadReceipt", ReadReceipt(conversationID: "1", userID: "2", readThrough: 1)),
            ("TypingNotice", TypingNotice(conversationID: "1", userID: "2", until: now)),
        ])

    /// `Docs/openapi/messages.yaml`.
    static let messages = ContractArea(
        routes: MessageRoutes.all,
        words: [MessageKind.self],
        full: [
            ("Message", message), ("ChatMessageData", Keyed(message)),
            ("MessagePage", MessagePage([message], hasEarlier: true, hasLater: true)),
            ("MessageReference", reference), ("Reaction", reaction),
            ("SendMessageRequest", SendMessageRequest(clientID: "1", text: "Hi", replyTo: "2")),
            ("EditMessageRequest", EditMessageRequest(text: "Hi")),
            (
                "MessageUpdate",
                MessageUpdate(message: message, unreadCount: 1, readThrough: 1, lastSeq: 1, updatedAt: now)
            ),
        ])

    /// `Docs/openapi/proposals.yaml`.
    static let proposals = ContractArea(
        routes: ProposalRoutes.all,
        words: [ProposalState.self, ProposalReply.self],
        full: [
            ("Proposal", proposal), ("ProposalData", Keyed(proposal)),
            ("ProposalsPage", Page([proposal], nextCursor: "x")), ("ProposalSlot", slot), ("ProposalAnswer", answer),
            (
                "SendProposalRequest",
                SendProposalRequest(
                    clientID: "1", title: "Coffee", place: Place(name: "Café"), timeZone: "UTC", slots: [slot],
                    counteredID: "2")
            ),
            ("AcceptProposalRequest", AcceptProposalRequest(startsAt: now)),
            ("LinkMeetupRequest", LinkMeetupRequest(meetupID: "1")),
        ])
}

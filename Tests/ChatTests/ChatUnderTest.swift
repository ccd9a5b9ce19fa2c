import Chat
import Foundation
import NetworkingTesting
import OrbitModels
import Testing

/// Values and a service for tests.
enum ChatUnderTest {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    static func service(_ stub: StubTransport) throws -> ChatService {
        ChatService(client: try .scripted(stub))
    }

    static func message(
        _ seq: Int, from sender: UserID? = "liam", text: String? = "Hi", version: Int = 1
    ) -> Message {
        Message(
            id: MessageID("m\(seq)"), conversationID: "c1", seq: seq, clientID: ClientID("k\(seq)"), senderID: sender,
            text: text, createdAt: now, version: version)
    }

    static func conversation(_ id: ConversationID = "c1", unread: Int = 0) -> Conversation {
        Conversation(
            id: id, kind: .pair, origin: .match("x1"),
            participants: [
                ConversationParticipant(userID: "maya", name: "Maya"),
                ConversationParticipant(userID: "liam", name: "Liam", readThrough: 3),
            ],
            lastMessage: message(4), lastSeq: 4, readThrough: 3, unreadCount: unread, updatedAt: now, createdAt: now)
    }

    static func slot(_ hours: Double, length: Double = 1) -> ProposalSlot {
        let start = now.addingTimeInterval(hours * 3_600)
        return ProposalSlot(startsAt: start, endsAt: start.addingTimeInterval(length * 3_600))
    }

    static func proposal(_ state: ProposalState = .proposed) throws -> Proposal {
        Proposal(
            id: "p1", conversationID: "c1", messageID: "m5", proposerID: "liam", title: "Coffee",
            timeZone: try #require(TimeZone(identifier: "America/New_York")), slots: [slot(24), slot(48)],
            state: state, createdAt: now, expiresAt: slot(48).startsAt)
    }

    static func request(
        title: String = "Coffee", place: Place? = nil, zone: String = "America/New_York", slots: [ProposalSlot]? = nil
    ) -> SendProposalRequest {
        SendProposalRequest(
            clientID: "k9", title: title, place: place, timeZone: zone, slots: slots ?? [slot(48), slot(24)])
    }
}

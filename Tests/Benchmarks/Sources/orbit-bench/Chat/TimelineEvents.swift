import Chat
import Foundation
import OrbitModels
import TimeAndChance

/// Generated events of one conversation in the mix of matrix-rust-sdk's timeline benchmark: 60 % messages,
/// 20 % reactions, 10 % edits and 10 % deletions.
struct TimelineEvents {
    static let conversation: ConversationID = "c1"
    static let people: [UserID] = ["maya", "liam"]
    static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private var random = SplitMix64(seed: 1)
    private(set) var messages: [Message] = []
    private var count = 0

    /// Returns the next events. Their numbers continue those of earlier calls.
    mutating func next(_ count: Int) throws -> [LogEvent] {
        guard let emoji = Emoji("👍") else { throw UnexpectedInput("This system does not know the emoji.") }
        return (0..<count).map { _ in next(emoji) }
    }

    private mutating func next(_ emoji: Emoji) -> LogEvent {
        count += 1
        let choice = Int.random(in: 0..<10, using: &random)
        guard choice >= 6, !messages.isEmpty else {
            let seq = messages.count + 1
            let message = Message(
                id: MessageID("m\(seq)"), conversationID: Self.conversation, seq: seq, clientID: ClientID("k\(seq)"),
                senderID: Self.people[seq % 2], text: "Message \(seq), with a text of a usual length.",
                createdAt: Self.now)
            messages.append(message)
            return event(.messageAdded, message)
        }
        let index = Int.random(in: messages.indices, using: &random)
        messages[index].version += 1
        switch choice {
        case 6, 7: messages[index].reactions = [Reaction(emoji: emoji, userIDs: Self.people)]
        case 8: messages[index].text = "Edited text \(count)"
        default:
            messages[index].text = nil
            messages[index].deletedAt = Self.now
        }
        return event(.messageChanged, messages[index])
    }

    private func event(_ kind: EventKind, _ message: Message) -> LogEvent {
        let update = MessageUpdate(
            message: message, unreadCount: 1, readThrough: 0, lastSeq: messages.count, updatedAt: Self.now)
        return LogEvent(kind, seq: count, at: Self.now, data: update)
    }
}

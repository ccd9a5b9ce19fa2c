import Foundation
import OrbitModels

extension LogEvent {
    /// The conversation that the event changes; `nil` if the event concerns no single conversation.
    ///
    /// - Throws: `LogEventError` if the data of a known kind cannot be read.
    func conversation() throws(LogEventError) -> ConversationID? {
        switch kind {
        case .conversationChanged: return try data(Keyed<Conversation>.self).value.id
        case .conversationRemoved: return try data(Keyed<ConversationID>.self).value
        case .messageAdded, .messageChanged: return try data(MessageUpdate.self).message.conversationID
        case .conversationRead: return try data(ReadReceipt.self).conversationID
        case .conversationTyping: return try data(TypingNotice.self).conversationID
        case .proposalChanged: return try data(Keyed<Proposal>.self).value.conversationID
        case .messageOnDevice: return try data(Keyed<Message>.self).value.conversationID
        case .readOnDevice: return try data(OwnReadMark.self).conversationID
        case .messageQueued: return try data(QueuedLine.self).conversationID
        case .muteOnDevice: return try data(OwnMute.self).conversationID
        default: return nil
        }
    }
}

extension Conversation {
    /// Folds an event about this conversation, other than its removal and its replacement.
    ///
    /// - Throws: `LogEventError` if the data of the event cannot be read.
    mutating func fold(_ event: LogEvent) throws(LogEventError) {
        switch event.kind {
        case .messageAdded, .messageChanged: apply(try event.data(MessageUpdate.self))
        case .conversationRead: apply(try event.data(ReadReceipt.self))
        case .readOnDevice: apply(try event.data(OwnReadMark.self))
        case .messageOnDevice: replaceLastMessage(with: try event.data(Keyed<Message>.self).value)
        case .muteOnDevice: isMuted = try event.data(OwnMute.self).isMuted
        case .messageQueued:
            let line = try event.data(QueuedLine.self)
            // The echo is shown as the last message until the server has numbered it.
            lastMessage = Message(
                id: MessageID(line.clientID.rawValue), conversationID: id, seq: lastSeq + 1, clientID: line.clientID,
                senderID: line.senderID, text: line.text, createdAt: line.at)
            updatedAt = max(updatedAt, line.at)
        default: break
        }
    }

    private mutating func apply(_ update: MessageUpdate) {
        replaceLastMessage(with: update.message)
        lastSeq = max(lastSeq, min(update.lastSeq, Self.maxSeq))
        readThrough = max(readThrough, min(update.readThrough, Self.maxSeq))
        unreadCount = min(max(update.unreadCount, 0), Self.maxUnreadCount)
        updatedAt = update.updatedAt
    }

    private mutating func replaceLastMessage(with message: Message) {
        guard let last = lastMessage else { return lastMessage = message }
        let isNewer = message.seq == last.seq ? message.version > last.version : message.seq > last.seq
        if isNewer { lastMessage = message }
    }

    private mutating func apply(_ receipt: ReadReceipt) {
        for index in participants.indices where participants[index].userID == receipt.userID {
            participants[index].readThrough = max(participants[index].readThrough ?? 0, receipt.readThrough)
        }
    }

    private mutating func apply(_ mark: OwnReadMark) {
        guard mark.readThrough > readThrough else { return }
        readThrough = min(mark.readThrough, Self.maxSeq)
        if let unread = mark.unreadCount {
            unreadCount = min(max(unread, 0), Self.maxUnreadCount)
        } else if unreadCount < Self.maxUnreadCount || mark.readThrough >= lastSeq {
            unreadCount = mark.readThrough >= lastSeq ? 0 : max(0, unreadCount - mark.readCount)
        }
    }

    /// Removes a person who is hidden from the user: from the participants, and with the text of the last message.
    mutating func hide(_ person: UserID) {
        participants.removeAll { $0.userID == person }
        if lastMessage?.senderID == person { lastMessage = lastMessage?.placeholder }
    }

    /// The people other than `me`.
    func others(than me: UserID) -> [ConversationParticipant] { participants.filter { $0.userID != me } }
}

extension Message {
    /// The placeholder that is shown instead of a message of a hidden person.
    var placeholder: Message {
        Message(
            id: id, conversationID: conversationID, seq: seq, clientID: clientID, kind: .hidden, senderID: nil,
            createdAt: createdAt, version: version)
    }
}

import OrbitModels

/// The rows of a conversation: the loaded messages, and then the unsent messages.
///
/// A row is created when it is read, so a conversation of any size is opened at once. Take the rows of the screen, such
/// as `rows.suffix(20)`.
public struct MessageRows: RandomAccessCollection, Sendable {
    let chunks: MessageChunks
    /// The unsent messages, in the order in which they will be sent.
    let unsent: [QueuedMessage]
    let style: Style

    /// The data beside the messages that determines rows.
    struct Style: Sendable {
        let viewer: UserID
        var hidden: Set<UserID> = []
        /// The watermarks of the other people who share their activity.
        var watermarks: [UserID: Int] = [:]
        /// The changes that are not sent yet, by message.
        var changes: [MessageRow.ID: PendingChange] = [:]
    }

    /// The index of the first row.
    public var startIndex: Int { 0 }
    /// The number of rows.
    public var endIndex: Int { chunks.count + unsent.count }

    /// The row at an index. O(log n).
    public subscript(index: Int) -> MessageRow {
        var row: MessageRow
        if index < chunks.count {
            row = style.row(of: chunks[index])
        } else {
            let message = unsent[index - chunks.count]
            row = message.row(of: style.viewer, style.changes[.own(message.id)])
        }
        // No event changes the quotes of a message that is deleted.
        if let quoted = row.replyTo, isDeleted(quoted) { row.replyTo?.excerpt = nil }
        return row
    }

    private func isDeleted(_ quoted: MessageReference) -> Bool {
        guard let message = chunks.stored(quoted.seq)?.message else { return false }
        return message.id == quoted.messageID && message.isDeleted
    }

    /// Returns the index of the row of a message, or of the first row after it. O(log n).
    public func index(ofSeq seq: Int) -> Int { chunks.index(of: seq) }
}

extension MessageRows.Style {
    /// Returns the row of a message of the server.
    func row(of message: Message) -> MessageRow {
        let isMine = message.senderID == viewer
        let isHidden = message.isHidden || message.senderID.map(hidden.contains) ?? false
        let id: MessageRow.ID = isMine ? .own(message.clientID) : .received(message.id)
        let change = isHidden ? nil : changes[id]
        var row = MessageRow(
            id: id, messageID: message.id, seq: message.seq,
            senderID: isHidden ? nil : message.senderID, isMine: isMine,
            content: isHidden ? .hidden : message.content, delivery: .sent, change: nil,
            replyTo: isHidden || message.isDeleted ? nil : message.replyTo.map(shown), reactions: [],
            createdAt: message.createdAt, isEdited: message.editedAt != nil && !isHidden && !message.isDeleted,
            readBy: isMine ? readers(of: message.seq) : [])
        if let change, !message.isDeleted { change.apply(to: &row) }
        if !isHidden, row.content != .deleted {
            row.reactions = reactions(to: message, with: change?.reactions ?? [:])
        }
        return row
    }

    private func readers(of seq: Int) -> [UserID] {
        watermarks.filter { $0.value >= seq && !hidden.contains($0.key) }.keys.sorted()
    }

    private func shown(_ reference: MessageReference) -> MessageReference {
        guard let sender = reference.senderID, hidden.contains(sender) else { return reference }
        return MessageReference(messageID: reference.messageID, seq: reference.seq)
    }

    private func reactions(to message: Message, with pending: [Emoji: Bool]) -> [ReactionSummary] {
        if message.reactions.isEmpty, pending.isEmpty { return [] }
        var people: [Emoji: [UserID]] = [:]
        for reaction in message.reactions {
            var seen = Set(people[reaction.emoji] ?? [])
            people[reaction.emoji, default: []] += reaction.userIDs.filter {
                !hidden.contains($0) && seen.insert($0).inserted
            }
        }
        for (emoji, isAdded) in pending {
            let isPresent = people[emoji]?.contains(viewer) ?? false
            if isAdded, !isPresent { people[emoji, default: []].append(viewer) }
            if !isAdded, isPresent { people[emoji]?.removeAll { $0 == viewer } }
        }
        return people.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
            ReactionSummary(emoji: $0.key, people: $0.value, isMine: $0.value.contains(viewer))
        }
    }
}

extension Message {
    fileprivate var content: MessageRow.Content {
        if isDeleted { return .deleted }
        switch kind {
        case .text: return .text(text ?? "")
        case .proposal: return proposalID.map { .proposal($0) } ?? .unknown(text)
        case .system: return .system(text ?? "")
        case .hidden: return .hidden
        default: return .unknown(text)
        }
    }
}

/// The changes of a message that are not sent yet.
struct PendingChange: Hashable, Sendable {
    /// The new text.
    var text: String?
    var isDeleted = false
    /// Whether the user adds or removes a reaction.
    var reactions: [Emoji: Bool] = [:]
    /// The delivery of the edit or deletion.
    var delivery: MessageRow.Delivery?

    func apply(to row: inout MessageRow) {
        var hasFailed = false
        if case .failed = delivery { hasFailed = true }
        if isDeleted {
            // A refused deletion must not look like a deletion.
            guard row.isMine, !hasFailed else { return row.change = delivery }
            (row.content, row.replyTo, row.isEdited) = (.deleted, nil, false)
        } else if let text, case .text = row.content {
            (row.content, row.isEdited) = (.text(text), true)
        }
        row.change = delivery
    }
}

import OrbitModels

/// An edit, a deletion or a reaction in the outbox.
struct QueuedEntry {
    enum Content: Hashable {
        case change(QueuedChange)
        case reaction(QueuedReaction)
    }

    let content: Content
    let sequence: UInt64
    var delivery: MessageRow.Delivery

    var conversation: ConversationID {
        switch content {
        case .change(let change): change.conversationID
        case .reaction(let reaction): reaction.conversationID
        }
    }

    var row: MessageRow.ID {
        switch content {
        case .change(let change): .own(change.clientID)
        case .reaction(let reaction): reaction.row
        }
    }

    /// Whether the server refused the entry.
    var hasFailed: Bool { if case .failed = delivery { true } else { false } }

    /// The edit or deletion; `nil` for a reaction.
    var change: QueuedChange? { if case .change(let change) = content { change } else { nil } }

    /// The reaction; `nil` for an edit or deletion.
    var reaction: QueuedReaction? { if case .reaction(let reaction) = content { reaction } else { nil } }

    /// Adds the effect of the entry to that of earlier entries of the same row.
    func add(to pending: inout PendingChange) {
        switch content {
        case .change(let change):
            if let text = change.text { pending.text = text } else { pending.isDeleted = true }
            // A refused change holds up the later changes, so it must stay visible.
            if case .failed = pending.delivery { return }
            pending.delivery = delivery
        case .reaction(let reaction):
            // A refused reaction is not shown as if it were there.
            if hasFailed { pending.delivery = delivery } else { pending.reactions[reaction.emoji] = reaction.isSet }
        }
    }
}

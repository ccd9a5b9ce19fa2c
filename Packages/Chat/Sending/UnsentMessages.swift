import OrbitModels

/// The messages of the user that the loaded messages do not contain: unsent, refused, lost, or just acknowledged.
///
/// A message is in the order of its entry in the outbox. Changes take constant time for the first and the last messages
/// of a conversation, which are the usual ones.
struct UnsentMessages: Sendable {
    private var lists: [ConversationID: [QueuedMessage]] = [:]
    /// The messages that the server may have.
    private var possiblySent: [ConversationID: Set<ClientID>] = [:]
    /// The messages that the server has acknowledged.
    private var acknowledged: Set<ClientID> = []
    /// The messages that the server has acknowledged and no longer has.
    private var lost: Set<ClientID> = []
    private var total = 0

    /// The number of messages that are not acknowledged.
    var unsentCount: Int { total - acknowledged.count }

    /// The conversations with messages.
    var conversations: [ConversationID] { Array(lists.keys) }

    /// Returns all messages of a conversation in their order.
    func all(in conversation: ConversationID) -> [QueuedMessage] { lists[conversation] ?? [] }

    /// Returns the messages to show after the loaded messages, in their order: all that the loaded messages do not
    /// contain, except acknowledged messages before them.
    func missing(from window: MessageWindow) -> [QueuedMessage] {
        guard let list = lists[window.conversation] else { return [] }
        let left = (possiblySent[window.conversation] ?? []).filter {
            window.seq(of: $0) != nil || isAcknowledged($0, before: window)
        }
        return left.isEmpty ? list : list.filter { !left.contains($0.id) }
    }

    /// Whether a message is acknowledged with a number before the loaded messages. Its row appears with the earlier
    /// messages. After the loaded messages, it would be out of order.
    private func isAcknowledged(_ client: ClientID, before window: MessageWindow) -> Bool {
        guard window.isLoaded, acknowledged.contains(client),
            let copy = message(client, in: window.conversation)?.acknowledged
        else { return false }
        return copy.seq < window.lower
    }

    /// Returns the message with a client id.
    func message(_ client: ClientID, in conversation: ConversationID) -> QueuedMessage? {
        lists[conversation]?.first { $0.id == client }
    }

    /// Returns the last message that still has to be sent.
    func lastWaiting(in conversation: ConversationID) -> QueuedMessage? {
        lists[conversation]?.last { !$0.hasFailed && $0.acknowledged == nil }
    }

    func isAcknowledged(_ client: ClientID) -> Bool { acknowledged.contains(client) }

    func isLost(_ client: ClientID) -> Bool { lost.contains(client) }

    /// Returns the acknowledged messages of a conversation.
    func acknowledgedMessages(in conversation: ConversationID) -> [Message] {
        (possiblySent[conversation] ?? []).filter { acknowledged.contains($0) }
            .compactMap { message($0, in: conversation)?.acknowledged }
    }

    /// Returns the lost messages of a conversation.
    func lostMessages(in conversation: ConversationID) -> [ClientID] {
        (possiblySent[conversation] ?? []).filter { lost.contains($0) }
    }

    /// Inserts a message at its place in the order. Messages that are being stored are last.
    mutating func insert(_ message: QueuedMessage) {
        let place = message.sequence ?? .max
        let list = lists[message.conversationID] ?? []
        var index = list.count
        while index > 0, (list[index - 1].sequence ?? .max) > place { index -= 1 }
        lists[message.conversationID, default: []].insert(message, at: index)
        total += 1
    }

    /// Changes a message, and moves it if its place in the order has changed.
    ///
    /// - Returns: Whether the message is known.
    @discardableResult mutating func update(
        _ client: ClientID, in conversation: ConversationID, _ change: (inout QueuedMessage) -> Void
    ) -> Bool {
        guard let index = lists[conversation]?.firstIndex(where: { $0.id == client }),
            var message = lists[conversation]?[index]
        else { return false }
        let before = message.sequence
        change(&message)
        if message.sequence == before {
            lists[conversation]?[index] = message
        } else {
            lists[conversation]?.remove(at: index)
            total -= 1
            insert(message)
        }
        return true
    }

    /// Notes that the server may have a message.
    mutating func notePossiblySent(_ client: ClientID, in conversation: ConversationID) {
        possiblySent[conversation, default: []].insert(client)
    }

    /// Notes the server's copy of a message. Returns whether the message is known.
    mutating func acknowledge(_ copy: Message) -> Bool {
        let isKnown = update(copy.clientID, in: copy.conversationID) { message in
            message.delivery = .sent
            message.acknowledged = copy
        }
        guard isKnown else { return false }
        acknowledged.insert(copy.clientID)
        notePossiblySent(copy.clientID, in: copy.conversationID)
        return true
    }

    /// Replaces a message by one that the server has lost.
    mutating func lose(_ message: QueuedMessage) {
        forget(message.id, in: message.conversationID)
        lost.insert(message.id)
        insert(message)
        notePossiblySent(message.id, in: message.conversationID)
    }

    /// Notes that a lost message is sent again.
    mutating func resend(_ client: ClientID) { lost.remove(client) }

    /// Removes a message.
    mutating func forget(_ client: ClientID, in conversation: ConversationID) {
        acknowledged.remove(client)
        lost.remove(client)
        possiblySent[conversation]?.remove(client)
        guard let index = lists[conversation]?.firstIndex(where: { $0.id == client }) else { return }
        lists[conversation]?.remove(at: index)
        total -= 1
        if lists[conversation]?.isEmpty == true {
            lists[conversation] = nil
            possiblySent[conversation] = nil
        }
    }
}

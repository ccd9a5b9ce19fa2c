import Foundation
import Networking
public import OrbitModels
import Outbox
import Presentation
import TimeAndChance

extension MessageOutbox {
    /// Puts a new message into the outbox. Its row is shown at once, and the call returns when the message is durable.
    ///
    /// - Parameters:
    ///   - text: The checked text.
    ///   - conversation: The conversation.
    ///   - message: The message that the new message replies to.
    /// - Returns: The client id.
    /// - Throws: `Failure` if the device cannot store the message. Its row is then removed.
    public func send(
        _ text: String, in conversation: ConversationID, replyingTo message: MessageReference? = nil
    ) async throws -> ClientID {
        let client = ClientID(log.newKey().rawValue)
        let queued = QueuedSend(conversationID: conversation, text: text, replyTo: message)
        messages.insert(
            QueuedMessage(
                id: client, conversationID: conversation, text: text, replyTo: message, createdAt: log.time.date,
                delivery: .queued))
        showLine(of: conversation)
        notify()
        do {
            try await add(queued, as: client)
        } catch {
            drop(client.rawValue)
            notify()
            throw error
        }
        return client
    }

    private func add(_ queued: QueuedSend, as client: ClientID) async throws {
        let payload = try OrbitJSON.encoder.encode(queued)
        let storing: Task<OutboxEntry, any Error> = Task { [outbox] in
            try await outbox.add(
                id: client.rawValue, lane: ChatLane.messages(in: queued.conversationID),
                kind: ChatEntryKind.send.rawValue, payload: payload)
        }
        self.storing[client] = storing
        defer { self.storing[client] = nil }
        let entry = try await worded { try await storing.value }
        // The entry may be sent already, so only its place in the order is taken.
        messages.update(client, in: queued.conversationID) { $0.sequence = entry.sequence }
        notify()
    }

    /// Replaces the text of an own message.
    ///
    /// An unsent message gets the text before it is sent. If the server may have the message, the edit follows it.
    ///
    /// - Parameters:
    ///   - client: The client id of the message.
    ///   - conversation: The conversation.
    ///   - message: The server's copy, if it is loaded.
    ///   - text: The checked text.
    func edit(_ client: ClientID, in conversation: ConversationID, message: Message?, to text: String) async throws {
        _ = await storing[client]?.result
        let queued = messages.message(client, in: conversation)
        if message == nil, let queued, queued.acknowledged == nil {
            let payload = QueuedSend(conversationID: conversation, text: text, replyTo: queued.replyTo)
            if messages.isLost(client) { return try await resend(payload, as: client) }
            if try await replace(client.rawValue, payload) {
                messages.update(client, in: conversation) { message in
                    message.text = text
                    if message.acknowledged == nil { message.delivery = .queued }
                }
                showLine(of: conversation)
                return notify()
            }
        }
        let change = QueuedChange(
            conversationID: conversation, clientID: client, messageID: message?.id ?? queued?.acknowledged?.id,
            text: text)
        let earlier = edits(of: client).filter { !$0.value.isDeletion }
            .sorted { $0.value.sequence > $1.value.sequence }
        for (id, entry) in earlier.dropFirst() where entry.hasFailed { try await removeEntry(id) }
        if let (id, entry) = earlier.first {
            if entry.hasMessageID == (change.messageID != nil), try await replace(id, change) {
                changes[id] = QueuedEntry(
                    content: .change(change), sequence: entry.sequence, delivery: .queued)
                return notify()
            }
            if entry.hasFailed { try await removeEntry(id) }
        }
        try await add(change, following: earlier.map { $0.key }.filter { changes[$0] != nil })
    }

    /// Deletes an own message.
    ///
    /// An unsent message is cancelled: after the call it never leaves the device. If the server may have the message, a
    /// deletion follows it.
    ///
    /// - Parameters:
    ///   - client: The client id of the message.
    ///   - conversation: The conversation.
    ///   - message: The server's copy, if it is loaded.
    func delete(_ client: ClientID, in conversation: ConversationID, message: Message?) async throws {
        // Only a stored entry can be cancelled.
        _ = await storing[client]?.result
        let queued = messages.message(client, in: conversation)
        if message == nil, let queued, queued.acknowledged == nil, try await cancel(queued) { return }
        let deletions = deletions(of: client)
        for id in deletions where changes[id]?.hasFailed == true { try await retryEntry(id) }
        guard deletions.isEmpty else { return notify() }
        for edit in edits(of: client).keys {
            if try await cancelEntry(edit) { drop(edit) }
        }
        let sent = messages.message(client, in: conversation)?.acknowledged
        try await addDeletion(of: client, message?.id ?? sent?.id, in: conversation)
        // The message or a change may have been refused before the deletion was known.
        for id in [client.rawValue] + changes.filter({ $0.value.row == .own(client) }).keys {
            if let entry = await outbox.entry(id) { await removeIfDeleted(entry) }
        }
    }

    private func addDeletion(of client: ClientID, _ message: MessageID?, in conversation: ConversationID) async throws {
        // An edit that the server receives after the deletion would be refused, and hold up later messages.
        let edits = edits(of: client).filter { !$0.value.isDeletion }.keys.sorted()
        try await add(
            QueuedChange(conversationID: conversation, clientID: client, messageID: message, text: nil),
            following: edits)
    }

    /// Removes a refused message, edit or reaction if the user has deleted the message meanwhile, because it would hold
    /// up the deletion.
    func removeIfDeleted(_ entry: OutboxEntry) async {
        guard case .rejected = entry.state, changes[entry.id]?.isDeletion != true else { return }
        let isMessage = entry.kind == ChatEntryKind.send.rawValue
        let row = isMessage ? MessageRow.ID.own(ClientID(entry.id)) : changes[entry.id]?.row
        guard case .own(let client)? = row else { return }
        let deletions = deletions(of: client)
        guard !deletions.isEmpty else { return }
        // If the device cannot store the removal, the row shows the refusal, and the user can remove it.
        do { try await outbox.remove(entry.id) } catch { return }
        drop(entry.id)
        for id in deletions {
            if isMessage, !entry.mayHaveArrived {
                // The row is gone. If this fails, a deletion of nothing is sent.
                try? await removeEntry(id)
            } else {
                // Refused with the entry that it followed. If it was not, there is nothing to retry.
                try? await retryEntry(id)
            }
        }
        notify()
    }

    /// Adds or removes a reaction of the user. A pending reaction of the opposite kind is cancelled if it is unsent.
    func setReaction(_ isSet: Bool, _ emoji: Emoji, on message: Message) async throws {
        // A reaction is known to the next one only after it is stored.
        let before = reacting[message.id]
        let change = Task {
            _ = await before?.result
            try await storeReaction(isSet, emoji, on: message)
        }
        reacting[message.id] = change
        defer { if reacting[message.id] == change { reacting[message.id] = nil } }
        try await change.value
    }

    private func storeReaction(_ isSet: Bool, _ emoji: Emoji, on message: Message) async throws {
        let pending = changes.filter { $0.value.reaction?.messageID == message.id && $0.value.reaction?.emoji == emoji }
            .sorted { $0.value.sequence < $1.value.sequence }
        var last: Bool?
        for (id, entry) in pending {
            guard let reaction = entry.reaction else { continue }
            if entry.hasFailed {
                try await removeEntry(id)
            } else if reaction.isSet == isSet {
                last = isSet
            } else if try await cancelEntry(id) {
                drop(id)
            } else {
                last = reaction.isSet
            }
        }
        let isPresent = message.reactions.contains { $0.emoji == emoji && $0.userIDs.contains(me) }
        guard (last ?? isPresent) != isSet else { return notify() }
        let reaction = QueuedReaction(
            conversationID: message.conversationID, messageID: message.id,
            ownClientID: message.senderID == me ? message.clientID : nil, emoji: emoji, isSet: isSet)
        try await add(
            .reaction(reaction), try OrbitJSON.encoder.encode(reaction), .react,
            lane: ChatLane.changes(of: message.id, in: message.conversationID))
    }

    /// Queues a refused message or its refused changes again.
    func retry(_ row: MessageRow.ID, in conversation: ConversationID) async throws {
        if case .own(let client) = row, let queued = messages.message(client, in: conversation) {
            if messages.isLost(client) {
                return try await resend(
                    QueuedSend(conversationID: conversation, text: queued.text, replyTo: queued.replyTo), as: client)
            }
            if queued.hasFailed {
                try await worded { try await self.outbox.retry(client.rawValue) }
                messages.update(client, in: conversation) { if $0.acknowledged == nil { $0.delivery = .queued } }
            }
        }
        for (id, entry) in changes where entry.row == row && entry.hasFailed { try await retryEntry(id) }
        notify()
    }

    /// Removes a refused message or its refused changes.
    func remove(_ row: MessageRow.ID, in conversation: ConversationID) async throws {
        if case .own(let client) = row, let queued = messages.message(client, in: conversation),
            queued.hasFailed
        {
            _ = try await cancel(queued)
        }
        for (id, entry) in changes where entry.row == row {
            if entry.hasFailed { try await removeEntry(id) }
        }
        notify()
    }

    // MARK: Steps

    /// Removes an unsent or refused message for good. Returns `false` if the server may have it.
    private func cancel(_ queued: QueuedMessage) async throws -> Bool {
        let id = queued.id.rawValue
        var mayHaveArrived = false
        if !messages.isLost(queued.id) {
            mayHaveArrived = await outbox.entry(id)?.mayHaveArrived ?? false
            guard try await cancelEntry(id) else { return false }
        }
        drop(id)
        for change in edits(of: queued.id).keys { try await removeEntry(change) }
        // An attempt before the refusal may have arrived.
        if mayHaveArrived { try await addDeletion(of: queued.id, nil, in: queued.conversationID) }
        notify()
        return true
    }

    /// Cancels an unsent entry, or removes a refused entry. Returns `false` if the server may have it.
    private func cancelEntry(_ id: String) async throws -> Bool {
        switch try await worded({ try await self.outbox.cancel(id) }) {
        case .cancelled: return true
        case .rejected:
            try await worded { try await self.outbox.remove(id) }
            return true
        case .inFlight, .possiblySent, .notFound: return false
        @unknown default: return false
        }
    }

    private func removeEntry(_ id: String) async throws {
        _ = try await cancelEntry(id)
        drop(id)
    }

    private func retryEntry(_ id: String) async throws {
        try await worded { try await self.outbox.retry(id) }
        changes[id]?.delivery = .queued
    }

    /// Sends a lost message again, with the same client id.
    private func resend(_ queued: QueuedSend, as client: ClientID) async throws {
        guard let lost = messages.message(client, in: queued.conversationID) else { return }
        messages.resend(client)
        messages.update(client, in: queued.conversationID) { message in
            message.text = queued.text
            message.delivery = .queued
            message.sequence = nil
        }
        notify()
        do {
            try await add(queued, as: client)
        } catch {
            messages.lose(lost)
            notify()
            throw error
        }
    }

    /// Replaces the content of an unsent or refused entry. Returns `false` if the server may have it.
    private func replace(_ id: String, _ content: some Encodable) async throws -> Bool {
        let payload = try OrbitJSON.encoder.encode(content)
        do {
            try await outbox.edit(id, payload: payload)
            return true
        } catch OutboxError.notPermitted, OutboxError.notFound {
            return false
        } catch {
            throw worded(error)
        }
    }

    /// Adds an edit or a deletion. It is sent after the message, and after earlier changes.
    private func add(_ change: QueuedChange, following earlier: [String]) async throws {
        // Changes in the other lane could overtake, for example so that an older text replaces this one.
        let others = earlier.filter { changes[$0]?.hasMessageID != (change.messageID != nil) }
        let conversation = change.conversationID
        // Without the id of the message, the change has to follow the message.
        let lane =
            change.messageID.map { ChatLane.changes(of: $0, in: conversation) } ?? ChatLane.messages(in: conversation)
        try await add(
            .change(change), try OrbitJSON.encoder.encode(change), change.text == nil ? .delete : .edit, lane: lane,
            after: (change.messageID == nil ? [change.clientID.rawValue] : []) + others.prefix(8))
    }

    private func add(
        _ content: QueuedEntry.Content, _ payload: Data, _ kind: ChatEntryKind, lane: String,
        after dependencies: [String] = []
    ) async throws {
        let id = log.newKey().rawValue
        let entry = try await worded {
            try await self.outbox.add(
                id: id, lane: lane, kind: kind.rawValue, payload: payload, after: dependencies)
        }
        // The outbox reports the entry as well, perhaps before this line.
        if await outbox.entry(id) != nil, changes[id] == nil {
            changes[id] = QueuedEntry(content: content, sequence: entry.sequence, delivery: .queued)
        }
        notify()
    }

    /// Returns the pending edits and deletions of a message.
    private func edits(of client: ClientID) -> [String: QueuedEntry] {
        changes.filter { $0.value.change?.clientID == client }
    }

    private func deletions(of client: ClientID) -> [String] {
        edits(of: client).filter { $0.value.isDeletion }.keys.sorted()
    }

    private func worded<Value>(_ work: () async throws -> Value) async throws -> Value {
        do { return try await work() } catch { throw worded(error) }
    }

    private func worded(_ error: any Error) -> any Error {
        (error as? OutboxError).map { Failure($0, in: log.words) } ?? error
    }
}

extension QueuedEntry {
    fileprivate var isDeletion: Bool { change.map { $0.text == nil } ?? false }

    fileprivate var hasMessageID: Bool { change?.messageID != nil }
}

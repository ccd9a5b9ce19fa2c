import Foundation
import Networking
public import Observation
public import OrbitModels
public import Outbox
public import Presentation

/// The unsent messages, edits, deletions and reactions of the user, stored in the outbox of the account.
///
/// It shows each entry at once, sends the entries through ``ChatService``, and hands the responses to the open
/// conversations. Create one for a session, and run ``follow()`` and `Outbox.run()` until the user signs out.
///
/// ```swift
/// let messages = MessageOutbox(outbox, of: me, service: service, log: log)
/// async let following: Void = messages.follow()
/// async let sending: Void = outbox.run()
/// ```
@MainActor @Observable public final class MessageOutbox {
    /// The number of messages and changes that the server has not acknowledged.
    public private(set) var unsentCount = 0
    /// The number of changes, which observers of ``failedCount(in:)`` depend on.
    private var changeCount = 0

    let outbox: Outbox
    let me: UserID
    let service: ChatService
    let log: EventLog
    @ObservationIgnored var messages = UnsentMessages()
    /// The edits, deletions and reactions by the id of their entry.
    @ObservationIgnored var changes: [String: QueuedEntry] = [:]
    /// The new messages that are being stored.
    @ObservationIgnored var storing: [ClientID: Task<OutboxEntry, any Error>] = [:]
    /// The last changes of reactions that are being stored, by message.
    @ObservationIgnored var reacting: [MessageID: Task<Void, any Error>] = [:]
    /// The acknowledged messages in their order, with messages that no longer wait.
    @ObservationIgnored private var acknowledged: [Message] = []
    /// The unsent message that is shown as the last line of its conversation.
    @ObservationIgnored private var lines: [ConversationID: QueuedLine] = [:]
    @ObservationIgnored private var models: [WeakModel] = []

    private struct WeakModel {
        weak var value: ConversationViewModel?
    }

    /// The maximum number of acknowledged messages that wait for their appearance in the loaded messages.
    private nonisolated static var maxAcknowledged: Int { 200 }

    /// Creates the unsent messages of an account. They are known once ``follow()`` runs.
    ///
    /// - Parameters:
    ///   - outbox: The outbox of the account.
    ///   - me: The user.
    ///   - service: The service that sends messages.
    ///   - log: The event log of the user, which shows the last line of a conversation at once.
    public init(_ outbox: Outbox, of me: UserID, service: ChatService, log: EventLog) {
        self.outbox = outbox
        self.me = me
        self.service = service
        self.log = log
    }

    /// Sends the entries of chat and shows their states, until the task is cancelled or the outbox is closed.
    public func follow() async {
        for await change in await start() { take(change) }
    }

    /// Shows the present entries, and registers the senders.
    ///
    /// - Returns: The later changes.
    func start() async -> AsyncStream<OutboxChange> {
        let (entries, stream) = await outbox.observe()
        for entry in entries { take(entry) }
        for conversation in messages.conversations { showLine(of: conversation) }
        notify()
        for entry in entries { await removeIfDeleted(entry) }
        for kind in ChatEntryKind.allCases {
            await outbox.register(kind.rawValue) { [weak self] entry async throws(SendFailure) in
                guard let failure = await self?.attempt(entry) else { throw .transient(mayHaveArrived: false) }
                if let failure = failure.reason { throw failure }
            }
        }
        return stream
    }

    func take(_ change: OutboxChange) {
        switch change {
        case .entry(let entry):
            if let conversation = take(entry) { showLine(of: conversation) }
            if case .rejected = entry.state { Task { await removeIfDeleted(entry) } }
        case .removed(let id): drop(id)
        case .storageFailed: return  // the outbox tries again
        @unknown default: return
        }
        notify()
    }

    /// The number of messages and changes of a conversation that were refused and hold up later messages.
    public func failedCount(in conversation: ConversationID) -> Int {
        _ = changeCount  // the number is read again after a change
        return messages.all(in: conversation).count(where: \.hasFailed)
            + changes.values.count(where: { $0.conversation == conversation && $0.hasFailed })
    }

    // MARK: Conversations

    /// Notifies a conversation of all changes from now on. The outbox does not retain the conversation.
    func attach(_ model: ConversationViewModel) {
        models.removeAll { $0.value == nil }
        models.append(WeakModel(value: model))
    }

    /// Returns the open view models of a conversation.
    private func models(of conversation: ConversationID) -> [ConversationViewModel] {
        models.compactMap(\.value).filter { $0.id == conversation }
    }

    /// Returns the pending changes of the messages of a conversation.
    func changes(in conversation: ConversationID) -> [MessageRow.ID: PendingChange] {
        guard !changes.isEmpty else { return [:] }
        var pending: [MessageRow.ID: PendingChange] = [:]
        let entries = changes.values.filter { $0.conversation == conversation }
        for entry in entries.sorted(by: { $0.sequence < $1.sequence }) {
            entry.add(to: &pending[entry.row, default: PendingChange()])
        }
        return pending
    }

    /// Drops the acknowledged and lost messages that loaded messages contain. A message that they should contain but do
    /// not is lost.
    func confirm(in window: MessageWindow) {
        for message in messages.acknowledgedMessages(in: window.conversation) {
            if window.seq(of: message.clientID) != nil {
                messages.forget(message.clientID, in: window.conversation)
            } else if window.covers(message.seq) {
                noteLost([message])
            }
        }
        // A server that answers from an outdated copy can miss a message for a moment.
        for client in messages.lostMessages(in: window.conversation) where window.seq(of: client) != nil {
            messages.forget(client, in: window.conversation)
            updateCounts()
        }
    }

    /// Shows messages as failed that the server has acknowledged and no longer has. A retry has the same client id.
    func noteLost(_ lost: [Message]) {
        for message in lost {
            let known = messages.message(message.clientID, in: message.conversationID)
            messages.lose(
                QueuedMessage(
                    id: message.clientID, conversationID: message.conversationID, text: message.text ?? "",
                    replyTo: message.replyTo, createdAt: message.createdAt, sequence: known?.sequence,
                    delivery: .failed(Failure(ChatFailure.lost, in: log.words))))
        }
        updateCounts()
    }

    /// Shows the entries of the outbox in the open conversations.
    func notify() {
        updateCounts()
        for model in models { model.value?.outboxDidChange() }
    }

    private func updateCounts() {
        let count = messages.unsentCount + changes.count
        if count != unsentCount { unsentCount = count }
        changeCount &+= 1
    }

    // MARK: Entries

    /// Stores the state of an entry.
    ///
    /// - Returns: The conversation of a message; `nil` for a change.
    @discardableResult private func take(_ entry: OutboxEntry) -> ConversationID? {
        switch ChatEntryKind(rawValue: entry.kind) {
        case .send:
            // An unreadable entry is refused when it is sent.
            guard let queued = try? OrbitJSON.decoder.decode(QueuedSend.self, from: entry.payload) else { return nil }
            take(queued, of: entry)
            return queued.conversationID
        case .edit, .delete:
            // As in the case above.
            if let change = try? OrbitJSON.decoder.decode(QueuedChange.self, from: entry.payload) {
                take(.change(change), of: entry)
            }
        case .react:
            // As in the cases above.
            if let reaction = try? OrbitJSON.decoder.decode(QueuedReaction.self, from: entry.payload) {
                take(.reaction(reaction), of: entry)
            }
        case nil: break
        }
        return nil
    }

    private func take(_ queued: QueuedSend, of entry: OutboxEntry) {
        let (client, conversation) = (ClientID(entry.id), queued.conversationID)
        // The outbox reports states late. The server's copy of the message is newer.
        guard !messages.isAcknowledged(client), !messages.isLost(client) else { return }
        guard let delivery = delivery(for: entry) else { return messages.forget(client, in: conversation) }
        // The outbox may report an earlier state of a message whose copy is loaded, and must not show it twice.
        let isLoaded = models(of: conversation).contains { $0.window.seq(of: client) != nil }
        if entry.mayHaveArrived || isLoaded { messages.notePossiblySent(client, in: conversation) }
        let isKnown = messages.update(client, in: conversation) { message in
            message.text = queued.text
            message.sequence = entry.sequence
            message.delivery = delivery
        }
        guard !isKnown else { return }
        messages.insert(
            QueuedMessage(
                id: client, conversationID: conversation, text: queued.text, replyTo: queued.replyTo,
                createdAt: entry.createdAt, sequence: entry.sequence, delivery: delivery))
    }

    private func take(_ content: QueuedEntry.Content, of entry: OutboxEntry) {
        changes[entry.id] = delivery(for: entry).map {
            QueuedEntry(content: content, sequence: entry.sequence, delivery: $0)
        }
    }

    /// Returns the delivery of an entry; `nil` if it is acknowledged.
    private func delivery(for entry: OutboxEntry) -> MessageRow.Delivery? {
        switch entry.state {
        case .queued: .queued
        case .inFlight: .sending
        case .rejected(let rejection): .failed(Failure(rejection, in: log.words))
        case .acknowledged: nil
        @unknown default: .queued
        }
    }

    /// Forgets an entry that was cancelled or removed.
    func drop(_ id: String) {
        changes[id] = nil
        let client = ClientID(id)
        for conversation in messages.conversations where messages.message(client, in: conversation) != nil {
            messages.forget(client, in: conversation)
            showLine(of: conversation)
        }
    }

    /// Shows the last unsent message as the last line of its conversation.
    func showLine(of conversation: ConversationID) {
        let line = messages.lastWaiting(in: conversation).map { last in
            QueuedLine(
                conversationID: conversation, clientID: last.id, senderID: me, text: last.text, at: last.createdAt)
        }
        if let shown = lines[conversation], shown.clientID != line?.clientID {
            lines[conversation] = nil
            log.withdrawQueued(IdempotencyKey(rawValue: shown.clientID.rawValue))
        }
        guard let line, lines[conversation] != line else { return }
        lines[conversation] = line
        log.showQueued(
            IdempotencyKey(rawValue: line.clientID.rawValue), expecting: [LogEvent(.messageQueued, data: line)])
    }

    // MARK: Sending

    /// The result of an attempt to send an entry.
    private struct Attempt: Sendable {
        /// The failure; `nil` after success.
        var reason: SendFailure?
    }

    private func attempt(_ entry: OutboxEntry) async -> Attempt {
        do {
            switch ChatEntryKind(rawValue: entry.kind) {
            case .send:
                let queued = try OrbitJSON.decoder.decode(QueuedSend.self, from: entry.payload)
                // The server's copy may arrive as an event before the response.
                messages.notePossiblySent(ClientID(entry.id), in: queued.conversationID)
                let sent = try await service.send(queued, as: ClientID(entry.id), key: entry.key)
                // An attempt before the refusal and the edit had arrived, so the server has kept the earlier text. The
                // message counts as unsent until its edit is stored.
                if entry.revision > 0, !sent.isDeleted, sent.editedAt == nil, sent.text != queued.text {
                    try await edit(sent.clientID, in: sent.conversationID, message: sent, to: queued.text)
                }
                didSend(sent)
            case .edit, .delete:
                let change = try OrbitJSON.decoder.decode(QueuedChange.self, from: entry.payload)
                if let changed = try await send(change, key: entry.key) { didChange(changed, by: entry.key) }
            case .react:
                let reaction = try OrbitJSON.decoder.decode(QueuedReaction.self, from: entry.payload)
                let changed = try await service.setReaction(
                    reaction.isSet, reaction.emoji, on: reaction.messageID, in: reaction.conversationID, key: entry.key)
                didChange(changed, by: entry.key)
            case nil: throw ChatFailure.unreadable
            }
            return Attempt()
        } catch {
            return Attempt(reason: SendFailure(error, in: log.words))
        }
    }

    /// Sends an edit or a deletion.
    ///
    /// - Returns: The changed message; `nil` if the deleted message does not exist.
    private func send(_ change: QueuedChange, key: IdempotencyKey) async throws -> Message? {
        let conversation = change.conversationID
        var message = change.messageID ?? sentMessage(change.clientID, in: conversation)
        if message == nil { message = try await service.find(change.clientID, of: me, in: conversation) }
        if let text = change.text {
            guard let message else { throw ChatFailure.missingMessage }
            return try await service.edit(message, in: conversation, to: text, key: key)
        }
        guard let message else { return nil }
        do {
            return try await service.delete(message, in: conversation, key: key)
        } catch let error as APIError where error.problem?.code == .notFound {
            return nil
        }
    }

    private func sentMessage(_ client: ClientID, in conversation: ConversationID) -> MessageID? {
        if let sent = messages.message(client, in: conversation)?.acknowledged { return sent.id }
        for model in models(of: conversation) {
            if let seq = model.window.seq(of: client) { return model.window.message(seq)?.id }
        }
        return nil
    }

    /// Shows the server's copy of a message in place of its echo.
    private func didSend(_ message: Message) {
        if messages.acknowledge(message) { acknowledged.append(message) }
        if lines[message.conversationID]?.clientID == message.clientID { lines[message.conversationID] = nil }
        let news = MessageUpdate(
            message: message, unreadCount: 0, readThrough: message.seq, lastSeq: message.seq,
            updatedAt: message.createdAt)
        log.completeQueued(
            IdempotencyKey(rawValue: message.clientID.rawValue), with: [LogEvent(.messageAdded, data: news)])
        hand(message)
        showLine(of: message.conversationID)
        guard acknowledged.count > Self.maxAcknowledged else { return }
        let oldest = acknowledged.removeFirst()
        if messages.isAcknowledged(oldest.clientID) { messages.forget(oldest.clientID, in: oldest.conversationID) }
    }

    private func didChange(_ message: Message, by key: IdempotencyKey) {
        log.completeQueued(key, with: [LogEvent(.messageOnDevice, data: Keyed(message))])
        hand(message)
    }

    private func hand(_ message: Message) {
        for model in models(of: message.conversationID) {
            model.take(message)
            confirm(in: model.window)
        }
        notify()
    }
}

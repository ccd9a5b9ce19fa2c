import Foundation
public import OrbitModels
public import Presentation
import TimeAndChance
import Validation

extension ConversationViewModel {
    // MARK: The draft

    /// Begins a reply to a message of the server. Replaces the message that the draft replied to.
    public func startReply(to row: MessageRow) {
        guard let messageID = row.messageID, let seq = row.seq, row.content != .hidden, row.content != .deleted
        else { return }
        draft.replyTo = MessageReference(
            messageID: messageID, seq: seq, senderID: row.senderID, excerpt: row.text.map(MessageText.excerpt))
        keepDraft()
    }

    /// Begins to edit an own message. The draft gets its text; the text that was written before is discarded.
    public func startEditing(_ row: MessageRow) {
        guard canEdit(row), case .own(let client) = row.id, let text = row.text else { return }
        draft = MessageDraft(text: text, editing: client)
        keepDraft()
    }

    /// Ends a reply, or ends an edit and discards its text.
    public func cancelReplyOrEdit() {
        if draft.editing != nil { draft = MessageDraft() } else { draft.replyTo = nil }
        keepDraft()
    }

    /// Whether the user can edit a message: an own text that is not sent, or was sent within the last 15 minutes.
    public func canEdit(_ row: MessageRow) -> Bool {
        guard row.isMine, row.text != nil, isOpen else { return false }
        guard row.seq != nil else { return true }
        let end = row.createdAt.addingTimeInterval(ChatLimits.editTime)
        return log.clock.now(changingAt: [end]) < end
    }

    /// Whether the user can delete a message: any own message that is not deleted.
    public func canDelete(_ row: MessageRow) -> Bool { row.isMine && row.content != .deleted }

    // MARK: Actions

    /// Sends the draft: a new message, a reply, or the new text of an edited message.
    ///
    /// The row is shown at once. When the call returns `ActionOutcome.done`, the message is stored on the device, and
    /// is sent also after a restart. A refused draft stays, and ``failure`` has the reason. A call while another one is
    /// in progress is skipped.
    @discardableResult
    public func send() async -> ActionOutcome {
        guard !isSubmitting else { return .skipped }
        failure = nil
        guard isOpen else { return refuse(ChatFailure.closed) }
        let sent = draft
        let text: String
        do throws(ValidationError) {
            text = try MessageText.checked(sent.text)
        } catch {
            return refuse(Failure(error.failures, in: .message, of: catalogue))
        }
        isSubmitting = true
        defer { isSubmitting = false }
        // The field is empty while the message is stored. It gets the text back if the device cannot store it.
        draft = MessageDraft()
        // Only a new message ends typing for other people.
        if sent.editing == nil { notices.didSend() }
        stopTyping()
        do {
            if let client = sent.editing {
                try await outbox.edit(client, in: id, message: message(client), to: text)
            } else {
                _ = try await outbox.send(text, in: id, replyingTo: sent.replyTo)
            }
        } catch {
            draft = draft.following(sent)
            keepDraft()
            return refuse(error)
        }
        keepDraft()
        // The new message is at the end, and the user wants to see it there.
        if window.hasLater, sent.editing == nil { await load() }
        return .done
    }

    /// Deletes an own message. An unsent message is cancelled and never leaves the device. A message that may have been
    /// sent is deleted on the server.
    @discardableResult
    public func delete(_ row: MessageRow) async -> ActionOutcome {
        guard canDelete(row), case .own(let client) = row.id else { return .skipped }
        return await perform { try await self.outbox.delete(client, in: self.id, message: self.message(client)) }
    }

    /// Adds or removes the user's reaction. Repeating the call changes nothing.
    @discardableResult
    public func setReaction(_ isSet: Bool, _ emoji: Emoji, on row: MessageRow) async -> ActionOutcome {
        guard isOpen else { return refuse(ChatFailure.closed) }
        guard let seq = row.seq, let message = window.message(seq), message.id == row.messageID, !message.isDeleted,
            row.content != .hidden
        else { return .skipped }
        return await perform { try await self.outbox.setReaction(isSet, emoji, on: message) }
    }

    /// Sends a refused message, edit, deletion or reaction again. A message keeps its client id.
    @discardableResult
    public func retry(_ row: MessageRow) async -> ActionOutcome {
        await perform { try await self.outbox.retry(row.id, in: self.id) }
    }

    /// Removes a refused message, edit, deletion or reaction from the outbox, so that later messages are sent.
    @discardableResult
    public func remove(_ row: MessageRow) async -> ActionOutcome {
        await perform { try await self.outbox.remove(row.id, in: self.id) }
    }

    /// Mutes or unmutes the conversation. The latest choice is shown at once, and is sent last.
    @discardableResult
    public func setMuted(_ isMuted: Bool) async -> ActionOutcome {
        let id = id
        let outcome = await mutes.enqueue(id, expecting: [.muted(id, isMuted)]) { [service] key in
            [.changed(try await service.setMuted(isMuted, of: id, key: key))]
        }
        if let reason = outcome.failure { failure = reason }
        return outcome
    }

    /// Removes the failure after it was shown.
    public func clearFailure() { failure = nil }

    // MARK: Reports

    /// Adds a message to the report, or removes it from the report. Only visible messages of other people can be
    /// reported.
    public func toggleSelection(of row: MessageRow) {
        guard let id = row.messageID, !row.isMine, row.senderID != nil else { return }
        if selection.remove(id) == nil { selection.insert(id) }
    }

    /// The report of the chosen messages; `nil` unless all of them are of the same person.
    public var report: MessageReport? {
        guard !selection.isEmpty else { return nil }
        let chosen = window.messages(in: 1...Int.max).filter { selection.contains($0.id) }
        return MessageReport(of: chosen, by: me)
    }

    private func message(_ client: ClientID) -> Message? { window.seq(of: client).flatMap { window.message($0) } }

    private func perform(_ work: () async throws -> Void) async -> ActionOutcome {
        failure = nil
        do {
            try await work()
            return .done
        } catch {
            return refuse(error)
        }
    }

    private func refuse(_ error: any Error) -> ActionOutcome {
        if error is CancellationError { return .skipped }
        let reason = Failure(error, at: log.time.date, in: log.words)
        failure = reason
        return .failed(reason)
    }
}

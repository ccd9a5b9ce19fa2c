import Chat
import Foundation
import Networking
import OrbitModels
import Outbox
import Presentation

/// The steps of people who write messages.
extension World {
    /// Performs a step in the conversation on the screen of a device, or opens one.
    func chat(_ kind: StepKind, by user: UserModels, on device: Device, choice: UInt64) async {
        guard let chat = user.chat else { return }
        switch kind {
        case .chatOpen: await openConversation(in: chat, choice)
        case .chatSend: await send(in: chat, on: device)
        case .chatCancel: await cancel(in: chat, on: device)
        case .chatEdit, .chatDelete, .chatReact: await changeMessage(kind, in: chat, choice)
        case .chatPropose, .chatAnswer: await propose(kind, in: chat, choice)
        case .chatRead:
            guard let screen = chat.screen else { return await openConversation(in: chat, choice) }
            screen.show(through: screen.messages.value?.last(where: { $0.seq != nil })?.seq)
        case .chatType:
            if chat.screen == nil { await openConversation(in: chat, choice) }
            if let screen = chat.screen, screen.draft.editing == nil {
                if wire.blocks.hasBlocks { findings.reach(.typingDuringBlock) }
                screen.type(choice % 3 == 0 ? "" : "hello")
            }
        case .chatMute:
            guard let conversation = pick(chat.conversations.conversations.known, choice) else { return }
            await chat.conversations.setMuted(choice >> 32 & 1 == 0, of: conversation.id)
        default: break
        }
    }

    private func pick<Elements: RandomAccessCollection>(_ elements: Elements, _ choice: UInt64) -> Elements.Element? {
        guard !elements.isEmpty else { return nil }
        return elements[elements.index(elements.startIndex, offsetBy: Int(choice % UInt64(elements.count)))]
    }

    func openConversation(in chat: ChatModels, _ choice: UInt64) async {
        if chat.conversations.conversations.known.isEmpty { await chat.conversations.conversations.load() }
        guard let conversation = pick(chat.conversations.conversations.known, choice) else { return }
        await chat.open(conversation)
    }

    private func send(in chat: ChatModels, on device: Device) async {
        let known = chat.conversations.conversations.known.first { $0.isOpen }?.id
        guard let conversation = chat.screen?.id ?? known else {
            return await chat.conversations.conversations.load()
        }
        let text = ledger.newText()
        if network.isOffline(device.number) { findings.reach(.messageWrittenOffline) }
        await chat.send(text, in: conversation) { [ledger] client in
            ledger.add(
                MessageLedger.Entry(
                    client: client, sender: chat.owner, device: device.number, conversation: conversation,
                    texts: [text]))
        }
    }

    /// Cancels the last message that may still be on the device. Without one, writes two messages, because the second
    /// has to wait for the first.
    private func cancel(in chat: ChatModels, on device: Device) async {
        guard let outbox = chat.outbox else { return }
        if await outbox.lastQueuedMessage == nil {
            await send(in: chat, on: device)
            await send(in: chat, on: device)
        }
        guard let entry = await outbox.lastQueuedMessage else { return }
        ledger.setCancelling(true, ClientID(entry.id))
        do {
            let outcome = try await outbox.cancel(entry.id)
            // After a crash, the person has not seen the outcome.
            guard chat.isAlive else { return }
            ledger.setCancelling(false, ClientID(entry.id))
            guard outcome == .cancelled else { return }
            ledger.cancel(ClientID(entry.id))
            if bug == .cancelledMessagesAreSent, let written = ledger.entry(ClientID(entry.id)) {
                // The mistake: the message was read for sending before it was cancelled. The response does not matter.
                _ = try? await chat.service.send(
                    ledger.newText(), to: written.conversation, key: IdempotencyKey(rawValue: entry.id))
            }
        } catch {
            findings.note("not cancelled: \(error)")
        }
    }

    private func changeMessage(_ kind: StepKind, in chat: ChatModels, _ choice: UInt64) async {
        guard let screen = chat.screen, let rows = screen.messages.value else {
            return await openConversation(in: chat, choice)
        }
        let isReaction = kind == .chatReact
        let suffix = rows.suffix(6).filter { isReaction ? !$0.isMine && $0.seq != nil : $0.isMine }
        guard let row = pick(suffix, choice) else { return }
        if isReaction {
            guard let emoji = Emoji(choice & 64 == 0 ? "👍" : "❤️") else { return }
            await screen.setReaction(choice & 128 == 0, emoji, on: row)
            return
        }
        guard case .own(let client) = row.id else { return }
        if row.change != nil { findings.reach(.editCrossesDelete) }
        if kind == .chatDelete {
            return await delete(row, as: client, on: screen, in: chat)
        }
        guard screen.canEdit(row) else { return }
        let text = ledger.newText()
        // From the beginning, because the edit may be stored even if the device crashes.
        ledger.edit(client, to: text)
        screen.startEditing(row)
        screen.type(text)
        await screen.send()
        guard choice & 256 == 0, let edited = screen.messages.value?.last(where: { $0.id == row.id }),
            edited.change != nil
        else { return }
        // The deletion is written before the edit is stored on the server.
        findings.reach(.editCrossesDelete)
        await delete(edited, as: client, on: screen, in: chat)
    }

    /// Deletes a message. A crash may end the deletion after it was stored, and before the person has seen that.
    private func delete(
        _ row: MessageRow, as client: ClientID, on screen: ConversationViewModel, in chat: ChatModels
    ) async {
        ledger.setCancelling(true, client)
        let outcome = await screen.delete(row)
        guard chat.isAlive else { return }
        ledger.setCancelling(false, client)
        if outcome == .done { ledger.delete(client) }
    }
}

extension Outbox {
    /// The last new message that waits; `nil` without one.
    fileprivate var lastQueuedMessage: OutboxEntry? {
        entries.last { $0.kind == "chat.send" && $0.state == .queued }
    }
}

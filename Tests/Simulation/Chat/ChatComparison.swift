import Chat
import Foundation
import Networking
import OrbitModels
import Outbox
import Presentation

/// The comparison of conversations with the server and with the ledger.
extension World {
    /// Compares the unread counts of a device with the server's, at any time at which the device knows all events.
    func checkUnread(of user: UserModels, _ chat: ChatModels, on device: Device) {
        guard user.witness.resetCount == 0, !wire.mirror.delayedOwners.contains(user.owner),
            let head = wire.mirror.heads[user.owner], user.log.position == head,
            case .loaded(let shown) = chat.conversations.conversations.items
        else { return }
        for conversation in shown {
            guard let part = wire.mirror.part(of: user.owner, in: conversation.id),
                part.readThrough == conversation.readThrough,
                !conversation.participants.contains(where: { wire.blocks.hasSeparated($0.userID, user.owner) })
            else { continue }
            findings.reach(.unreadCompared)
            findings.require(
                part.unread == conversation.unreadCount, "unread",
                "device \(device.number) shows \(conversation.unreadCount) unread messages instead of \(part.unread)")
        }
    }

    /// Returns the work of the outbox that has not ended. Removes refused entries, as a person does, so that entries
    /// after them are sent.
    func unsentMessages(of chat: ChatModels, on device: Device) async -> String? {
        guard let outbox = chat.outbox else { return "device \(device.number) has not opened its outbox" }
        let entries = await outbox.entries
        guard !entries.isEmpty else { return nil }
        for entry in entries {
            guard case .rejected(let rejection) = entry.state else { continue }
            findings.reach(.messageRefused)
            findings.require(!rejection.reason.isEmpty, "O4", "a message was refused without a reason")
            // Before the call, because a crash can end it after the removal was stored.
            ledger.change(ClientID(entry.id)) { $0.isRemoved = true }
            do {
                try await outbox.remove(entry.id)
            } catch {
                findings.note("not removed: \(error)")
            }
        }
        return "device \(device.number) has \(entries.count) unsent entries"
    }

    /// Compares the conversations of a device with the server.
    func compareChat(of user: UserModels, on device: Device, client: APIClient) async throws {
        guard let chat = user.chat else { return }
        let service = ChatService(client: client)
        let all = try await service.conversations(limit: 100).value.list.elements
        try await compare("conversations", chat.conversations.conversations, on: device) { all }
        try await compareProposals(of: chat, in: all, on: device, service)
        for conversation in all {
            let truth = try await allMessages(of: conversation.id, service)
            compareLedger(with: truth, in: conversation, of: user, on: device)
            if let screen = chat.screen, screen.id == conversation.id { compare(screen, with: truth, on: device) }
        }
    }

    private func allMessages(of conversation: ConversationID, _ service: ChatService) async throws -> [Message] {
        var page = try await service.messages(in: conversation, at: .end, limit: 100).value
        var all = page.messages.elements
        while page.hasEarlier, let first = all.first {
            page = try await service.messages(in: conversation, at: .before(first.seq), limit: 100).value
            all = page.messages.elements + all
        }
        return all
    }

    /// Compares the rows of the screen with the server's messages. Each lost, doubled, reordered or resurrected message
    /// is a finding.
    private func compare(_ screen: ConversationViewModel, with truth: [Message], on device: Device) {
        guard case .loaded(let rows) = screen.messages, !screen.hasLater else { return }
        let sent = rows.filter { $0.seq != nil }
        let expected = truth.suffix(sent.count)
        findings.require(
            sent.compactMap(\.seq) == expected.map(\.seq), "rows",
            "device \(device.number) shows the messages \(sent.compactMap(\.seq)) instead of \(expected.map(\.seq))")
        for (row, message) in zip(sent, expected) where row.seq == message.seq {
            guard message.kind == .text else { continue }
            let isEqual = message.isDeleted ? row.content == .deleted : row.text == message.text
            findings.require(
                isEqual, "rows",
                "device \(device.number) shows \(row.content) as message \(message.seq): \(message.text ?? "deleted")")
        }
        let ids = rows.map(\.id)
        findings.require(Set(ids).count == ids.count, "rows", "device \(device.number) shows a message twice")
        let waiting = rows.filter { $0.seq == nil && ($0.delivery == .queued || $0.delivery == .sending) }
        findings.require(
            waiting.isEmpty, "rows", "device \(device.number) shows \(waiting.count) messages as being sent")
    }

    /// Compares the server's messages with those that people have written (O1 to O3), and its count of unread messages
    /// with the messages themselves.
    private func compareLedger(
        with truth: [Message], in conversation: Conversation, of user: UserModels, on device: Device
    ) {
        let ids = truth.map(\.clientID)
        findings.require(Set(ids).count == ids.count, "O2", "the server has a message twice")
        let texts = truth.filter { $0.kind == .text }.compactMap(\.text)
        findings.require(Set(texts).count == texts.count, "O2", "the server has a text twice")
        findings.require(
            truth.map(\.seq) == Array(conversation.lastSeq - truth.count + 1..<conversation.lastSeq + 1), "O3",
            "the numbers of messages have gaps: \(truth.map(\.seq))")
        let unread = truth.filter { $0.seq > conversation.readThrough && $0.countsAsUnread(for: user.owner) }.count
        findings.require(
            unread == conversation.unreadCount, "unread",
            "the server counts \(conversation.unreadCount) unread messages instead of \(unread)")
        let sent = Dictionary(truth.map { ($0.clientID, $0) }, uniquingKeysWith: { first, _ in first })
        var last = 0
        for entry in ledger.entries {
            guard entry.conversation == conversation.id, entry.device == device.number, entry.sender == user.owner
            else { continue }
            let message = sent[entry.client]
            if entry.isCancelled || entry.isRemoved {
                findings.require(message == nil || entry.isRemoved, "cancelled", "the server has a cancelled message")
                continue
            }
            guard let message else {
                findings.require(
                    entry.isDeleted || entry.isCancelling, "O1", "a stored message has not arrived: \(entry.texts)")
                continue
            }
            findings.require(
                message.seq > last, "O3", "message \(message.seq) was written after message \(last)")
            last = max(last, message.seq)
            findings.require(
                message.text.map(entry.texts.contains) ?? true, "O1", "message \(message.seq) has another text")
        }
    }
}

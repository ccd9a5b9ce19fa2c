import Foundation
public import OrbitModels
public import Presentation
public import TimeAndChance

/// The data about conversations that stays on this device: drafts, and the conversations in which times were offered.
///
/// The notes belong to one person. They are written a second after a change, and removed at sign-out by
/// `PerUserFile.end()`.
@MainActor public final class ChatNotes {
    /// The stored content.
    public struct Content: Codable, Hashable, Sendable {
        var drafts: [String: MessageDraft] = [:]
        var offered: Set<String> = []

        /// Creates content without notes.
        public init() {}
    }

    private let owner: UserID
    private let file: PerUserFile<Content>
    private let time: any TimeSource
    private var content = Content()
    private var isRestored = false
    private var isDirty = false
    private var writing: Task<Void, Never>?

    /// The maximum number of drafts. Beyond it, the oldest draft is removed.
    private nonisolated static var maxDrafts: Int { 100 }
    /// The maximum number of UTF-8 bytes of a stored draft. A longer draft is not stored, because it cannot be sent.
    private nonisolated static var maxBytes: Int { 64_000 }
    private nonisolated static var delay: Duration { .seconds(1) }

    /// Creates notes without content. Call ``restore()`` before the first use.
    ///
    /// - Parameters:
    ///   - owner: The user.
    ///   - file: The file of the notes.
    ///   - time: The clock for the delay before a write.
    public init(of owner: UserID, file: PerUserFile<Content>, time: any TimeSource = SystemClock()) {
        (self.owner, self.file, self.time) = (owner, file, time)
    }

    /// Reads the stored notes. Changes that were made before win over stored notes.
    public func restore() async {
        guard !isRestored, let stored = await file.value(of: owner), !isRestored else { return }
        isRestored = true
        content.drafts.merge(stored.drafts) { new, _ in new }
        content.offered.formUnion(stored.offered)
    }

    /// Returns the draft of a conversation, or an empty draft.
    public func draft(in conversation: ConversationID) -> MessageDraft {
        content.drafts[conversation.rawValue] ?? MessageDraft()
    }

    /// Stores the draft of a conversation. An empty draft is removed.
    public func keep(_ draft: MessageDraft, in conversation: ConversationID) {
        content.drafts[conversation.rawValue] =
            draft.isEmpty || draft.text.utf8.count > Self.maxBytes ? nil : draft
        if content.drafts.count > Self.maxDrafts,
            let oldest = content.drafts.min(by: { $0.value.changedAt < $1.value.changedAt })?.key
        {
            content.drafts[oldest] = nil
        }
        save()
    }

    /// Whether times to meet were offered in a conversation before.
    public func hasOffered(in conversation: ConversationID) -> Bool {
        content.offered.contains(conversation.rawValue)
    }

    /// Notes that times to meet were offered in a conversation, so that they are not offered again.
    public func noteOffer(in conversation: ConversationID) {
        if content.offered.insert(conversation.rawValue).inserted { save() }
    }

    /// Removes the notes of a conversation that the user can no longer see.
    public func remove(_ conversation: ConversationID) {
        content.drafts[conversation.rawValue] = nil
        content.offered.remove(conversation.rawValue)
        save()
    }

    /// Writes all changes now, for example before the app is suspended. Waits for the end of the write.
    public func flush() async {
        writing?.cancel()
        await writing?.value
        await write()
    }

    private func save() {
        isDirty = true
        guard writing == nil else { return }
        writing = Task { [weak self, time] in
            // A cancelled delay ends early, because `flush()` writes now.
            try? await time.sleep(for: Self.delay)
            await self?.write()
            self?.writing = nil
        }
    }

    private func write() async {
        // A change during a write is written by the next round.
        while isDirty {
            isDirty = false
            do {
                try await file.keep(content, of: owner)
            } catch {
                // The notes stay in memory. The next change and `flush()` try again.
                return isDirty = true
            }
        }
    }
}

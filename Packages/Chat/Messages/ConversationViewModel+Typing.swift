import Foundation
import Networking
public import OrbitModels
import Presentation
import TimeAndChance

extension ConversationViewModel {
    /// The other people who are typing, sorted by id.
    public var typing: [UserID] { isOpen ? typingPeople.people(in: id) : [] }

    /// The line that names the people who are typing; `nil` if no other person is typing.
    public var typingLine: String? {
        let people = typing
        guard let known, !people.isEmpty else { return nil }
        return ConversationLine.typing(people, in: known, words: log.words)
    }

    /// Changes the text of the draft. Other people are notified that the user types, at the intervals of the server.
    public func type(_ text: String) {
        draft.text = text
        keepDraft()
        guard isOpen, sharesActivity, !text.isEmpty else { return stopTyping() }
        if notices.type(at: log.time.uptime) { sendNotice(true) }
        schedulePause()
    }

    func stopTyping() {
        pause?.cancel()
        pause = nil
        if notices.stop() { sendNotice(false) }
    }

    /// Stores the draft after a change.
    func keepDraft() {
        draft.changedAt = log.time.date
        notes?.keep(draft, in: id)
    }

    private func schedulePause() {
        guard pause == nil else { return }
        pause = Task { [weak self, time = log.time] in
            while let due = self?.notices.stopsAt {
                do { try await time.sleep(until: due) } catch { return }
                guard let self, !Task.isCancelled else { return }
                if notices.pause(at: time.uptime) { sendNotice(false) }
            }
            self?.pause = nil
        }
    }

    /// Sends a notice after all earlier notices. A lost notice is not repeated, because notices expire.
    private func sendNotice(_ isTyping: Bool) {
        let before = lastNotice
        lastNotice = Task { [weak self, service, id] in
            await before?.value
            // Without a response, the intervals stay as they are.
            guard let intervals = try? await service.setTyping(isTyping, in: id) else { return }
            self?.notices.intervals = intervals
        }
    }
}

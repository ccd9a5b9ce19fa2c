import Foundation
import Observation
import OrbitModels
import Presentation
import TimeAndChance

/// The people who are typing, in all conversations.
///
/// A notice ends when it expires, when its person stops or sends a message, and when the person is hidden. All notices
/// end when the log starts over.
@MainActor @Observable final class TypingTracker: LogFollower {
    private var shown: [ConversationID: TypingPeople] = [:]
    private let log: EventLog
    private let me: UserID
    @ObservationIgnored private var notices: [ConversationID: TypingPeople] = [:]
    @ObservationIgnored private var hasChanged = false

    init(of me: UserID, on log: EventLog) {
        (self.log, self.me) = (log, me)
        log.attach(self)
    }

    /// Returns the people who are typing in a conversation now, sorted by id. Observers are notified at each expiry.
    func people(in conversation: ConversationID) -> [UserID] {
        guard let typing = shown[conversation] else { return [] }
        let now = log.clock.now(changingAt: typing.changes)
        return typing.people(at: now).filter { !log.isHiding($0) }
    }

    func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) {
        let now = log.time.date
        for event in events {
            switch event.kind {
            case .conversationTyping:
                // An unreadable notice is ignored, because it expires anyway.
                guard let notice = try? event.data(TypingNotice.self), notice.userID != me else { continue }
                change(notice.conversationID) {
                    $0.note(notice.userID, until: notice.until, sent: event.at, at: now)
                }
            case .messageAdded:
                // After an unreadable message, the list is loaded again.
                guard let message = try? event.data(MessageUpdate.self).message, let sender = message.senderID
                else { continue }
                if notices[message.conversationID] != nil { change(message.conversationID) { $0.remove(sender) } }
            case .personHidden:
                guard let person = event.subject else { continue }
                for id in notices.keys { change(id) { $0.remove(person) } }
            case .chatSettingsChanged:
                (notices, hasChanged) = ([:], true)
            default: continue
            }
        }
    }

    private func change(_ conversation: ConversationID, _ change: (inout TypingPeople) -> Void) {
        change(&notices[conversation, default: TypingPeople()])
        hasChanged = true
    }

    func publish() {
        guard hasChanged else { return }
        hasChanged = false
        let now = log.time.date
        for id in notices.keys { notices[id]?.removeExpired(at: now) }
        notices = notices.filter { !$0.value.changes.isEmpty }
        shown = notices
    }

    func reset() { (notices, hasChanged) = ([:], true) }

    func connectionDidRestore() {}
}

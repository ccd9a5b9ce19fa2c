import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// One conversation: its messages, the message that the user writes, receipts and typing.
///
/// ```swift
/// let chat = ConversationViewModel(of: conversation, as: me, service: service, outbox: outbox, log: log)
/// await chat.load()
/// for row in (chat.messages.value ?? []).suffix(20) { draw(row) }
/// chat.show(through: lastVisibleRow.seq)
/// chat.type("See you at four")
/// await chat.send()
/// ```
@MainActor @Observable public final class ConversationViewModel {
    /// The conversation with its people. `.empty` after the user can no longer see it.
    public let conversation: Resource<Conversation>
    /// The rows of the loaded messages and of the unsent messages; see ``MessageRows``.
    public internal(set) var messages: LoadState<MessageRows> = .idle
    /// Whether older messages can be loaded with ``loadEarlier()``.
    public internal(set) var hasEarlier = false
    /// Whether newer messages can be loaded with ``loadLater()``.
    public internal(set) var hasLater = false
    /// The number of messages after the loaded messages, for a button that leads to the end.
    public internal(set) var laterCount = 0
    /// The number of the first message that was unread when the conversation was opened, for a divider; `nil` without
    /// one.
    public internal(set) var firstUnread: Int?
    /// The message that the user writes, restored from an earlier start.
    public internal(set) var draft: MessageDraft
    /// Whether a message is being put into the outbox.
    public internal(set) var isSubmitting = false
    /// The most recent failure of an action on this screen, until the next action. Failures of messages in the outbox
    /// are in their rows.
    public internal(set) var failure: Failure?
    /// Whether earlier messages are being loaded.
    public internal(set) var isLoadingEarlier = false
    /// Whether later messages are being loaded.
    public internal(set) var isLoadingLater = false
    /// Whether the conversation is on the screen. It determines the interval of ``followWithoutLog()``.
    @ObservationIgnored public var isOnScreen = false
    /// Whether the user shares their activity; see ``ChatSettingsViewModel``. Without it, no typing notices are sent.
    @ObservationIgnored public var sharesActivity = true
    /// The messages that the user has chosen for a report.
    public internal(set) var selection: Set<MessageID> = []

    /// The identifier of the conversation.
    public let id: ConversationID

    let me: UserID
    let service: ChatService
    let outbox: MessageOutbox
    let log: EventLog
    let notes: ChatNotes?
    let catalogue: MessageCatalogue
    let pageSize: Int
    let typingPeople: TypingTracker
    let marks: ActionRunner<ConversationID>
    let mutes: ActionRunner<ConversationID>
    @ObservationIgnored var window: MessageWindow
    /// The people that an event has hidden.
    @ObservationIgnored var hidden: Set<UserID> = []
    /// The hidden people whose block may have ended without an event that names them. They stay hidden until the
    /// messages are loaded again, with the placeholders of the server.
    @ObservationIgnored private var possiblyShown: Set<UserID> = []
    /// The people that a pending action of the user hides.
    @ObservationIgnored private var pendingHidden: Set<UserID> = []
    /// The other people that the conversation has had. A hidden person is no longer one of its participants.
    @ObservationIgnored private var people: Set<UserID>
    @ObservationIgnored var phase = Phase.idle
    @ObservationIgnored var generation = 0
    @ObservationIgnored var hasNews = false
    @ObservationIgnored var refresh: Task<Void, Never>?
    @ObservationIgnored var reader: ReadMarker
    @ObservationIgnored var reading: Task<Void, Never>?
    @ObservationIgnored var notices = TypingNotices()
    @ObservationIgnored var pause: Task<Void, Never>?
    /// The number of the last visible message.
    @ObservationIgnored var lastVisible: Int?
    /// The user's watermark, as the server has it.
    @ObservationIgnored var confirmedRead: Int
    @ObservationIgnored var isMarking = false
    @ObservationIgnored var lastNotice: Task<Void, Never>?

    /// The phase of the loads of messages.
    enum Phase: Equatable {
        case idle, loading, settled
        case failed(Failure)
    }

    /// Creates a view model that has loaded nothing yet, and that follows `log` and `outbox`.
    ///
    /// - Parameters:
    ///   - conversation: The conversation, as known from a list.
    ///   - me: The user.
    ///   - service: The service that loads messages.
    ///   - outbox: The unsent messages and changes of the user.
    ///   - log: The event log of the user.
    ///   - notes: The drafts on this device; `nil` keeps no drafts.
    ///   - catalogue: The texts of failures.
    ///   - pageSize: The number of messages of one page, 1 to 100.
    public init(
        of conversation: Conversation, as me: UserID, service: ChatService, outbox: MessageOutbox, log: EventLog,
        notes: ChatNotes? = nil, catalogue: MessageCatalogue = .chat, pageSize: Int = ChatLimits.pageSize
    ) {
        let id = conversation.id
        self.id = id
        self.me = me
        self.service = service
        self.outbox = outbox
        self.log = log
        self.notes = notes
        self.catalogue = catalogue
        self.pageSize = pageSize
        self.conversation = Resource(.conversation(id, of: me), on: log, known: conversation) {
            let response = try await service.conversation(id)
            return Snapshot(response.value.value, at: response.receipt?.at)
        }
        typingPeople = TypingTracker(of: me, on: log)
        marks = ActionRunner(log: log)
        mutes = ActionRunner(log: log)
        var window = MessageWindow(of: id, for: me)
        window.noteEnd(conversation.lastSeq)
        self.window = window
        confirmedRead = conversation.readThrough
        reader = ReadMarker(watermark: conversation.readThrough)
        draft = notes?.draft(in: id) ?? MessageDraft()
        people = Set(conversation.others(than: me).map(\.userID))
        log.attach(self)
        outbox.attach(self)
        self.conversation.onChange = { [weak self] _ in self?.show() }
    }

    /// The conversation as it is known; `nil` after the user can no longer see it.
    public var known: Conversation? { conversation.state.value }

    /// Whether the user can write. After the end of a match, and after leaving a meetup, messages can only be read.
    public var isOpen: Bool { known?.isOpen ?? false }

    /// The title: that of the meetup, or the names of the other people.
    public var title: String { known.map { ConversationLine.title(of: $0, for: me, in: log.words) } ?? "" }

    /// The kinds of contact data in the draft, as a hint in a first exchange; `nil` in a later exchange.
    public var contactHint: ContactHint? {
        _ = messages  // the first exchange ends with a message
        return ContactHint.isFirstExchange(window) ? ContactHint(in: draft.text) : nil
    }

    /// Returns the contact data in a received message, as a hint in a first exchange; `nil` in a later exchange.
    public func contactHint(for row: MessageRow) -> ContactHint? {
        guard !row.isMine, let text = row.text, ContactHint.isFirstExchange(window) else { return nil }
        return ContactHint(in: text)
    }

    /// Searches the loaded messages, ignoring case and accents. The result states how far back they reach.
    public func search(_ text: String) -> MessageSearch {
        window.search(text, excluding: hidden.union(pendingHidden))
    }
}

extension ConversationViewModel: LogFollower {
    /// Applies events. ``publish()`` shows them.
    public func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) {
        for event in events { apply(event) }
        if window.isOutdated { refreshLater(isOwn: isOwn) }
    }

    private func apply(_ event: LogEvent) {
        do {
            switch event.kind {
            case .personHidden:
                guard let person = event.subject else { break }
                hidden.insert(person)
                possiblyShown.remove(person)
            case .personShown:
                if let person = event.subject { hidden.remove(person) }
                window.invalidate()  // the server replaces the placeholders
            case .messageAdded, .messageChanged: take(try event.data(MessageUpdate.self).message)
            case .messageOnDevice: take(try event.data(Keyed<Message>.self).value)
            case .conversationChanged:
                let changed = try event.data(Keyed<Conversation>.self).value
                guard changed.id == id else { return }
                noteRead(through: changed.readThrough)
                window.noteEnd(changed.lastSeq)
            case .conversationRemoved:
                if try event.data(Keyed<ConversationID>.self).value == id { removeContent() }
            case .conversationRead: break
            default:
                let isEndOfBlock = !hidden.isEmpty && event.isPossibleEndOfBlock
                if isEndOfBlock { possiblyShown = hidden }
                let isChange =
                    event.touches.contains(.conversation(id)) && event.kind != .proposalChanged
                    && event.kind != .conversationTyping
                guard isChange || isEndOfBlock else { return }
                window.invalidate()
            }
        } catch {
            guard event.touches.isEmpty || event.touches.contains(.conversation(id)) else { return }
            window.invalidate()  // the reload repairs the messages whatever the event contains
        }
        hasNews = true
    }

    /// Merges a page. A page that replaces outdated messages shows people again whose block has ended.
    func merge(_ page: MessagePage, answering request: MessageWindow.Request) -> MessageWindow.MergeResult {
        let wasInvalid = window.isInvalid
        let result = window.merge(page, answering: request)
        if wasInvalid, !window.isInvalid {
            hidden.subtract(possiblyShown)
            possiblyShown = []
        }
        return result
    }

    /// Folds a message of any conversation into the window.
    func take(_ message: Message) {
        guard message.conversationID == id else { return }
        window.fold(message)
        if message.senderID == me { noteRead(through: message.seq) }
    }

    /// Notes a watermark that the server has. It does not decrease.
    private func noteRead(through seq: Int) {
        reader.raise(to: seq)
        confirmedRead = max(confirmedRead, seq)
    }

    private func removeContent() {
        generation += 1  // a load in flight has no use
        window = MessageWindow(of: id, for: me)
        notes?.remove(id)
        (draft, phase) = (MessageDraft(), .idle)
    }

    /// Shows the applied events, the outbox and the pending actions.
    public func publish() {
        if let known { people.formUnion(known.others(than: me).map(\.userID)) }
        let hiding = people.filter { log.isHiding($0) }
        guard hasNews || hiding != pendingHidden else { return }
        (hasNews, pendingHidden) = (false, hiding)
        hasEarlier = window.hasEarlier
        hasLater = window.hasLater
        laterCount = window.laterCount
        let rows = makeRows()
        messages =
            switch phase {
            case .idle: rows.isEmpty ? .idle : .loaded(rows)
            case .loading: .loading(previous: window.isLoaded || !rows.isEmpty ? rows : nil)
            case .settled: rows.isEmpty ? .empty : .loaded(rows)
            case .failed(let failure): .failed(failure, previous: window.isLoaded || !rows.isEmpty ? rows : nil)
            }
    }

    private func makeRows() -> MessageRows {
        var style = MessageRows.Style(viewer: me)
        style.hidden = hidden.union(pendingHidden)
        if let known {
            for person in known.others(than: me) { style.watermarks[person.userID] = person.readThrough }
        }
        style.changes = outbox.changes(in: id)
        return MessageRows(chunks: window.chunks, unsent: outbox.messages.missing(from: window), style: style)
    }

    /// Called by the outbox after a change of one of its entries.
    func outboxDidChange() {
        hasNews = true
        publish()
    }

    /// Marks the messages as outdated and loads them again, because the log has started over.
    public func reset() {
        possiblyShown = hidden
        window.invalidate()
        hasNews = true
        if window.isOutdated { refreshLater(isOwn: false) }
    }

    /// Loads the messages again if they are outdated, or if their last load failed.
    public func connectionDidRestore() {
        Task { await sendMarks() }
        if case .failed = phase { return refreshLater(isOwn: true) }
        if window.isOutdated { refreshLater(isOwn: true) }
    }
}

extension LogEvent {
    /// Whether the event can be the end of a block: one without content that concerns more lists than those of
    /// conversations. The server sends it if the event that began the block has expired.
    fileprivate var isPossibleEndOfBlock: Bool {
        kind == .void && touches.contains(.conversations)
            && touches.contains { !$0.rawValue.hasPrefix("conversation") }
    }
}

import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The conversations of the user, with unread counts, the last line of each, and the people who are typing.
///
/// ```swift
/// await chats.conversations.load()
/// for conversation in chats.conversations.items.value ?? [] {
///     print(chats.title(of: conversation), chats.line(of: conversation), conversation.unreadCount)
/// }
/// ```
@MainActor @Observable public final class ConversationsViewModel {
    /// The conversations, the latest activity first.
    public let conversations: PagedList<Conversation>

    private let me: UserID
    private let service: ChatService
    private let log: EventLog
    private let typing: TypingTracker
    private let actions: ActionRunner<ConversationSubject>

    /// The object of an action.
    private enum ConversationSubject: Hashable {
        case conversation(ConversationID)
        case origin(ConversationOrigin)
    }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameters:
    ///   - me: The user.
    ///   - service: The service that loads and changes conversations.
    ///   - log: The event log of the user.
    ///   - pageSize: The number of conversations of one page, 1 to 100.
    public init(of me: UserID, service: ChatService, log: EventLog, pageSize: Int = 20) {
        self.me = me
        self.service = service
        self.log = log
        typing = TypingTracker(of: me, on: log)
        actions = ActionRunner(log: log)
        conversations = PagedList(.conversations(of: me), on: log) {
            try await service.conversations(after: $0, limit: pageSize)
        }
    }

    /// The most recent failure, until the next action.
    public var failure: Failure? { actions.failure }

    /// The number of unread messages in the loaded conversations that are not muted.
    public var unread: UnreadTotal {
        let counts = (conversations.items.value ?? []).filter { !$0.isMuted }.map(\.unreadCount)
        let isLimited = counts.contains { $0 >= Conversation.maxUnreadCount }
        return UnreadTotal(count: counts.reduce(0, +), isMinimum: isLimited || conversations.hasMore)
    }

    /// Returns the title: that of the meetup, or the names of the other people.
    public func title(of conversation: Conversation) -> String {
        ConversationLine.title(of: conversation, for: me, in: log.words)
    }

    /// Returns the line below the title: the people who are typing, or the last message.
    public func line(of conversation: Conversation) -> String {
        let people = typing.people(in: conversation.id)
        guard people.isEmpty || !conversation.isOpen else {
            return ConversationLine.typing(people, in: conversation, words: log.words)
        }
        return ConversationLine.lastMessage(of: conversation, for: me, in: log.words)
    }

    /// Returns the other people who are typing in a conversation, sorted by id.
    public func typing(in conversation: ConversationID) -> [UserID] { typing.people(in: conversation) }

    /// Opens the conversation of a match, a group or a meetup.
    ///
    /// - Returns: The conversation, which may have existed before; `nil` if the action failed. ``failure`` has the
    ///   reason.
    public func open(_ origin: ConversationOrigin) async -> Conversation? {
        if let known = conversations.known.first(where: { $0.origin == origin }) { return known }
        var opened: Conversation?
        await actions.run(.origin(origin)) { key in
            let conversation = try await service.open(origin, key: key)
            opened = conversation
            return [.changed(conversation)]
        }
        return opened
    }

    /// Mutes or unmutes a conversation. The latest choice is shown at once, and is sent last.
    @discardableResult
    public func setMuted(_ isMuted: Bool, of conversation: ConversationID) async -> ActionOutcome {
        await actions.enqueue(
            .conversation(conversation), expecting: [.muted(conversation, isMuted)]
        ) { [service] key in
            [.changed(try await service.setMuted(isMuted, of: conversation, key: key))]
        }
    }
}

/// The number of unread messages in several conversations.
public struct UnreadTotal: Hashable, Sendable {
    /// The number of messages.
    public let count: Int
    /// Whether there may be more unread messages, because a count has reached its maximum or more pages exist.
    public let isMinimum: Bool
}

extension LogEvent {
    static func changed(_ conversation: Conversation) -> LogEvent {
        LogEvent(.conversationChanged, data: Keyed(conversation))
    }

    static func muted(_ conversation: ConversationID, _ isMuted: Bool) -> LogEvent {
        LogEvent(.muteOnDevice, data: OwnMute(conversationID: conversation, isMuted: isMuted))
    }
}

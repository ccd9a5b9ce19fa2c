public import Chat
import Foundation
import Networking
public import Observation
public import OrbitModels
import Presentation
import TimeAndChance
import Validation

/// The models of the user's conversations: ``SignedInUser/chat``.
///
/// ```swift
/// await chat.conversations.conversations.load()
/// if let conversation = await chat.conversation(of: match) {
///     conversation.type("Coffee at four?")
///     await conversation.send()
///     await chat.show(conversation)      // while it is on the screen
/// }
/// ```
///
/// Every conversation is the same model for as long as the front end retains it, and so are its proposals.
@MainActor @Observable public final class ChatModels {
    /// The conversations, with unread counts, last lines and typing.
    public let conversations: ConversationsViewModel
    /// The switch for read receipts and typing.
    public let settings: ChatSettingsViewModel
    /// The unsent messages of the user; `nil` while the outbox is not open. ``UnsentActions/failure`` has the reason.
    public private(set) var messages: MessageOutbox?

    /// The user.
    let me: UserID
    private let service: ChatService
    private let log: EventLog
    private let notes: ChatNotes
    private let catalogue: MessageCatalogue
    private let planner: ProposedMeetups
    private let commonTimes: @MainActor (Conversation) async -> [ProposalSlot]
    private let live = SignedInUser.LiveModels()
    @ObservationIgnored private var shown: [ConversationID: WeakConversation] = [:]
    @ObservationIgnored private var following: Task<Void, Never>?

    private struct WeakConversation {
        weak var value: ConversationViewModel?
    }

    /// The parts of a session that the models need.
    struct Dependencies {
        let service: ChatService
        let log: EventLog
        let notes: PerUserFile<ChatNotes.Content>
        let catalogue: MessageCatalogue
        let planner: ProposedMeetups
        /// Returns times at which the people of a conversation are free.
        let commonTimes: @MainActor (Conversation) async -> [ProposalSlot]
    }

    init(of me: UserID, _ dependencies: Dependencies) {
        let (service, log) = (dependencies.service, dependencies.log)
        self.me = me
        self.service = service
        self.log = log
        catalogue = dependencies.catalogue
        planner = dependencies.planner
        commonTimes = dependencies.commonTimes
        notes = ChatNotes(of: me, file: dependencies.notes, time: log.time)
        conversations = ConversationsViewModel(of: me, service: service, log: log)
        settings = ChatSettingsViewModel(service: service, log: log)
        log.storage.add(conversations.conversations, as: "conversations")
        log.storage.add(settings.settings, as: "chat_settings")
        settings.settings.onChange = { [weak self] _ in self?.applySettings() }
        planner.begin(as: me)
    }

    deinit {
        following?.cancel()
    }

    // MARK: Conversations

    /// Returns the model of a conversation in a list.
    ///
    /// - Returns: The model; `nil` while the outbox is not open.
    public func conversation(_ conversation: Conversation) -> ConversationViewModel? {
        guard let messages else { return nil }
        let model = live.model(of: conversation.id) {
            loadSettings()
            return ConversationViewModel(
                of: conversation, as: me, service: service, outbox: messages, log: log, notes: notes,
                catalogue: catalogue)
        }
        shown = shown.filter { $0.value.value != nil }
        shown[conversation.id] = WeakConversation(value: model)
        model.sharesActivity = sharesActivity
        return model
    }

    /// Returns the model of a conversation by id alone, such as from a link. Requests the conversation unless it is in
    /// the loaded list or its model is alive.
    ///
    /// - Returns: The model; `nil` while the outbox is not open.
    /// - Throws: `Failure` if the conversation cannot be loaded: `.refused(.notFound)` if the user may not see it.
    public func conversation(_ id: ConversationID) async throws -> ConversationViewModel? {
        if let model = shown[id]?.value { return model }
        if let known = conversations.conversations.known.first(where: { $0.id == id }) { return conversation(known) }
        do {
            return conversation(try await service.conversation(id).value.value)
        } catch {
            throw Failure(error, at: log.time.date, in: log.words)
        }
    }

    /// Opens the conversation with the other person of a match.
    ///
    /// - Returns: The model; `nil` if the conversation could not be opened. `conversations.failure` has the reason.
    public func conversation(of match: Match) async -> ConversationViewModel? {
        await conversation(of: .match(match.id))
    }

    /// Opens the conversation of the three people of a daily match; of the pair if the match has no third person.
    ///
    /// - Returns: The model; `nil` if the conversation could not be opened. `conversations.failure` has the reason.
    public func conversation(ofGroupOf match: Match) async -> ConversationViewModel? {
        let origin: ConversationOrigin = if let group = match.groupID { .group(group) } else { .match(match.id) }
        return await conversation(of: origin)
    }

    /// Opens the conversation of a meetup that the user hosts or attends.
    ///
    /// - Returns: The model; `nil` if the conversation could not be opened. `conversations.failure` has the reason.
    public func conversation(of meetup: MeetupID) async -> ConversationViewModel? {
        await conversation(of: .meetup(meetup))
    }

    private func conversation(of origin: ConversationOrigin) async -> ConversationViewModel? {
        await conversations.open(origin).flatMap { conversation($0) }
    }

    /// Keeps a conversation on the screen up to date until the task is cancelled: loads it, and without a log requests
    /// its messages every three seconds. Its end closes the screen: nothing is visible, and the draft is written.
    public func show(_ conversation: ConversationViewModel) async {
        conversation.isOnScreen = true
        await conversation.open()
        await conversation.followWithoutLog()
        await conversation.leave()
    }

    // MARK: Proposals

    /// Returns the proposals to meet in a conversation, with common free times as suggestions. Load them with
    /// ``load(_:)``.
    ///
    /// An accepted proposal of the user becomes a meetup by itself.
    public func proposals(in conversation: ConversationViewModel) -> ProposalsViewModel {
        live.model(of: conversation.id) {
            ProposalsViewModel(of: conversation, catalogue: catalogue, commonTimes: commonTimes)
        }
    }

    /// Loads proposals, and plans the meetups of accepted proposals of the user that have none, for example because
    /// they were accepted while the app was closed.
    public func load(_ proposals: ProposalsViewModel) async {
        await proposals.proposals.load()
        for proposal in proposals.proposals.known { await planner.plan(proposal) }
    }

    // MARK: The session

    /// Begins to send messages.
    func begin(with unsent: UnsentActions) async {
        guard messages == nil, let outbox = unsent.outbox else { return }
        // The drafts have to be known before the first conversation is opened.
        await notes.restore()
        guard messages == nil, unsent.outbox != nil else { return }
        let messages = MessageOutbox(outbox, of: me, service: service, log: log)
        self.messages = messages
        following = Task { await messages.follow() }
    }

    /// Writes the drafts now.
    func flush() async { await notes.flush() }

    private var sharesActivity: Bool { settings.settings.state.value?.sharesActivity ?? true }

    /// Loads the settings, on which all conversations depend, unless they are loaded or a load is in progress. Not called
    /// when the session begins, because the server refuses a user without a complete profile.
    private func loadSettings() {
        switch settings.settings.state {
        case .loading: return
        case .loaded, .empty: guard settings.settings.storedDate != nil else { return }
        case .idle, .failed: break
        }
        Task { [settings] in await settings.settings.load() }
    }

    private func applySettings() {
        for model in shown.values.compactMap(\.value) { model.sharesActivity = sharesActivity }
    }
}

extension ChatModels: FeatureModels {
    /// Ends sending.
    public func end() {
        following?.cancel()
        messages = nil
    }
}

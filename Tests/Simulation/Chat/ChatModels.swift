import Chat
import DurableFiles
import Foundation
import Networking
import OrbitModels
import Outbox
import Presentation
import TimeAndChance

/// The conversations of a signed-in person in one process, with the outbox of the account.
@MainActor final class ChatModels {
    let owner: UserID
    let service: ChatService
    let conversations: ConversationsViewModel
    /// The outbox; `nil` until it is open.
    private(set) var outbox: Outbox?
    /// The unsent messages; `nil` until the outbox is open.
    private(set) var messages: MessageOutbox?
    /// The conversation on the screen.
    private(set) var screen: ConversationViewModel?
    /// The proposals of the conversation on the screen.
    private(set) var proposals: ProposalsViewModel?

    private let setup: AppSetup
    private let log: EventLog
    private var hasEnded = false
    private var work: [Task<Void, Never>] = []
    private var lastSend: Task<Void, Never>?

    init(of owner: UserID, client: APIClient, log: EventLog, in setup: AppSetup) {
        self.owner = owner
        self.log = log
        self.setup = setup
        service = ChatService(client: client)
        conversations = ConversationsViewModel(of: owner, service: service, log: log, pageSize: setup.pageSize)
    }

    /// Whether the process runs and the person is signed in. Otherwise no screen shows the outcome of an action.
    var isAlive: Bool { !hasEnded && !setup.life.hasEnded }

    /// Whether a list or the screen has a request in flight.
    var isLoading: Bool {
        conversations.conversations.items.isLoading || proposals?.proposals.items.isLoading ?? false
            || screen?.messages.isLoading ?? false
    }

    /// Whether a list or the screen shows a failed load.
    var hasFailedLoad: Bool {
        conversations.conversations.items.failure != nil || proposals?.proposals.items.failure != nil
            || screen?.messages.failure != nil
    }

    /// Opens the outbox, and sends its entries until ``end()``.
    func begin() {
        work.append(Task { [weak self] in await self?.openOutbox() })
    }

    private func openOutbox() async {
        let directory = setup.directory
        while !hasEnded {
            do {
                let outbox = try await Outbox.open(
                    in: directory, account: owner.rawValue, time: setup.clock, random: setup.random)
                guard !hasEnded else { return await outbox.close() }
                if await outbox.unsentCount > 0 { setup.findings.reach(.outboxRestored) }
                return start(outbox)
            } catch {
                setup.findings.note("device \(setup.device) cannot open the outbox: \(error)")
                // The disk may be full, or the earlier models may still close the outbox.
                do { try await setup.clock.sleep(for: .seconds(5)) } catch { return }
            }
        }
    }

    private func start(_ outbox: Outbox) {
        let messages = MessageOutbox(outbox, of: owner, service: service, log: log)
        (self.outbox, self.messages) = (outbox, messages)
        work.append(Task { await messages.follow() })
        work.append(Task { await outbox.run() })
    }

    /// Shows a conversation, in place of an earlier conversation.
    func open(_ conversation: Conversation) async {
        guard let messages, !hasEnded else { return }
        let screen = ConversationViewModel(
            of: conversation, as: owner, service: service, outbox: messages, log: log,
            pageSize: max(2, setup.pageSize))
        self.screen = screen
        proposals = ProposalsViewModel(of: screen, pageSize: max(2, setup.pageSize))
        screen.isOnScreen = true
        await screen.load()
    }

    /// Stores a message after all earlier messages of this process.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - conversation: The conversation.
    ///   - confirmed: Receives the client id once the device has stored the message, before the next message is
    ///     stored. It is not called after a crash, because the person has not seen the confirmation.
    func send(
        _ text: String, in conversation: ConversationID, confirmed: @escaping @MainActor (ClientID) -> Void
    ) async {
        guard let messages, !hasEnded else { return }
        let before = lastSend
        let sending = Task { [setup] in
            await before?.value
            do {
                let client = try await messages.send(text, in: conversation)
                if !setup.life.hasEnded { confirmed(client) }
            } catch {
                setup.findings.note("device \(setup.device) has not stored \(text): \(error)")
            }
        }
        lastSend = sending
        await sending.value
    }

    /// Ends all work. The entries of the outbox remain on the disk.
    func end() {
        hasEnded = true
        for task in work { task.cancel() }
        work = []
        (screen, proposals) = (nil, nil)
        guard let outbox else { return }
        Task { await outbox.close() }
    }
}

import DiskSimulation
import DurableFiles
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Outbox
import Presentation
import TimeAndChance

@testable import Chat

/// A device of a person: the log, the outbox on a simulated disk, and the open conversation.
@MainActor final class ChatDevice {
    let server: ScriptedChat
    let person: UserID
    let clock: VirtualClock
    let disk: SimulatedDisk
    let log: EventLog
    let service: ChatService
    let outbox: Outbox
    let messages: MessageOutbox
    let model: ConversationViewModel
    private var following: Task<Void, Never>?
    private var delivered = 0

    /// Starts the app of a person.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - person: The person.
    ///   - clock: The clock of the device, except for the deadlines of requests.
    ///   - disk: The disk, with the outbox of an earlier start.
    ///   - keepsLog: Whether the receipts of responses reach the log at once.
    ///   - pageSize: The number of messages of a page.
    ///   - seed: The seed of keys, different for each start.
    init(
        _ server: ScriptedChat, of person: UserID = "maya", clock: VirtualClock, disk: SimulatedDisk = SimulatedDisk(),
        keepsLog: Bool = true, pageSize: Int = 50, seed: UInt64 = 7, notes: ChatNotes? = nil
    ) async throws {
        self.server = server
        self.person = person
        self.clock = clock
        self.disk = disk
        let log = EventLog(time: clock, random: .seeded(seed))
        let receive: @Sendable (LogReceipt) async -> Void = { await log.receive($0) }
        // The client keeps the sleep of a deadline also between requests. On a clock of its own, it is not among the
        // sleeps that a test waits for.
        let client = APIClient(
            server: try ServerAddress("https://orbit.example/api"),
            transport: ScriptedChat.Connection(server: server, person: person),
            retry: RetryPolicy(maxAttempts: 1), events: .chat, receipts: keepsLog ? receive : nil,
            time: VirtualClock(), random: .seeded(seed))
        self.log = log
        service = ChatService(client: client)
        outbox = try await Outbox.open(
            in: PrivateDirectory("private", under: "/home", on: disk, time: clock), account: person.rawValue,
            time: clock, random: .seeded(seed))
        messages = MessageOutbox(outbox, of: person, service: service, log: log)
        model = ConversationViewModel(
            of: server.conversation(for: person), as: person, service: service, outbox: messages, log: log,
            notes: notes, pageSize: pageSize)
        let changes = await messages.start()
        following = Task { [messages] in
            for await change in changes { messages.take(change) }
        }
    }

    /// Sends everything that can be sent, and waits until the device shows the result.
    func drain() async {
        await outbox.drain()
        let unsent = await outbox.unsentCount
        await waitUntil { self.messages.unsentCount == unsent }
    }

    /// Waits until the server has answered the request that marks messages as read up to a number.
    func waitUntilRead(through seq: Int) async {
        await waitUntil { self.model.known?.readThrough == seq && self.model.marks.inFlight.isEmpty }
    }

    /// Delivers the events of the log that were not delivered yet.
    func deliver() {
        let slice = server.events(of: person, after: delivered)
        delivered += slice.events.count
        log.receive(slice)
    }

    /// The rows of the conversation.
    var rows: [MessageRow] { Array(model.messages.value ?? .empty) }

    /// The texts of the rows; `nil` for other contents.
    var texts: [String?] { rows.map(\.text) }

    /// Ends the app.
    func stop() async {
        following?.cancel()
        await outbox.close()
    }
}

extension MessageRows {
    static var empty: MessageRows {
        MessageRows(chunks: MessageChunks(), unsent: [], style: Style(viewer: ""))
    }
}

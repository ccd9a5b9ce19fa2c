import Chat
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import TimeAndChance

/// A server with one conversation of two people. It fails as the test says.
final class ScriptedChat: Sendable {
    /// The failure of the next request that changes something. Typing notices change nothing.
    enum Fault: Sendable {
        /// Nothing reaches the server.
        case offline
        /// The server performs the request, and the response is lost.
        case loseResponse
        /// The server refuses the request.
        case refuse(ProblemCode)
        /// The server acknowledges the request without an effect.
        case forget
    }

    private let state: LockedState<ChatState>
    private let clock: VirtualClock

    init(keepsLog: Bool = true, clock: VirtualClock) {
        state = LockedState(ChatState(keepsLog: keepsLog))
        self.clock = clock
    }

    /// The messages in the order of their numbers.
    var messages: [Message] { state.withLock { $0.messages } }

    /// The requests that reached the server, such as `POST messages`, in order.
    var requests: [String] { state.withLock { $0.requests } }

    /// The texts that reached the server in new messages and edits, in order.
    var receivedTexts: [String] { state.withLock { $0.receivedTexts } }

    /// The watermark of a person.
    func watermark(of person: UserID) -> Int { state.withLock { $0.read[person] ?? 0 } }

    /// The number of unread messages of a person.
    func unread(of person: UserID) -> Int { state.withLock { $0.unread(of: person) } }

    /// The conversation as a person sees it.
    func conversation(for person: UserID) -> Conversation { state.withLock { $0.conversation(for: person) } }

    /// Lets the next requests fail, in order.
    func fail(_ faults: Fault...) { state.withLock { $0.faults += faults } }

    /// Lets people only read, or write again.
    func setOpen(_ isOpen: Bool) { state.withLock { $0.isOpen = isOpen } }

    /// Removes a message without an event, as a server that has lost it.
    func lose(_ seq: Int) { state.withLock { state in state.messages.removeAll { $0.seq == seq } } }

    /// Changes the state as a person does, without a client.
    @discardableResult
    func act<Result: Sendable>(_ body: (inout ChatState) -> Result) -> Result { state.withLock { body(&$0) } }

    /// Adds a message of a person.
    @discardableResult
    func add(_ text: String, from sender: UserID = "liam") -> Message {
        let now = clock.date
        return state.withLock { $0.add(text, ClientID("k\($0.messages.count + 1)-\(sender)"), from: sender, at: now) }
    }

    /// The events of a person's log after a number.
    func events(of person: UserID, after seq: Int = 0) -> LogSlice {
        state.withLock { state in
            let events = state.events[person] ?? []
            return LogSlice(at: LogPosition(epoch: "e", seq: events.count), events: Array(events.dropFirst(seq)))
        }
    }

    fileprivate func respond(to request: HTTPRequest, of person: UserID) throws(TransportError) -> HTTPResponse {
        let now = clock.date
        let result = state.withLock { state in
            Result { try state.respond(to: request, of: person, at: now) }
        }
        switch result {
        case .success(let response): return response
        case .failure(let error as TransportError): throw error
        case .failure: throw .malformedResponse
        }
    }

    /// The connection of a person's device to the server.
    struct Connection: HTTPTransport {
        let server: ScriptedChat
        let person: UserID

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            try server.respond(to: request, of: person)
        }
    }
}

/// The state of a ``ScriptedChat``.
struct ChatState: Sendable {
    static let id: ConversationID = "c1"
    static let people: [UserID] = ["liam", "maya"]

    let keepsLog: Bool
    var messages: [Message] = []
    var lastSeq = 0
    var events: [UserID: [LogEvent]] = [:]
    var read: [UserID: Int] = [:]
    var isMuted: Set<UserID> = []
    var isOpen = true
    var requests: [String] = []
    var receivedTexts: [String] = []
    var faults: [ScriptedChat.Fault] = []
    var updatedAt = ChatUnderTest.now
    /// Whether the present request has no effect and no receipt.
    private var isForgetting = false

    init(keepsLog: Bool) {
        self.keepsLog = keepsLog
    }

    func unread(of person: UserID) -> Int {
        messages.count(where: { $0.seq > read[person] ?? 0 && $0.countsAsUnread(for: person) })
    }

    func conversation(for person: UserID) -> Conversation {
        Conversation(
            id: Self.id, kind: .pair, origin: .match("x1"),
            participants: Self.people.map {
                ConversationParticipant(userID: $0, name: $0.rawValue.capitalized, readThrough: read[$0] ?? 0)
            },
            isMuted: isMuted.contains(person), isOpen: isOpen, lastMessage: messages.last, lastSeq: lastSeq,
            readThrough: read[person] ?? 0, unreadCount: unread(of: person), updatedAt: updatedAt,
            createdAt: ChatUnderTest.now)
    }

    // MARK: Changes

    mutating func add(
        _ text: String, _ client: ClientID, from sender: UserID, at now: Date, replyTo: MessageID? = nil,
        action: String? = nil
    ) -> Message {
        if let known = messages.first(where: { $0.clientID == client && $0.senderID == sender }) { return known }
        lastSeq += 1
        let replied = messages.first { $0.id == replyTo }
        let message = Message(
            id: MessageID("m\(lastSeq)"), conversationID: Self.id, seq: lastSeq, clientID: client, senderID: sender,
            text: text,
            replyTo: replied.map {
                MessageReference(messageID: $0.id, seq: $0.seq, senderID: $0.senderID, excerpt: $0.text)
            },
            createdAt: now)
        messages.append(message)
        read[sender] = lastSeq
        updatedAt = now
        publish(message, as: .messageAdded, by: sender, action: action)
        return message
    }

    mutating func change(
        _ id: MessageID, by person: UserID, action: String? = nil, _ body: (inout Message) -> Void
    ) -> Message? {
        guard let index = messages.firstIndex(where: { $0.id == id }) else { return nil }
        let before = messages[index]
        body(&messages[index])
        if messages[index] != before {
            messages[index].version += 1
            publish(messages[index], as: .messageChanged, by: person, action: action)
        }
        return messages[index]
    }

    mutating func markRead(_ seq: Int, by person: UserID, action: String? = nil) {
        let through = min(max(seq, read[person] ?? 0), lastSeq)
        guard through > read[person] ?? 0 else { return }
        read[person] = through
        append(.conversationChanged, Keyed(conversation(for: person)), to: person, action: action)
        for other in Self.people where other != person {
            let receipt = ReadReceipt(conversationID: Self.id, userID: person, readThrough: through)
            append(.conversationRead, receipt, to: other, subject: person)
        }
    }

    mutating func append(
        _ kind: EventKind, _ data: any EventCatalogue.Payload, to person: UserID, subject: UserID? = nil,
        action: String? = nil
    ) {
        let seq = (events[person]?.count ?? 0) + 1
        events[person, default: []].append(
            LogEvent(
                kind, seq: seq, at: ChatUnderTest.now, subject: subject, action: action,
                touches: [.conversations, .conversation(Self.id)], data: data))
    }

    private mutating func publish(_ message: Message, as kind: EventKind, by person: UserID, action: String?) {
        for owner in Self.people {
            let update = MessageUpdate(
                message: message, unreadCount: unread(of: owner), readThrough: read[owner] ?? 0, lastSeq: lastSeq,
                updatedAt: updatedAt)
            append(kind, update, to: owner, action: owner == person ? action : nil)
        }
    }

    // MARK: Requests

    mutating func respond(to request: HTTPRequest, of person: UserID, at now: Date) throws -> HTTPResponse {
        let path = Array(request.url.pathComponents.drop { $0 != "conversations" }.dropFirst(2))
        // A typing notice is sent beside the messages, and could take the fault of a message in any order.
        let canFail = request.method != .get && path.first != "typing"
        let fault = !canFail || faults.isEmpty ? nil : faults.removeFirst()
        if case .offline? = fault { throw TransportError.cannotConnect }
        requests.append("\(request.method) \(path.joined(separator: "/"))")
        if case .refuse(let code)? = fault {
            return try .problem(409, Problem(code: code, message: "The server refuses this."))
        }
        let saved = self
        if case .forget? = fault { isForgetting = true }
        let before = events[person]?.count ?? 0
        let key = request.headers[.idempotencyKey]
        let response: HTTPResponse
        switch (request.method, path.first, path.count) {
        case (.get, nil, _): response = try reply(Keyed(conversation(for: person)), person, before, key)
        case (.get, "messages"?, 1): response = try reply(page(request), person, before, key)
        case (.post, "messages"?, 1):
            let body = try OrbitJSON.decoder.decode(SendMessageRequest.self, from: request.body)
            receivedTexts.append(body.text)
            let message = add(
                body.text, body.clientID, from: person, at: now, replyTo: body.replyTo, action: key)
            response = try reply(Keyed(message), person, before, key)
        case (.patch, "messages"?, 2):
            let body = try OrbitJSON.decoder.decode(EditMessageRequest.self, from: request.body)
            receivedTexts.append(body.text)
            let message = change(MessageID(path[1]), by: person, action: key) { message in
                message.text = body.text
                message.editedAt = now
            }
            response = try reply(message, person, before, key)
        case (.delete, "messages"?, 2):
            let message = change(MessageID(path[1]), by: person, action: key) { message in
                if message.isDeleted { return }
                message.text = nil
                message.deletedAt = now
                message.reactions = []
            }
            response = try reply(message, person, before, key)
        case (let method, "messages"?, 4):
            let isSet = method == .put
            guard let emoji = Emoji(path[3].removingPercentEncoding ?? "") else {
                throw TransportError.malformedResponse
            }
            let message = change(MessageID(path[1]), by: person, action: key) { message in
                message.setReaction(isSet, emoji, of: person)
            }
            response = try reply(message, person, before, key)
        case (.put, "read"?, 1):
            let body = try OrbitJSON.decoder.decode(MarkReadRequest.self, from: request.body)
            markRead(body.through, by: person, action: key)
            let state = ReadState(readThrough: read[person] ?? 0, unreadCount: unread(of: person))
            response = try reply(state, person, before, key)
        case (.put, "typing"?, 1): response = try reply(TypingIntervals.standard, person, before, key)
        case (.put, "mute"?, 1):
            let body = try OrbitJSON.decoder.decode(MuteConversationRequest.self, from: request.body)
            if body.isMuted { isMuted.insert(person) } else { isMuted.remove(person) }
            append(.conversationChanged, Keyed(conversation(for: person)), to: person, action: key)
            response = try reply(Keyed(conversation(for: person)), person, before, key)
        default: throw TransportError.malformedResponse
        }
        switch fault {
        case .loseResponse?: throw TransportError.connectionLost
        case .forget?:
            let (requests, texts) = (requests, receivedTexts)
            self = saved
            (self.requests, receivedTexts) = (requests, texts)
        default: break
        }
        return response
    }

    private func page(_ request: HTTPRequest) -> MessagePage {
        let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
        func number(_ name: String) -> Int? { items.first { $0.name == name }?.value.flatMap { Int($0) } }
        let limit = number("limit") ?? 50
        var part: [Message]
        if let after = number("after") {
            part = Array(messages.filter { $0.seq > after }.prefix(limit))
        } else if let before = number("before") {
            part = Array(messages.filter { $0.seq < before }.suffix(limit))
        } else if let around = number("around") {
            part = Array(messages.filter { $0.seq >= around - limit / 2 }.prefix(limit))
        } else {
            part = Array(messages.suffix(limit))
        }
        part.sort { $0.seq < $1.seq }
        let first = part.first?.seq ?? number("after").map { $0 + 1 } ?? 1
        let last = part.last?.seq ?? number("before").map { $0 - 1 } ?? lastSeq
        return MessagePage(
            part, hasEarlier: messages.contains { $0.seq < first }, hasLater: messages.contains { $0.seq > last })
    }

    private func reply(_ message: Message?, _ person: UserID, _ before: Int, _ key: String?) throws -> HTTPResponse {
        guard let message else { return try .problem(404, Problem(code: .notFound, message: "It is not here.")) }
        return try reply(Keyed(message), person, before, key)
    }

    private func reply(
        _ payload: some Encodable, _ person: UserID, _ before: Int, _ key: String?
    ) throws -> HTTPResponse {
        guard keepsLog, !isForgetting else { return try .success(payload) }
        let events = events[person] ?? []
        let receipt = LogReceipt(
            at: LogPosition(epoch: "e", seq: events.count), action: events.count > before ? key : nil,
            events: Array(events.dropFirst(before)))
        return try .success(payload, receipt: receipt)
    }
}

extension Message {
    /// Adds or removes the reaction of a person.
    mutating func setReaction(_ isSet: Bool, _ emoji: Emoji, of person: UserID) {
        var people = reactions.first { $0.emoji == emoji }?.userIDs ?? []
        people.removeAll { $0 == person }
        if isSet { people.append(person) }
        reactions.removeAll { $0.emoji == emoji }
        if !people.isEmpty { reactions.append(Reaction(emoji: emoji, userIDs: people)) }
        reactions.sort { $0.emoji < $1.emoji }
    }
}

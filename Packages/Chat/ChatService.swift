public import Networking
public import OrbitModels

/// A service for the conversations, messages and settings of the user. `ChatService+Proposals.swift` has the proposals.
///
/// An action with a key has its effect once, also if the request is repeated. The key of a new message is also its
/// `clientID`.
///
/// ```swift
/// let page = try await chat.messages(in: conversation.id, at: .end)
/// let message = try await chat.send("Coffee at four?", to: conversation.id, key: key)
/// ```
public struct ChatService: Sendable {
    let client: APIClient

    /// Creates a service that sends its requests through `client`.
    public init(client: APIClient) {
        self.client = client
    }

    /// Requests one page of conversations, the latest activity first.
    ///
    /// - Parameters:
    ///   - cursor: `nextCursor` of the previous page; `nil` for the first page.
    ///   - limit: The number of conversations, 1 to 100.
    public func conversations(
        after cursor: String? = nil, limit: Int = 20
    ) async throws -> Response<Page<Conversation>> {
        try await client.response(Endpoint(ConversationRoutes.list, after: cursor, limit: limit))
    }

    /// Opens the conversation of a match, a group or a meetup. Returns the existing conversation if there is one.
    public func open(_ origin: ConversationOrigin, key: IdempotencyKey) async throws -> Conversation {
        try await client.value(
            of: Endpoint(ConversationRoutes.open).json(OpenConversationRequest(origin: origin)).idempotent(key))
    }

    /// Requests one conversation.
    public func conversation(_ id: ConversationID) async throws -> Response<Keyed<Conversation>> {
        try await client.response(Endpoint(ConversationRoutes.read, parameters: Self.path(id)))
    }

    /// Requests a contiguous range of messages.
    ///
    /// - Parameters:
    ///   - conversation: The conversation.
    ///   - anchor: The position of the range.
    ///   - limit: The number of messages, 1 to 100.
    public func messages(
        in conversation: ConversationID, at anchor: MessageAnchor, limit: Int = ChatLimits.pageSize
    ) async throws -> Response<MessagePage> {
        var query: [(name: String, value: String?)] = [("limit", String(limit))]
        if let item = anchor.query { query.insert((item.name, item.value), at: 0) }
        return try await client.response(
            Endpoint(MessageRoutes.list, parameters: Self.path(conversation), query: query))
    }

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - text: The text; see ``MessageText``.
    ///   - conversation: The conversation.
    ///   - message: The message of the same conversation that this message replies to.
    ///   - key: The key of the request, which is also the `clientID` of the message.
    public func send(
        _ text: String, to conversation: ConversationID, replyingTo message: MessageID? = nil, key: IdempotencyKey
    ) async throws -> Message {
        let body = SendMessageRequest(clientID: ClientID(key.rawValue), text: text, replyTo: message)
        return try await client.value(
            of: Endpoint(MessageRoutes.send, parameters: Self.path(conversation)).json(body).idempotent(key))
    }

    /// Replaces the text of an own message.
    ///
    /// - Throws: A problem with code `edit_expired` after ``ChatLimits/editTime``.
    public func edit(
        _ message: MessageID, in conversation: ConversationID, to text: String, key: IdempotencyKey
    ) async throws -> Message {
        try await client.value(
            of: Endpoint(MessageRoutes.edit, parameters: Self.path(conversation, message))
                .json(EditMessageRequest(text: text)).idempotent(key))
    }

    /// Deletes an own message, and returns its tombstone. A deletion of a deleted message succeeds.
    public func delete(
        _ message: MessageID, in conversation: ConversationID, key: IdempotencyKey
    ) async throws -> Message {
        try await client.value(
            of: Endpoint(MessageRoutes.delete, parameters: Self.path(conversation, message)).idempotent(key))
    }

    /// Adds or removes the user's reaction with an emoji.
    ///
    /// - Throws: A problem with code `too_many_reactions` if the message has ``ChatLimits/emojiPerMessage`` others.
    public func setReaction(
        _ isSet: Bool, _ emoji: Emoji, on message: MessageID, in conversation: ConversationID, key: IdempotencyKey
    ) async throws -> Message {
        var parameters = Self.path(conversation, message)
        parameters["emoji"] = emoji.text
        let route = isSet ? MessageRoutes.react : MessageRoutes.removeReaction
        return try await client.value(of: Endpoint(route, parameters: parameters).idempotent(key))
    }

    /// Moves the user's watermark. It never decreases, and never exceeds the last message.
    public func markRead(
        through seq: Int, in conversation: ConversationID, key: IdempotencyKey
    ) async throws -> ReadState {
        try await client.send(
            Endpoint(ConversationRoutes.markRead, parameters: Self.path(conversation))
                .json(MarkReadRequest(through: seq)).idempotent(key))
    }

    /// Notifies the other people that the user types, or has stopped. Returns the intervals of further notices.
    public func setTyping(_ isTyping: Bool, in conversation: ConversationID) async throws -> TypingIntervals {
        try await client.send(
            Endpoint(ConversationRoutes.typing, parameters: Self.path(conversation))
                .json(TypingRequest(isTyping: isTyping)))
    }

    /// Mutes or unmutes a conversation.
    public func setMuted(
        _ isMuted: Bool, of conversation: ConversationID, key: IdempotencyKey
    ) async throws -> Conversation {
        try await client.value(
            of: Endpoint(ConversationRoutes.mute, parameters: Self.path(conversation))
                .json(MuteConversationRequest(isMuted: isMuted)).idempotent(key))
    }

    /// Requests the user's settings.
    public func settings() async throws -> Response<ChatSettings> {
        try await client.response(Endpoint(ChatSettingsRoutes.read))
    }

    /// Replaces the user's settings.
    public func save(_ settings: ChatSettings, key: IdempotencyKey) async throws -> ChatSettings {
        try await client.send(Endpoint(ChatSettingsRoutes.save).json(settings).idempotent(key))
    }

    static func path(_ conversation: ConversationID) -> [String: String] {
        ["conversation_id": conversation.rawValue]
    }

    private static func path(_ conversation: ConversationID, _ message: MessageID) -> [String: String] {
        ["conversation_id": conversation.rawValue, "message_id": message.rawValue]
    }
}

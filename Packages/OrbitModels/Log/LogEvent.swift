public import Foundation

/// An entry of a person's log: a change of the data that this person may see.
public struct LogEvent: Sendable {
    /// The number of the event in the log's epoch, from 1 and without gaps. It is 0 for an effect that the client
    /// expects before the server confirms it.
    public let seq: Int
    /// The time of the event by the server's clock.
    public let at: Date
    /// The kind of the event.
    public let kind: EventKind
    /// The other person in the event, if any. The event is withdrawn when the two may no longer see each other.
    public let subject: UserID?
    /// The `Idempotency-Key` of the owner's own request that had this effect.
    public let action: String?
    /// The lists to reload if the data of the event is unknown or withdrawn.
    public let touches: [ListName]
    private let content: Content

    /// The data of an event, as far as it was decoded.
    private enum Content: Sendable {
        case none
        case read(any EventCatalogue.Payload)
        /// The data of a kind that this version does not know.
        case unknown
        case unreadable(reason: String)
    }

    /// Creates an event.
    public init(
        _ kind: EventKind, seq: Int = 0, at: Date = .distantPast, subject: UserID? = nil, action: String? = nil,
        touches: [ListName] = [], data: (any EventCatalogue.Payload)? = nil
    ) {
        self.init(
            data.map(Content.read) ?? .none, kind, seq: seq, at: at, subject: subject, action: action,
            touches: touches)
    }

    /// Returns the same event with another number.
    public func numbered(_ seq: Int) -> LogEvent {
        LogEvent(
            content, kind, seq: seq, at: at, subject: subject, action: action, touches: touches)
    }

    private init(
        _ content: Content, _ kind: EventKind, seq: Int, at: Date, subject: UserID?, action: String?,
        touches: [ListName]
    ) {
        self.seq = seq
        self.at = at
        self.kind = kind
        self.subject = subject
        self.action = action
        self.touches = touches
        self.content = content
    }

    /// Returns the data of the event.
    ///
    /// - Parameter type: The type of the data.
    /// - Throws: ``LogEventError`` if the event has no data, or data of another type.
    public func data<Payload>(_ type: Payload.Type = Payload.self) throws(LogEventError) -> Payload {
        switch content {
        case .read(let data as Payload): return data
        case .unreadable(let reason): throw LogEventError(kind: kind, reason: reason)
        case .none, .read, .unknown: throw LogEventError(kind: kind, reason: "there is no data of this type")
        }
    }

    /// Whether the change is unknown, because this version cannot read the data or because the event was withdrawn.
    /// Reload the lists that it ``touches``.
    public var isOpaque: Bool {
        switch content {
        case .unknown, .unreadable: true
        case .none, .read: kind == .void
        }
    }
}

/// An error of an event whose data cannot be used.
public struct LogEventError: Error, Hashable, Sendable {
    /// The kind of the event.
    public let kind: EventKind
    /// The place and the reason of the decoding failure, without the value.
    public let reason: String
}

extension LogEvent: Codable {
    private enum CodingKeys: String, CodingKey {
        case seq, at, subject, action, touches, data
        case kind = "type"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        seq = try container.decode(Int.self, forKey: .seq)
        at = try container.decode(Date.self, forKey: .at)
        kind = try container.decode(EventKind.self, forKey: .kind)
        subject = try container.decodeIfPresent(UserID.self, forKey: .subject)
        action = try container.decodeIfPresent(String.self, forKey: .action)
        touches = try container.decodeIfPresent([ListName].self, forKey: .touches) ?? []
        if !container.contains(.data) {
            content = .none
        } else if let type = decoder.eventCatalogue?.type(of: kind) {
            do {
                content = .read(try type.init(from: try container.superDecoder(forKey: .data)))
            } catch {
                content = .unreadable(reason: DecodingReason.describe(error))
            }
        } else {
            content = .unknown
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(seq, forKey: .seq)
        try container.encode(at, forKey: .at)
        try container.encode(kind, forKey: .kind)
        try container.encodeIfPresent(subject, forKey: .subject)
        try container.encodeIfPresent(action, forKey: .action)
        if !touches.isEmpty { try container.encode(touches, forKey: .touches) }
        if case .read(let data) = content { try data.encode(to: container.superEncoder(forKey: .data)) }
    }
}

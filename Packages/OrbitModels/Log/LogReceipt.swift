/// The members of a response that describe the caller's log: `{ "success", "data", "at", "action", "events" }`.
///
/// A server without logs omits `at`, `action` and `events`.
public struct LogReceipt: Sendable {
    /// The position up to which the response reflects the log. The events up to this position include the effect of
    /// the request.
    public var at: LogPosition
    /// The `Idempotency-Key` of the request, if it had an effect on the caller's own log.
    public var action: String?
    /// The events that the request has appended to the caller's own log: the last events up to ``at``.
    public var events: [LogEvent]

    /// Creates a receipt.
    public init(at: LogPosition, action: String? = nil, events: [LogEvent] = []) {
        self.at = at
        self.action = action
        self.events = events
    }
}

/// An ``Envelope`` with the receipt of the same response.
public struct LoggedEnvelope<Payload> {
    /// The response's data or problem.
    public var envelope: Envelope<Payload>
    /// The receipt; `nil` if it is missing or cannot be decoded. The data is used in both cases.
    public var receipt: LogReceipt?

    /// Creates an envelope with its receipt.
    public init(_ envelope: Envelope<Payload>, receipt: LogReceipt?) {
        self.envelope = envelope
        self.receipt = receipt
    }
}

extension LoggedEnvelope: Sendable where Payload: Sendable {}

private enum ReceiptKeys: String, CodingKey {
    case at, action, events
}

extension LoggedEnvelope: Decodable where Payload: Decodable {
    public init(from decoder: any Decoder) throws {
        envelope = try Envelope(from: decoder)
        let container = try decoder.container(keyedBy: ReceiptKeys.self)
        guard container.contains(.at) else { return }
        receipt = try? LogReceipt(  // an unreadable receipt counts as missing
            at: container.decode(LogPosition.self, forKey: .at),
            action: container.decodeIfPresent(String.self, forKey: .action),
            events: container.decodeIfPresent([LogEvent].self, forKey: .events) ?? [])
    }
}

extension LoggedEnvelope: Encodable where Payload: Encodable {
    public func encode(to encoder: any Encoder) throws {
        try envelope.encode(to: encoder)
        guard let receipt else { return }
        var container = encoder.container(keyedBy: ReceiptKeys.self)
        try container.encode(receipt.at, forKey: .at)
        try container.encodeIfPresent(receipt.action, forKey: .action)
        if !receipt.events.isEmpty { try container.encode(receipt.events, forKey: .events) }
    }
}

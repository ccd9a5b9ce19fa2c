/// A part of a log: all events after the client's position up to ``at``, in order and without gaps.
///
/// It is the data of `GET /events` and of each server-sent event. A slice never splits the events of one transaction.
public struct LogSlice: Sendable {
    /// The position after the last event.
    public var at: LogPosition
    /// The events in the order of their numbers.
    public var events: [LogEvent]
    /// Whether the client's position cannot be continued. The client reloads its content and continues from ``at``.
    public var isResync: Bool

    /// Creates a slice.
    public init(at: LogPosition, events: [LogEvent] = [], isResync: Bool = false) {
        self.at = at
        self.events = events
        self.isResync = isResync
    }
}

extension LogSlice: Codable {
    private enum CodingKeys: String, CodingKey {
        case at, events
        case isResync = "resync"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        at = try container.decode(LogPosition.self, forKey: .at)
        events = try container.decodeIfPresent([LogEvent].self, forKey: .events) ?? []
        isResync = try container.decodeIfPresent(Bool.self, forKey: .isResync) ?? false
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(at, forKey: .at)
        if !events.isEmpty { try container.encode(events, forKey: .events) }
        if isResync { try container.encode(true, forKey: .isResync) }
    }
}

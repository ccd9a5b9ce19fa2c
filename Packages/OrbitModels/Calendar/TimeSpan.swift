public import Foundation

/// The time between two instants.
public struct TimeSpan: Hashable, Sendable {
    /// The first instant.
    public let start: Date
    /// The end, later than `start`.
    public let end: Date

    /// Creates a span, or returns `nil` unless `end` is after `start`.
    public init?(start: Date, end: Date) {
        guard end > start else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// The duration in seconds.
    public var duration: TimeInterval { end.timeIntervalSince(start) }

    /// Whether the two spans have time in common. Spans that only touch do not overlap.
    public func overlaps(_ other: Self) -> Bool { start < other.end && other.start < end }
}

extension TimeSpan: Codable {
    private enum CodingKeys: String, CodingKey {
        case start, end
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let start = try container.decode(Date.self, forKey: .start)
        guard let span = TimeSpan(start: start, end: try container.decode(Date.self, forKey: .end)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .end, in: container, debugDescription: "the end must come after the start")
        }
        self = span
    }
}

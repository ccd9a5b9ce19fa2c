/// A position in one person's log, directly after the event with the number ``seq`` of ``epoch``.
///
/// On the wire it is a string, `epoch:seq`. Positions of different epochs cannot be compared. A log begins a new epoch
/// when it cannot continue after its earlier events, such as after a restore from a backup.
public struct LogPosition: Hashable, Sendable {
    /// The identifier of the epoch, drawn at random when the epoch begins.
    public let epoch: String
    /// The number of the last event; 0 before the first.
    public let seq: Int

    /// Creates a position.
    public init(epoch: String, seq: Int) {
        self.epoch = epoch
        self.seq = seq
    }

    /// Creates a position from `epoch:seq`, or returns `nil` for any other text.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), colon != text.startIndex else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let seq = Int(digits) else {
            return nil
        }
        self.init(epoch: String(text[..<colon]), seq: seq)
    }

    /// Returns the position `count` events later.
    public func advanced(by count: Int) -> LogPosition {
        LogPosition(epoch: epoch, seq: seq + count)
    }
}

extension LogPosition: CustomStringConvertible {
    /// `epoch:seq`.
    public var description: String { "\(epoch):\(seq)" }
}

extension LogPosition: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let position = LogPosition(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "expected an epoch, a colon and a number")
        }
        self = position
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

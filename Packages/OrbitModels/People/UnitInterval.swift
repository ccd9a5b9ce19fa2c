/// A number from 0 to 1, such as the position of a slider.
public struct UnitInterval: Hashable, Sendable, Comparable {
    /// 0 to 1.
    public let value: Double

    /// `nil` outside 0...1 and for NaN.
    public init?(_ value: Double) {
        guard value >= 0, value <= 1 else { return nil }
        self.value = value
    }

    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.value < rhs.value }
}

extension UnitInterval: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = UnitInterval(try container.decode(Double.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a number from 0 to 1")
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

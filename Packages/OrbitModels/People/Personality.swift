/// A person's own position on three scales. `nil` means unanswered; it is not the middle.
public struct Personality: Hashable, Sendable {
    /// The position from 0 (introvert) to 1 (extrovert).
    public var introvertExtrovert: UnitInterval?
    /// The position from 0 (spontaneous) to 1 (planner).
    public var spontaneousPlanner: UnitInterval?
    /// The position from 0 (active) to 1 (relaxed).
    public var activeRelaxed: UnitInterval?

    /// Creates a personality.
    public init(
        introvertExtrovert: UnitInterval? = nil, spontaneousPlanner: UnitInterval? = nil,
        activeRelaxed: UnitInterval? = nil
    ) {
        self.introvertExtrovert = introvertExtrovert
        self.spontaneousPlanner = spontaneousPlanner
        self.activeRelaxed = activeRelaxed
    }

    /// A personality without any answer.
    public static let unanswered = Personality()
}

extension Personality: Codable {
    private enum CodingKeys: String, CodingKey {
        case introvertExtrovert = "introvert_extrovert"
        case spontaneousPlanner = "spontaneous_planner"
        case activeRelaxed = "active_relaxed"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        introvertExtrovert = try container.decodeUnitInterval(forKey: .introvertExtrovert)
        spontaneousPlanner = try container.decodeUnitInterval(forKey: .spontaneousPlanner)
        activeRelaxed = try container.decodeUnitInterval(forKey: .activeRelaxed)
    }
}

extension KeyedDecodingContainer {
    /// Decodes the number from this container.
    fileprivate func decodeUnitInterval(forKey key: Key) throws -> UnitInterval? {
        // A nested `UnitInterval` decodes through a decoder of its own, which takes twice as long.
        guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard let value = UnitInterval(number) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "expected a number from 0 to 1")
        }
        return value
    }
}

/// A number from 0 to 1, such as the position of a slider.
public struct UnitInterval: Hashable, Sendable, Comparable {
    /// The number, 0 to 1.
    public let value: Double

    /// Creates a number, or returns `nil` outside 0...1 and for NaN.
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

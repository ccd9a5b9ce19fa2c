/// A person's own position on three scales. `nil` means unanswered, which is not the middle.
public struct Personality: Hashable, Sendable {
    /// 0 is introvert, 1 is extrovert.
    public var introvertExtrovert: UnitInterval?
    /// 0 is spontaneous, 1 is a planner.
    public var spontaneousPlanner: UnitInterval?
    /// 0 is active, 1 is relaxed.
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

    /// No scale answered.
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
    /// Decodes the number from this container: a nested `UnitInterval` decodes too, but through a decoder of its own,
    /// at twice the cost.
    fileprivate func decodeUnitInterval(forKey key: Key) throws -> UnitInterval? {
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

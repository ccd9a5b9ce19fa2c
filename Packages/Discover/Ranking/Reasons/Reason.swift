public import OrbitModels

/// Something true about two people that a person may be told, as a code and what its words need.
///
/// ``phrase`` says it in English; other languages have their own words for the codes.
public struct Reason: Codable, Hashable, Sendable {
    public let code: ReasonCode
    public let parameters: [String: ParameterValue]

    public init(_ code: ReasonCode, _ parameters: [String: ParameterValue] = [:]) {
        self.code = code
        self.parameters = parameters
    }

    private enum CodingKeys: String, CodingKey {
        case code, parameters
    }

    /// Parameters of a shape that only a newer version knows are left out: they cost neither the reason nor the person.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(ReasonCode.self, forKey: .code)
        // What cannot be read is left out: the reason is worth more than its parameters.
        let known = try? container.decode([String: ParameterValue].self, forKey: .parameters)
        parameters = known ?? [:]
    }
}

/// What a reason is about. Open: a newer server may have reasons that this version has no words for.
public struct ReasonCode: RawRepresentable, Codable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Both have the `interest`.
    public static let sharedInterest = Self(rawValue: "shared_interest")
    /// Both have the `interest`, and few on campus do.
    public static let sharedRareInterest = Self(rawValue: "shared_rare_interest")
    /// Both are free on `day` (`mon` to `sun`) from the hour `from` to the hour `to`, by the clock of the campus.
    public static let sharedHours = Self(rawValue: "shared_hours")
    /// Both stand nearly alike on the `scale`, by its name on the wire, and towards its `end` (`low`, `high`, `middle`).
    public static let alike = Self(rawValue: "alike")
    /// Both prefer the same `group_size`.
    public static let sameGroupSize = Self(rawValue: "same_group_size")
    /// Both want to meet equally often: `meeting_frequency`.
    public static let sameFrequency = Self(rawValue: "same_frequency")
    /// Both prefer the `time` of day or week.
    public static let sharedTime = Self(rawValue: "shared_time")
    public static let liveNearby = Self(rawValue: "live_nearby")
    /// The other one stands far off on the `scale`, towards its `end`.
    public static let unlike = Self(rawValue: "unlike")
    /// The other one has an `interest` that the one who asks has not.
    public static let otherInterest = Self(rawValue: "other_interest")

    public static let known: [Self] = [
        .sharedInterest, .sharedRareInterest, .sharedHours, .alike, .sameGroupSize, .sameFrequency, .sharedTime,
        .liveNearby, .unlike, .otherInterest,
    ]
}

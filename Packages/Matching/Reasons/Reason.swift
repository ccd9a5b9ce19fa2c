public import OrbitModels

/// A fact about two people that a viewer may be told, as a code and parameters.
///
/// ``phrase(in:)`` is its text in the words of a front end.
public struct Reason: Codable, Hashable, Sendable {
    /// What the fact is.
    public let code: ReasonCode
    /// Values for the text; see the codes.
    public let parameters: [String: ParameterValue]

    /// Creates a reason.
    public init(_ code: ReasonCode, _ parameters: [String: ParameterValue] = [:]) {
        self.code = code
        self.parameters = parameters
    }

    private enum CodingKeys: String, CodingKey {
        case code, parameters
    }

    /// Parameters of an unknown shape are dropped, so that a newer server's reason still decodes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(ReasonCode.self, forKey: .code)
        // Dropped if unreadable: the reason is worth more than its parameters.
        let known = try? container.decode([String: ParameterValue].self, forKey: .parameters)
        parameters = known ?? [:]
    }
}

/// The kind of a reason. Open: a newer server may send kinds without a text in this version.
public struct ReasonCode: RawRepresentable, Codable, Hashable, Sendable {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Both have the `interest`.
    public static let sharedInterest = Self(rawValue: "shared_interest")
    /// Both have the `interest`, and few on campus do.
    public static let sharedRareInterest = Self(rawValue: "shared_rare_interest")
    /// Both share free time: the `level` is `some` or `plenty`, see ``FreeTimeLevel``.
    public static let sharedFreeTime = Self(rawValue: "shared_free_time")
    /// Both are close on the `scale` (by its wire name), towards its `end` (`low`, `high`, `middle`).
    public static let alike = Self(rawValue: "alike")
    /// Both prefer the same `group_size`.
    public static let sameGroupSize = Self(rawValue: "same_group_size")
    /// Both want to meet equally often: `meeting_frequency`.
    public static let sameFrequency = Self(rawValue: "same_frequency")
    /// Both prefer the `time` of day or week.
    public static let sharedTime = Self(rawValue: "shared_time")
    /// Both live in the same square of a ``HomeGrid``.
    public static let sameArea = Self(rawValue: "same_area")
    /// The other person is far off on the `scale`, towards its `end`.
    public static let unlike = Self(rawValue: "unlike")
    /// The other person has an `interest` that the viewer does not have.
    public static let otherInterest = Self(rawValue: "other_interest")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .sharedInterest, .sharedRareInterest, .sharedFreeTime, .alike, .sameGroupSize, .sameFrequency, .sharedTime,
        .sameArea, .unlike, .otherInterest,
    ]
}

public import OrbitModels

/// A fact about two people that the viewer may know, as a code with parameters.
///
/// ``phrase(in:)`` returns its text in the language of a front end.
public struct Reason: Codable, Hashable, Sendable {
    /// The code of the fact.
    public let code: ReasonCode
    /// The values for the text; see the codes.
    public let parameters: [String: ParameterValue]

    /// Creates a reason.
    public init(_ code: ReasonCode, _ parameters: [String: ParameterValue] = [:]) {
        self.code = code
        self.parameters = parameters
    }

    private enum CodingKeys: String, CodingKey {
        case code, parameters
    }

    /// Decodes a reason. Parameters of an unknown form are dropped, so that a reason of a newer server still decodes.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        code = try container.decode(ReasonCode.self, forKey: .code)
        // The reason is useful without its parameters.
        let known = try? container.decode([String: ParameterValue].self, forKey: .parameters)
        parameters = known ?? [:]
    }
}

/// The kind of a reason. The set is open: a newer server may send kinds without a text in this version.
public struct ReasonCode: RawRepresentable, Codable, Hashable, Sendable {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Both have the `interest`.
    public static let sharedInterest = Self(rawValue: "shared_interest")
    /// Both have the `interest`, which few people on campus have.
    public static let sharedRareInterest = Self(rawValue: "shared_rare_interest")
    /// Both share free time. The `level` is `some` or `plenty`, see ``FreeTimeLevel``.
    public static let sharedFreeTime = Self(rawValue: "shared_free_time")
    /// Both are close on a scale. The `scale` is its name on the wire. The `end` is the place of both people on it:
    /// `low`, `high` or `middle`.
    public static let alike = Self(rawValue: "alike")
    /// Both prefer the same `group_size`.
    public static let sameGroupSize = Self(rawValue: "same_group_size")
    /// Both prefer the same frequency of meetings, `meeting_frequency`.
    public static let sameFrequency = Self(rawValue: "same_frequency")
    /// Both prefer the `time` of day or week.
    public static let sharedTime = Self(rawValue: "shared_time")
    /// Both live in the same square of a ``HomeGrid``.
    public static let sameArea = Self(rawValue: "same_area")
    /// The other person differs much on the `scale`, in the direction of its `end`.
    public static let unlike = Self(rawValue: "unlike")
    /// The other person has an `interest` that the viewer does not have.
    public static let otherInterest = Self(rawValue: "other_interest")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .sharedInterest, .sharedRareInterest, .sharedFreeTime, .alike, .sameGroupSize, .sameFrequency, .sharedTime,
        .sameArea, .unlike, .otherInterest,
    ]
}

/// A remark about a person at a meetup. The set of remarks is fixed, so that a rating cannot be used to insult.
public struct RatingTag: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Friendly.
    public static let friendly = Self(rawValue: "friendly")
    /// On time.
    public static let onTime = Self(rawValue: "on_time")
    /// Listens well.
    public static let goodListener = Self(rawValue: "good_listener")
    /// Came prepared.
    public static let wellPrepared = Self(rawValue: "well_prepared")
    /// Came late.
    public static let cameLate = Self(rawValue: "came_late")
    /// Left early.
    public static let leftEarly = Self(rawValue: "left_early")
    /// Was busy with something else.
    public static let distracted = Self(rawValue: "distracted")
    /// Could have been better prepared.
    public static let unprepared = Self(rawValue: "unprepared")

    /// The values this version knows, in display order, praise first.
    public static let known: [Self] = [
        .friendly, .onTime, .goodListener, .wellPrepared, .cameLate, .leftEarly, .distracted, .unprepared,
    ]

    /// Whether it is praise; `nil` for a value that this version does not know.
    public var isPraise: Bool? {
        switch self {
        case .friendly, .onTime, .goodListener, .wellPrepared: true
        case .cameLate, .leftEarly, .distracted, .unprepared: false
        default: nil
        }
    }
}

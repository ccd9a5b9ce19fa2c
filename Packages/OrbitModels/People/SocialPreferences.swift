/// How someone likes to meet. `nil` and the empty list mean unanswered.
public struct SocialPreferences: Hashable, Sendable {
    public var groupSize: GroupSize?
    public var meetingFrequency: MeetingFrequency?
    public var preferredTimes: [PreferredTime]

    public init(
        groupSize: GroupSize? = nil, meetingFrequency: MeetingFrequency? = nil, preferredTimes: [PreferredTime] = []
    ) {
        self.groupSize = groupSize
        self.meetingFrequency = meetingFrequency
        self.preferredTimes = preferredTimes
    }
}

extension SocialPreferences: Codable {
    private enum CodingKeys: String, CodingKey {
        case groupSize = "group_size"
        case meetingFrequency = "meeting_frequency"
        case preferredTimes = "preferred_times"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        groupSize = try container.decodeTextIfPresent(forKey: .groupSize, GroupSize.init(wire:))
        meetingFrequency = try container.decodeTextIfPresent(forKey: .meetingFrequency, MeetingFrequency.init(wire:))
        preferredTimes = try container.decodeTexts(forKey: .preferredTimes, PreferredTime.init(wire:))
    }
}

public struct GroupSize: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let oneOnOne = Self(rawValue: "one_on_one")
    /// Three to five.
    public static let small = Self(rawValue: "small")
    /// Six to ten.
    public static let medium = Self(rawValue: "medium")
    /// More than ten.
    public static let large = Self(rawValue: "large")

    public static let known: [Self] = [.oneOnOne, .small, .medium, .large]
    public static let legacySpellings: [String: Self] = [
        "One-on-one": .oneOnOne, "Small groups (3-5)": .small, "Medium groups (6-10)": .medium,
        "Large groups (10+)": .large,
    ]
}

public struct MeetingFrequency: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let weekly = Self(rawValue: "weekly")
    public static let biweekly = Self(rawValue: "biweekly")
    public static let monthly = Self(rawValue: "monthly")
    public static let flexible = Self(rawValue: "flexible")

    public static let known: [Self] = [.weekly, .biweekly, .monthly, .flexible]
    public static let legacySpellings: [String: Self] = [
        "Weekly": .weekly, "Bi-weekly": .biweekly, "Monthly": .monthly, "Flexible": .flexible,
    ]
}

public struct PreferredTime: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let mornings = Self(rawValue: "mornings")
    public static let afternoons = Self(rawValue: "afternoons")
    public static let evenings = Self(rawValue: "evenings")
    public static let weekends = Self(rawValue: "weekends")

    public static let known: [Self] = [.mornings, .afternoons, .evenings, .weekends]
    public static let legacySpellings: [String: Self] = [
        "Mornings": .mornings, "Afternoons": .afternoons, "Evenings": .evenings, "Weekends": .weekends,
    ]
}

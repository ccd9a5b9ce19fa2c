/// A person's preferences for meeting. `nil` and the empty list mean unanswered.
public struct SocialPreferences: Hashable, Sendable {
    /// The preferred size of a group.
    public var groupSize: GroupSize?
    /// The preferred frequency of meetings.
    public var meetingFrequency: MeetingFrequency?
    /// The preferred times; may have several values.
    public var preferredTimes: [PreferredTime]

    /// Creates social preferences.
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

/// The preferred size of a group.
public struct GroupSize: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Two people.
    public static let oneOnOne = Self(rawValue: "one_on_one")
    /// 3 to 5 people.
    public static let small = Self(rawValue: "small")
    /// 6 to 10 people.
    public static let medium = Self(rawValue: "medium")
    /// More than 10 people.
    public static let large = Self(rawValue: "large")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.oneOnOne, .small, .medium, .large]
    /// The display labels that older servers send in place of the values.
    public static let legacySpellings: [String: Self] = [
        "One-on-one": .oneOnOne, "Small groups (3-5)": .small, "Medium groups (6-10)": .medium,
        "Large groups (10+)": .large,
    ]
}

/// A frequency of meetings.
public struct MeetingFrequency: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Once a week.
    public static let weekly = Self(rawValue: "weekly")
    /// Every two weeks.
    public static let biweekly = Self(rawValue: "biweekly")
    /// Once a month.
    public static let monthly = Self(rawValue: "monthly")
    /// No fixed rhythm.
    public static let flexible = Self(rawValue: "flexible")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.weekly, .biweekly, .monthly, .flexible]
    /// The display labels that older servers send in place of the values.
    public static let legacySpellings: [String: Self] = [
        "Weekly": .weekly, "Bi-weekly": .biweekly, "Monthly": .monthly, "Flexible": .flexible,
    ]
}

/// A preferred time of meetings.
public struct PreferredTime: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// In the mornings.
    public static let mornings = Self(rawValue: "mornings")
    /// In the afternoons.
    public static let afternoons = Self(rawValue: "afternoons")
    /// In the evenings.
    public static let evenings = Self(rawValue: "evenings")
    /// On weekends.
    public static let weekends = Self(rawValue: "weekends")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.mornings, .afternoons, .evenings, .weekends]
    /// The display labels that older servers send in place of the values.
    public static let legacySpellings: [String: Self] = [
        "Mornings": .mornings, "Afternoons": .afternoons, "Evenings": .evenings, "Weekends": .weekends,
    ]
}

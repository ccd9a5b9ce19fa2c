public import Foundation

/// The hours of the week at which a person is usually free, by the wall clock of a named zone.
///
/// Wall-clock hours stay correct when clocks change: "Tuesdays at six" is six in summer and in winter. The wire form is
/// `{ "time_zone": "America/New_York", "hours": { "tue": [17, 18] } }`.
public struct WeeklyAvailability: Hashable, Sendable {
    /// The zone whose wall clock the hours refer to.
    public var timeZone: TimeZone
    /// The free hours.
    public var hours: HourSet

    /// Creates the availability in a zone.
    public init(timeZone: TimeZone, hours: HourSet = HourSet()) {
        self.timeZone = timeZone
        self.hours = hours
    }
}

/// A set of hours of the week, as 168 bits.
public struct HourSet: Hashable, Sendable {
    /// Bit `i` of word `w` is hour `64 w + i`.
    public private(set) var words: (UInt64, UInt64, UInt64) = (0, 0, 0)

    /// Creates an empty set.
    public init() {}

    /// Creates a set of the given hours.
    public init(_ hours: some Sequence<HourOfWeek>) {
        for hour in hours { insert(hour) }
    }

    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.words == rhs.words }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
    }

    /// Whether the set has no hours.
    public var isEmpty: Bool { words == (0, 0, 0) }

    /// The number of hours, 0 to 168.
    public var count: Int { words.0.nonzeroBitCount + words.1.nonzeroBitCount + words.2.nonzeroBitCount }

    /// Whether the hour is in the set.
    public func contains(_ hour: HourOfWeek) -> Bool {
        let bit = UInt64(1) << UInt64(hour.index % 64)
        switch hour.index / 64 {
        case 0: return words.0 & bit != 0
        case 1: return words.1 & bit != 0
        default: return words.2 & bit != 0
        }
    }

    /// Adds an hour.
    public mutating func insert(_ hour: HourOfWeek) {
        let bit = UInt64(1) << UInt64(hour.index % 64)
        switch hour.index / 64 {
        case 0: words.0 |= bit
        case 1: words.1 |= bit
        default: words.2 |= bit
        }
    }

    /// Removes an hour.
    public mutating func remove(_ hour: HourOfWeek) {
        let bit = UInt64(1) << UInt64(hour.index % 64)
        switch hour.index / 64 {
        case 0: words.0 &= ~bit
        case 1: words.1 &= ~bit
        default: words.2 &= ~bit
        }
    }

    /// Returns the hours in both sets.
    public func intersection(_ other: Self) -> Self {
        var result = HourSet()
        result.words = (words.0 & other.words.0, words.1 & other.words.1, words.2 & other.words.2)
        return result
    }

    /// The hours in order, from Monday 00:00.
    public var hours: [HourOfWeek] {
        (0..<168).map { HourOfWeek(index: $0) }.filter(contains)
    }
}

extension WeeklyAvailability: Codable {
    private enum CodingKeys: String, CodingKey {
        case timeZone = "time_zone"
        case hours
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        timeZone = try container.decode(NamedZone.self, forKey: .timeZone).zone
        hours = HourSet()
        for (key, dayHours) in try container.decode([String: [Int]].self, forKey: .hours) {
            guard dayHours.count <= 24 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .hours, in: container, debugDescription: "expected at most 24 hours of a day")
            }
            for hour in dayHours {
                guard let weekday = Weekday(key: key), let hour = HourOfWeek(weekday, hour: hour) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: .hours, in: container, debugDescription: "expected mon to sun, each with hours 0 to 23")
                }
                hours.insert(hour)
            }
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(NamedZone(timeZone), forKey: .timeZone)
        let byDay = Dictionary(grouping: hours.hours, by: \.weekday.key).mapValues { $0.map(\.hour) }
        try container.encode(byDay, forKey: .hours)
    }
}

/// A sport to play together.
public struct Sport: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Badminton.
    public static let badminton = Self(rawValue: "badminton")
    /// Basketball.
    public static let basketball = Self(rawValue: "basketball")
    /// Climbing and bouldering.
    public static let climbing = Self(rawValue: "climbing")
    /// Cycling.
    public static let cycling = Self(rawValue: "cycling")
    /// Working out at a gym.
    public static let gym = Self(rawValue: "gym")
    /// Hiking.
    public static let hiking = Self(rawValue: "hiking")
    /// Running.
    public static let running = Self(rawValue: "running")
    /// Soccer (association football).
    public static let soccer = Self(rawValue: "soccer")
    /// Swimming.
    public static let swimming = Self(rawValue: "swimming")
    /// Table tennis.
    public static let tableTennis = Self(rawValue: "table_tennis")
    /// Tennis.
    public static let tennis = Self(rawValue: "tennis")
    /// Volleyball.
    public static let volleyball = Self(rawValue: "volleyball")
    /// Yoga.
    public static let yoga = Self(rawValue: "yoga")

    /// The values this version knows, in display order.
    public static let known: [Self] = [
        .badminton, .basketball, .climbing, .cycling, .gym, .hiking, .running, .soccer, .swimming, .tableTennis,
        .tennis, .volleyball, .yoga,
    ]
}

/// A level of skill in a sport.
public struct SkillLevel: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// New to the sport.
    public static let beginner = Self(rawValue: "beginner")
    /// Plays with some experience.
    public static let intermediate = Self(rawValue: "intermediate")
    /// Plays well.
    public static let advanced = Self(rawValue: "advanced")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.beginner, .intermediate, .advanced]
}

/// A sport that a person plays, with a skill level.
public struct SportEntry: Codable, Hashable, Sendable {
    /// The sport.
    public var sport: Sport
    /// The person's level.
    public var level: SkillLevel

    /// Creates an entry.
    public init(sport: Sport, level: SkillLevel) {
        self.sport = sport
        self.level = level
    }
}

/// A sport to play together.
public struct Sport: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let badminton = Self(rawValue: "badminton")
    public static let basketball = Self(rawValue: "basketball")
    public static let climbing = Self(rawValue: "climbing")
    public static let cycling = Self(rawValue: "cycling")
    public static let gym = Self(rawValue: "gym")
    public static let hiking = Self(rawValue: "hiking")
    public static let running = Self(rawValue: "running")
    public static let soccer = Self(rawValue: "soccer")
    public static let swimming = Self(rawValue: "swimming")
    public static let tableTennis = Self(rawValue: "table_tennis")
    public static let tennis = Self(rawValue: "tennis")
    public static let volleyball = Self(rawValue: "volleyball")
    public static let yoga = Self(rawValue: "yoga")

    public static let known: [Self] = [
        .badminton, .basketball, .climbing, .cycling, .gym, .hiking, .running, .soccer, .swimming, .tableTennis,
        .tennis, .volleyball, .yoga,
    ]
}

/// How well someone plays.
public struct SkillLevel: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let beginner = Self(rawValue: "beginner")
    public static let intermediate = Self(rawValue: "intermediate")
    public static let advanced = Self(rawValue: "advanced")

    public static let known: [Self] = [.beginner, .intermediate, .advanced]
}

/// A sport someone plays, and how well.
public struct SportEntry: Codable, Hashable, Sendable {
    public var sport: Sport
    public var level: SkillLevel

    public init(sport: Sport, level: SkillLevel) {
        self.sport = sport
        self.level = level
    }
}

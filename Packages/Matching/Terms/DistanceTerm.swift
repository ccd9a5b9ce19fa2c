/// Distance, in steps between snapped points.
enum DistanceTerm {
    /// `nil` if either place is unknown.
    static func value(kilometres: Double?) -> TermValue? {
        kilometres.map { TermValue(DistanceBucket(kilometres: $0).closeness) }
    }
}

/// The distance between two people's homes, as coarsely as it is ever disclosed.
public enum DistanceBucket: String, CaseIterable, Codable, Hashable, Sendable {
    /// Up to 3 km: on foot or by bicycle.
    case nearby
    /// Up to 10 km.
    case sameTown = "same_town"
    /// Up to 30 km.
    case sameRegion = "same_region"
    /// Up to 100 km.
    case dayTrip = "day_trip"
    /// More than 100 km.
    case farAway = "far_away"

    init(kilometres: Double) {
        self = Self.allCases.first { kilometres <= $0.reach } ?? .farAway
    }

    /// The upper bound in kilometres.
    var reach: Double {
        switch self {
        case .nearby: 3
        case .sameTown: 10
        case .sameRegion: 30
        case .dayTrip: 100
        case .farAway: .infinity
        }
    }

    /// 0 to 1.
    var closeness: Double {
        switch self {
        case .nearby: 1
        case .sameTown: 0.75
        case .sameRegion: 0.4
        case .dayTrip: 0.1
        case .farAway: 0
        }
    }
}

extension DistanceBucket: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.reach < rhs.reach }
}

/// How far apart two people live: all that either learns of the other's home before a match.
public enum HomeStep: String, CaseIterable, Codable, Hashable, Sendable {
    /// In the same square of a ``HomeGrid``.
    case same
    /// In squares next to each other.
    case neighbouring
    /// In other squares: at least 13 km apart.
    case further

    /// 0 to 1.
    var worth: Double {
        switch self {
        case .same: 1
        case .neighbouring: 0.5
        case .further: 0.1
        }
    }
}

extension HomeStep: Comparable {
    /// Nearer steps come first.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.worth > rhs.worth }
}

import OrbitApp
import OrbitModels

/// The places of the board: `orbit:/notices`, `orbit:/notices/kinds/offer` and `orbit:/notices/n_1`.
public enum NoticeRoute: FeatureRoute {
    /// The notices of all kinds.
    case board
    /// The notices of a kind.
    case kind(NoticeKind)
    /// A notice.
    case notice(NoticeID)

    /// The first segment.
    public static let prefix = "notices"

    /// Reads the segments after the prefix; `nil` for other paths, and without a kind that this version knows.
    public init?(path: [String]) {
        switch path.count {
        case 0: self = .board
        case 1 where path[0] != "kinds": self = .notice(NoticeID(path[0]))
        case 2 where path[0] == "kinds" && NoticeKind(rawValue: path[1]).isKnown:
            self = .kind(NoticeKind(rawValue: path[1]))
        default: return nil
        }
    }

    /// The segments after the prefix.
    public var path: [String] {
        switch self {
        case .board: []
        case .kind(let kind): ["kinds", kind.rawValue]
        case .notice(let id): [id.rawValue]
        }
    }
}

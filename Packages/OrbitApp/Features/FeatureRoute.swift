public import OrbitModels

/// The places of a feature, each with a path that links and saved states contain.
///
/// ```swift
/// public enum NoticeRoute: FeatureRoute {
///     case board
///     case notice(NoticeID)
///
///     public static let prefix = "notices"
///
///     public init?(path: [String]) {
///         switch path.count {
///         case 0: self = .board
///         case 1: self = .notice(NoticeID(path[0]))
///         default: return nil
///         }
///     }
///
///     public var path: [String] {
///         switch self {
///         case .board: []
///         case .notice(let id): [id.rawValue]
///         }
///     }
/// }
/// user.navigation.open(AppSheet(NoticeRoute.notice("n_1")))   // orbit:/notices/n_1
/// ```
public protocol FeatureRoute: Hashable, Sendable {
    /// The first segment of the paths, unique among all features: 1 to 64 lower-case letters, digits, hyphens and
    /// underscores.
    static var prefix: String { get }

    /// Reads the segments after ``prefix``, without percent-encoding; `nil` if no place has this path.
    ///
    /// Each segment has 1 to 256 bytes without control characters. The app refuses a path with `.`, `..` or an empty
    /// segment before it calls this initializer.
    init?(path: [String])

    /// The segments after ``prefix``, from which the initializer reads the same place.
    ///
    /// A place has no link and cannot be stored if the app refuses one of its segments.
    var path: [String] { get }
}

/// A place of any feature. ``AppSheet`` contains it for a ``FeatureRoute``.
///
/// Its description contains no segment, because a segment can be the secret part of a link.
public struct FeaturePage: Hashable, Sendable {
    let prefix: String
    let path: [String]

    /// Creates the page of a place.
    public init(_ route: some FeatureRoute) {
        prefix = type(of: route).prefix
        path = route.path
    }

    /// Returns the place if it is one of this type.
    ///
    /// ```swift
    /// if case .notice(let id)? = page.route(as: NoticeRoute.self) { show(id) }
    /// ```
    public func route<Place: FeatureRoute>(as type: Place.Type = Place.self) -> Place? {
        prefix == Place.prefix ? Place(path: path) : nil
    }
}

extension FeaturePage: Redacted {
    /// The prefix and the number of segments after it.
    public var description: String { "\(prefix) (\(path.count) segments)" }
}

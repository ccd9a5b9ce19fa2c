public import OrbitModels

/// A place of any feature: what ``AppSheet`` contains of a ``FeatureRoute``.
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

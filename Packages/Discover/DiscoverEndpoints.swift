public import Networking
public import OrbitModels

/// The routes of discovering people.
public enum DiscoverRoutes {
    public static let users = Route(.get, "/discover/users")

    public static let all = [users]
}

extension Endpoint<DiscoverPage> {
    static func users(after cursor: String?, limit: Int) -> Self {
        Endpoint(DiscoverRoutes.users, query: [("cursor", cursor), ("limit", String(limit))])
    }
}

/// One page of suggested people, best first.
public struct DiscoverPage: Codable, Hashable, Sendable {
    /// Those who could not be read are set aside, not shown and not in the way.
    public var people: LossyList<Person>
    /// Asks for the page after this one; `nil` on the last.
    public var nextCursor: String?

    public init(people: LossyList<Person>, nextCursor: String? = nil) {
        self.people = people
        self.nextCursor = nextCursor
    }

    private enum CodingKeys: String, CodingKey {
        case people = "profiles"
        case nextCursor = "next_cursor"
    }
}

public import Foundation
public import Networking
public import OrbitModels

/// The routes of blocking: from then on neither of the two sees, pokes or meets the other.
public enum BlockRoutes {
    /// `GET /blocks`.
    public static let list = Route(.get, "/blocks")
    /// `POST /blocks/{user_id}`.
    public static let block = Route(.post, "/blocks/{user_id}")
    /// `DELETE /blocks/{user_id}`.
    public static let unblock = Route(.delete, "/blocks/{user_id}")

    /// All routes of this area.
    public static let all = [list, block, unblock]
}

/// A person that the user has blocked. They are found nowhere but in the list of blocks, so that a block can be
/// lifted.
public struct BlockedPerson: Codable, Hashable, Sendable, Identifiable {
    /// The blocked person.
    public var userID: UserID
    /// As it was when they were blocked; `nil` if they could not be seen by then.
    public var name: String?
    /// When the block began.
    public var blockedAt: Date

    /// Creates an entry of the list.
    public init(userID: UserID, name: String? = nil, blockedAt: Date) {
        self.userID = userID
        self.name = name
        self.blockedAt = blockedAt
    }

    /// The blocked person's identifier.
    public var id: UserID { userID }

    private enum CodingKeys: String, CodingKey {
        case name
        case userID = "user_id"
        case blockedAt = "blocked_at"
    }
}

extension BlockedPerson: WireNamed {
    /// The member `block`.
    public static var wireName: String { "block" }
}

public import Foundation
public import Networking
public import OrbitModels

/// The routes of blocking. Two people with a block between them cannot see, poke or meet each other.
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

/// A person that the user has blocked. They appear only in the list of blocks, where the user can remove the block.
public struct BlockedPerson: Codable, Hashable, Sendable, Identifiable {
    /// The blocked person.
    public var userID: UserID
    /// The name at the time of the block; `nil` if the user could not see the person at that time.
    public var name: String?
    /// The time at which the block began.
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

extension BlockedPerson: JSONKeyed {
    /// The member `block`.
    public static var jsonKey: String { "block" }
}

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

extension Endpoint<BlocksPage> {
    static func blocks(after cursor: String?, limit: Int) -> Self {
        Endpoint(BlockRoutes.list, query: [("cursor", cursor), ("limit", String(limit))])
    }
}

extension Endpoint<MessageData> {
    static func block(_ user: UserID, key: IdempotencyKey) -> Self {
        Endpoint(BlockRoutes.block, parameters: ["user_id": user.rawValue]).idempotent(key)
    }

    static func unblock(_ user: UserID, key: IdempotencyKey) -> Self {
        Endpoint(BlockRoutes.unblock, parameters: ["user_id": user.rawValue]).idempotent(key)
    }
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

/// One page of the people the user has blocked, the latest first.
public struct BlocksPage: Codable, Hashable, Sendable {
    /// Those of the page; entries that cannot be read are set aside.
    public var blocks: LossyList<BlockedPerson>
    /// Asks for the page after this one; `nil` on the last.
    public var nextCursor: String?

    /// Creates a page.
    public init(blocks: LossyList<BlockedPerson>, nextCursor: String? = nil) {
        self.blocks = blocks
        self.nextCursor = nextCursor
    }

    private enum CodingKeys: String, CodingKey {
        case blocks
        case nextCursor = "next_cursor"
    }
}

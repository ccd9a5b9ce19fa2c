public import Networking
import OrbitModels

/// The routes of blocking: from then on neither of the two sees, pokes or meets the other.
public enum BlockRoutes {
    public static let block = Route(.post, "/blocks/{user_id}")
    public static let unblock = Route(.delete, "/blocks/{user_id}")

    public static let all = [block, unblock]
}

extension Endpoint<MessageData> {
    static func block(_ user: UserID, key: IdempotencyKey) -> Self {
        Endpoint(BlockRoutes.block, parameters: ["user_id": user.rawValue]).idempotent(key)
    }

    static func unblock(_ user: UserID) -> Self {
        Endpoint(BlockRoutes.unblock, parameters: ["user_id": user.rawValue])
    }
}

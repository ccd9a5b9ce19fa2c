/// A person's emoji on a message. A message has each pair at most once, so adding twice adds once.
public struct Reaction: Codable, Hashable, Sendable {
    /// The emoji.
    public let emoji: String
    /// The person who reacted.
    public let userID: UserID

    /// Creates a reaction.
    public init(emoji: String, userID: UserID) {
        self.emoji = emoji
        self.userID = userID
    }

    private enum CodingKeys: String, CodingKey {
        case emoji
        case userID = "user_id"
    }
}

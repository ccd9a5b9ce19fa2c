/// The people who reacted to a message with one emoji. A person reacts with an emoji at most once.
public struct Reaction: Codable, Hashable, Sendable {
    /// The emoji.
    public var emoji: Emoji
    /// The people, in the order of their reactions. The server omits people who are hidden from the user.
    public var userIDs: [UserID]

    /// Creates a reaction.
    public init(emoji: Emoji, userIDs: [UserID]) {
        self.emoji = emoji
        self.userIDs = userIDs
    }

    private enum CodingKeys: String, CodingKey {
        case emoji
        case userIDs = "user_ids"
    }
}

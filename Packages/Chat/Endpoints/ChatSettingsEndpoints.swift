public import Networking

/// The routes of the user's settings for all conversations.
public enum ChatSettingsRoutes {
    /// `GET /chat/settings`. Returns ``ChatSettings``.
    public static let read = Route(.get, "/chat/settings")
    /// `PUT /chat/settings`. Body: ``ChatSettings``. Returns ``ChatSettings``.
    public static let save = Route(.put, "/chat/settings")

    /// All routes of this area.
    public static let all = [read, save]
}

/// The user's settings for all conversations.
public struct ChatSettings: Codable, Hashable, Sendable {
    /// Whether the user shares read receipts and typing. Only people who share theirs see those of other people.
    public var sharesActivity: Bool

    /// Creates the settings.
    public init(sharesActivity: Bool) {
        self.sharesActivity = sharesActivity
    }

    private enum CodingKeys: String, CodingKey {
        case sharesActivity = "shares_activity"
    }
}

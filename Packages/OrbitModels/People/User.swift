public import Foundation

/// An account, as its owner sees it.
public struct User: Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: UserID
    /// The verified email address.
    public var email: String
    /// Whether the profile has all members that discovery requires. The server decides this.
    public var profileComplete: Bool
    /// The time of creation, by the server's clock.
    public var createdAt: Date
    /// The owner's profile; `nil` until it is created.
    public var profile: Profile?

    /// Creates a user.
    public init(id: UserID, email: String, profileComplete: Bool, createdAt: Date, profile: Profile? = nil) {
        self.id = id
        self.email = email
        self.profileComplete = profileComplete
        self.createdAt = createdAt
        self.profile = profile
    }
}

extension User: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, email, profile
        case profileComplete = "profile_complete"
        case createdAt = "created_at"
    }

    /// The members of older servers. The email is in the member `phone_number`, and names are in camel case. Name and
    /// major belong to the account instead of a profile.
    private enum OlderKeys: String, CodingKey {
        case email, createdAt, displayName, major
        case phoneNumber = "phone_number"
        case createdAtSnake = "created_at"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let older = try decoder.container(keyedBy: OlderKeys.self)
        id = try container.decode(UserID.self, forKey: .id)
        email = try older.decode(String.self, forKey: .email, or: .phoneNumber)
        profileComplete = try container.decodeIfPresent(Bool.self, forKey: .profileComplete) ?? false
        createdAt = try older.decode(Date.self, forKey: .createdAtSnake, or: .createdAt)
        profile = try container.decodeIfPresent(Profile.self, forKey: .profile)
        if profile == nil, let name = try older.decodeIfPresent(String.self, forKey: .displayName) {
            profile = Profile(name: name, major: try older.decodeIfPresent(String.self, forKey: .major))
        }
    }
}

extension User: JSONKeyed {
    /// The member `user`.
    public static var jsonKey: String { "user" }
}

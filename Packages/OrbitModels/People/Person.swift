/// Identifies a person and the person's account.
public typealias UserID = Identifier<User>

/// Another person on campus, as visible to the user.
///
/// On the wire, the id is a member of the profile's own object.
public struct Person: Hashable, Sendable, Identifiable {
    /// Assigned by the server.
    public let id: UserID
    /// The part of the person's profile that the user may see.
    public var profile: Profile

    /// Creates a person.
    public init(id: UserID, profile: Profile) {
        self.id = id
        self.profile = profile
    }
}

extension Person: Codable {
    private enum CodingKeys: String, CodingKey {
        case id
    }

    public init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: CodingKeys.self).decode(UserID.self, forKey: .id)
        profile = try Profile(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try profile.encode(to: encoder)
    }
}

extension Person: JSONKeyed {
    /// The member `person`.
    public static var jsonKey: String { "person" }
    /// The member `people`.
    public static var jsonListKey: String { "people" }
}

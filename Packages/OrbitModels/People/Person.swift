public typealias UserID = Identifier<User>

/// Someone else on campus, as they appear to the person looking.
///
/// On the wire the id stands among the profile's own members.
public struct Person: Hashable, Sendable, Identifiable {
    public let id: UserID
    public var profile: Profile

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

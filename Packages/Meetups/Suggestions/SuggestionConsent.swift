public import OrbitModels

/// What a person agrees to. Without a word of theirs, to nothing.
public struct SuggestionConsent: Codable, Hashable, Sendable {
    /// Meetups are suggested to the person.
    public var toMe: Bool
    /// The person is suggested to hosts who may see them, for the meetups that they host.
    public var toHosts: Bool

    /// Agrees to nothing.
    public static let none = SuggestionConsent()

    /// Creates a consent.
    public init(toMe: Bool = false, toHosts: Bool = false) {
        (self.toMe, self.toHosts) = (toMe, toHosts)
    }

    /// What a screen asks, by the names on the wire.
    public static let vocabulary = Vocabulary(
        "suggestion_consent",
        [
            "to_me": "Suggest meetups to me, and say why.",
            "to_hosts": "Suggest me to hosts who can see my profile. They see why, from what I show them.",
        ])

    private enum CodingKeys: String, CodingKey {
        case toMe = "to_me"
        case toHosts = "to_hosts"
    }
}

extension SuggestionConsent: WireNamed {
    /// The member `consent`.
    public static var wireName: String { "consent" }
}

public import Networking
public import OrbitModels

/// The routes of suggestions for meetups.
public enum MeetupSuggestionRoutes {
    /// `GET /meetups/suggested`. Returns ``SuggestedMeetups``.
    public static let suggested = Route(.get, "/meetups/suggested")
    /// `GET /meetups/{meetup_id}/suggested-people`, for the host. Returns one page of ``SuggestedPerson``.
    public static let people = Route(.get, "/meetups/{meetup_id}/suggested-people")
    /// `GET /meetups/suggested/consent`. Returns `Keyed<SuggestionConsent>`.
    public static let consent = Route(.get, "/meetups/suggested/consent")
    /// `PUT /meetups/suggested/consent`. Body and data: `Keyed<SuggestionConsent>`.
    public static let setConsent = Route(.put, "/meetups/suggested/consent")

    /// All routes of this area.
    public static let all = [suggested, people, consent, setConsent]
}

/// The meetups that suit the user.
public struct SuggestedMeetups: Codable, Hashable, Sendable {
    /// Whether the user wants suggestions. If `false`, the list is empty.
    public var isWanted: Bool
    /// The suggestions, the best first, at most ``MeetupLimits/suggestions``.
    public var suggestions: LossyList<SuggestedMeetup>

    /// Creates suggestions.
    public init(_ suggestions: [SuggestedMeetup] = [], isWanted: Bool) {
        self.suggestions = LossyList(suggestions)
        self.isWanted = isWanted
    }

    private enum CodingKeys: String, CodingKey {
        case suggestions
        case isWanted = "wanted"
    }
}

/// A meetup that suits the user, with the reasons.
public struct SuggestedMeetup: Codable, Hashable, Sendable, Identifiable {
    /// The meetup, as in the list of meetups.
    public var listing: MeetupListing
    /// The reasons, the most important first. There is at least one reason.
    public var reasons: [MeetupReason]

    /// Creates a suggestion.
    public init(_ listing: MeetupListing, reasons: [MeetupReason]) {
        (self.listing, self.reasons) = (listing, reasons)
    }

    /// The identifier of the meetup.
    public var id: MeetupID { listing.id }

    private enum CodingKeys: String, CodingKey { case reasons }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try MeetupListing(from: decoder),
            reasons: try container.decode(LossyList<MeetupReason>.self, forKey: .reasons).elements)
    }

    public func encode(to encoder: any Encoder) throws {
        try listing.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(reasons, forKey: .reasons)
    }
}

/// A person who is suggested for a meetup of the user, with reasons from the data that the user may see.
public struct SuggestedPerson: Codable, Hashable, Sendable, Identifiable {
    /// The person, with the profile that the user may see.
    public var person: Person
    /// The reasons, the most important first. There is at least one reason.
    public var reasons: [MeetupReason]

    /// Creates a suggestion.
    public init(_ person: Person, reasons: [MeetupReason]) {
        (self.person, self.reasons) = (person, reasons)
    }

    /// The identifier of the person.
    public var id: UserID { person.id }

    private enum CodingKeys: String, CodingKey { case person, reasons }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            try container.decode(Person.self, forKey: .person),
            reasons: try container.decode(LossyList<MeetupReason>.self, forKey: .reasons).elements)
    }
}

extension SuggestedPerson: JSONKeyed {
    /// The JSON key `suggestion`.
    public static var jsonKey: String { "suggestion" }
}

extension MeetupLimits {
    /// The maximum number of meetups suggested to a person, and of people suggested for a meetup.
    public static let suggestions = 20
    /// The maximum number of suggested meetups of the same host.
    public static let suggestionsOfHost = 2
}

/// The consent of a person to suggestions. By default, a person consents to nothing.
public struct SuggestionConsent: Codable, Hashable, Sendable {
    /// Whether meetups are suggested to the person.
    public var toMe: Bool
    /// Whether the person is suggested for meetups to hosts who may see the person.
    public var toHosts: Bool

    /// The value without any consent.
    public static let none = SuggestionConsent()

    /// Creates a consent.
    public init(toMe: Bool = false, toHosts: Bool = false) {
        (self.toMe, self.toHosts) = (toMe, toHosts)
    }

    /// The questions on the screen, by their keys on the wire.
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

extension SuggestionConsent: JSONKeyed {
    /// The JSON key `consent`.
    public static var jsonKey: String { "consent" }
}

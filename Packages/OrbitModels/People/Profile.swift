/// A person's description of themselves. A profile has no identity of its own; its ``User`` or ``Person`` has an id.
public struct Profile: Hashable, Sendable {
    /// The display name. It is the only required member.
    public var name: String
    /// The month of birth. It is present only in the user's own profile; other people see only an age.
    public var birthMonth: BirthMonth?
    /// The age in completed years, as the server states it.
    public var statedAge: Int?
    /// The field of study.
    public var major: String?
    /// The person's home.
    public var location: Location?
    /// A free text; empty if unanswered.
    public var bio: String
    /// The photos in order. The first is the primary photo.
    public var photos: [Photo]
    /// The interests, in the person's order.
    public var interests: [Interest]
    /// Positions on three personality scales.
    public var personality: Personality
    /// The person's preferences for meeting.
    public var socialPreferences: SocialPreferences
    /// The kinds of friendship that the person wants.
    public var friendshipGoals: [FriendshipGoal]
    /// The hours of the week at which the person is usually free.
    public var availability: WeeklyAvailability?
    /// The sports that the person plays, with skill levels.
    public var sports: [SportEntry]
    /// Names on other networks.
    public var socials: Socials
    /// The visibility settings, present only in the user's own profile. An update in which they are `nil` does not
    /// change the settings on the server.
    public var visibility: ProfileVisibility?

    /// Creates a profile. Every member except the name may be left unanswered.
    public init(
        name: String,
        birthMonth: BirthMonth? = nil,
        statedAge: Int? = nil,
        major: String? = nil,
        location: Location? = nil,
        bio: String = "",
        photos: [Photo] = [],
        interests: [Interest] = [],
        personality: Personality = .unanswered,
        socialPreferences: SocialPreferences = SocialPreferences(),
        friendshipGoals: [FriendshipGoal] = [],
        availability: WeeklyAvailability? = nil,
        sports: [SportEntry] = [],
        socials: Socials = Socials(),
        visibility: ProfileVisibility? = nil
    ) {
        self.name = name
        self.birthMonth = birthMonth
        self.statedAge = statedAge
        self.major = major
        self.location = location
        self.bio = bio
        self.photos = photos
        self.interests = interests
        self.personality = personality
        self.socialPreferences = socialPreferences
        self.friendshipGoals = friendshipGoals
        self.availability = availability
        self.sports = sports
        self.socials = socials
        self.visibility = visibility
    }

    /// Returns the age in completed years from the birth month, or ``statedAge`` if the month is unknown.
    public func age(on day: CalendarDay) -> Int? {
        birthMonth?.age(on: day) ?? statedAge
    }
}

extension Profile: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, major, location, bio, photos, interests, personality, availability, sports, socials
        case visibility
        case birthMonth = "birth_month"
        case statedAge = "age"
        case socialPreferences = "social_preferences"
        case friendshipGoals = "friendship_goals"
    }

    /// Decodes a profile. Only the name is required; a missing member is unanswered.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        birthMonth = try container.decodeRare(BirthMonth.self, forKey: .birthMonth)
        statedAge = try container.decodeIfPresent(Int.self, forKey: .statedAge)
        major = try container.decodeRare(String.self, forKey: .major)
        location = try container.decodeIfPresent(Location.self, forKey: .location)
        bio = try container.decodeIfPresent(String.self, forKey: .bio) ?? ""
        photos = try container.decodePhotos(forKey: .photos, of: decoder)
        interests = Interest.list(try container.decodeTexts(forKey: .interests) { $0 })
        personality = try container.decodeIfPresent(Personality.self, forKey: .personality) ?? .unanswered
        socialPreferences =
            try container.decodeIfPresent(SocialPreferences.self, forKey: .socialPreferences) ?? SocialPreferences()
        friendshipGoals = try container.decodeTexts(forKey: .friendshipGoals, FriendshipGoal.init(wire:))
        availability = try container.decodeRare(WeeklyAvailability.self, forKey: .availability)
        sports = try container.decodeRare([SportEntry].self, forKey: .sports) ?? []
        socials = try container.decodeRare(Socials.self, forKey: .socials) ?? Socials()
        visibility = try container.decodeRare(ProfileVisibility.self, forKey: .visibility)
    }
}

extension KeyedDecodingContainer {
    /// Decodes like `decodeIfPresent`, for members that most profiles do not have.
    fileprivate func decodeRare<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        // Checking for a missing key costs less than decoding.
        contains(key) ? try decodeIfPresent(type, forKey: key) : nil
    }
}

/// A kind of friendship that a person wants.
public struct FriendshipGoal: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// People to study with.
    public static let studyBuddies = Self(rawValue: "study_buddies")
    /// A person to work out with.
    public static let workoutPartner = Self(rawValue: "workout_partner")
    /// Close friends.
    public static let closeFriends = Self(rawValue: "close_friends")
    /// People to attend events with.
    public static let eventBuddies = Self(rawValue: "event_buddies")
    /// Professional contacts.
    public static let networking = Self(rawValue: "networking")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.studyBuddies, .workoutPartner, .closeFriends, .eventBuddies, .networking]
    /// The display labels that older servers send in place of the values.
    public static let legacySpellings: [String: Self] = [
        "Study buddies": .studyBuddies, "Workout partner": .workoutPartner, "Close friends": .closeFriends,
        "Event buddies": .eventBuddies, "Networking": .networking,
    ]
}

/// A person's handles on other networks, by network: `["instagram": "maya.draws"]`.
public struct Socials: Hashable, Sendable {
    /// Handles by the name of the network.
    public var handles: [String: String]

    /// Creates the set of handles.
    public init(_ handles: [String: String] = [:]) {
        self.handles = handles
    }
}

extension Socials: Codable {
    /// Decodes an object of handles. A null member counts as missing, and is refused in a request.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if decoder.readsRequest {
            handles = try container.decode([String: String].self)
        } else {
            handles = try container.decode([String: String?].self).compactMapValues(\.self)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(handles)
    }
}

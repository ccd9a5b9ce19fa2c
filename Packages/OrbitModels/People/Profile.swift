/// What people tell about themselves. It has no identity of its own: a `User` or a `Person` does.
public struct Profile: Hashable, Sendable {
    public var name: String
    /// Known for one's own profile; others are shown an age only.
    public var birthMonth: BirthMonth?
    /// The age in years as the server stated it.
    public var statedAge: Int?
    public var major: String?
    public var location: Location?
    public var bio: String
    /// In order; the first is the primary photo.
    public var photos: [Photo]
    public var interests: [Interest]
    public var personality: Personality
    public var socialPreferences: SocialPreferences
    public var friendshipGoals: [FriendshipGoal]
    public var availability: WeeklyAvailability?
    public var sports: [SportEntry]
    public var socials: Socials
    /// Only in one's own profile. `nil` if it was not said: a server then keeps what it has.
    public var visibility: ProfileVisibility?

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

    /// The age in years: derived from the birth month where that is known, else as stated.
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

    /// Only the name is required: what is missing is unanswered.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        birthMonth = try container.decodeRare(BirthMonth.self, forKey: .birthMonth)
        statedAge = try container.decodeIfPresent(Int.self, forKey: .statedAge)
        major = try container.decodeRare(String.self, forKey: .major)
        location = try container.decodeIfPresent(Location.self, forKey: .location)
        bio = try container.decodeIfPresent(String.self, forKey: .bio) ?? ""
        photos = try container.decodePhotos(forKey: .photos)
        interests = try container.decodeTexts(forKey: .interests, Interest.init)
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
    /// As `decodeIfPresent`, for members that most profiles lack: only looking whether one is there costs less.
    fileprivate func decodeRare<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        contains(key) ? try decodeIfPresent(type, forKey: key) : nil
    }
}

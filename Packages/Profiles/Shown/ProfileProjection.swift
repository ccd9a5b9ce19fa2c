public import OrbitModels

/// What a viewer is to the profile's owner, beyond being on the same campus.
public struct ProfileViewer: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Nothing beyond that.
    public static let stranger: Self = []
    /// The two are matched.
    public static let match = Self(rawValue: 1)
    /// Comes to a meetup that the owner comes to.
    public static let attendee = Self(rawValue: 2)
}

extension Profile {
    /// The profile as others see it: the only place that decides which members they do. The server sends
    /// this and the owner is shown this as a preview.
    ///
    /// ```swift
    /// profile.visibility = ProfileVisibility([.bio: .matches])
    /// profile.seen(by: .stranger, on: today).bio  // ""
    /// profile.seen(by: .match, on: today).bio     // "Stargazing and bad puns"
    /// ```
    ///
    /// It begins with nothing and adds what may be seen, so that a member added later is hidden by default.
    ///
    /// - Parameter day: on which the age is counted, by the campus's calendar.
    public func seen(by viewer: ProfileViewer, on day: CalendarDay) -> Profile {
        var seen = Profile(name: "")
        for field in ProfileField.allCases where isShown(field, to: viewer) {
            switch field {
            case .name: seen.name = name
            case .birthMonth: seen.birthMonth = birthMonth
            case .age: seen.statedAge = age(on: day)
            case .major: seen.major = major
            case .location: seen.location = location.map { Location(city: $0.city, state: $0.state) }
            case .coordinates: seen.location?.coordinates = location?.coordinates
            case .bio: seen.bio = bio
            case .photos: seen.photos = photos
            case .interests: seen.interests = interests
            case .personality: seen.personality = personality
            case .socialPreferences: seen.socialPreferences = socialPreferences
            case .friendshipGoals: seen.friendshipGoals = friendshipGoals
            case .availability: seen.availability = availability
            case .sports: seen.sports = sports
            case .socials: seen.socials = socials
            case .visibility: seen.visibility = visibility
            }
        }
        return seen
    }

    /// Whether the owner shows the member to people of this kind. An audience that this version does not
    /// know is shown nothing.
    public func isShown(_ field: ProfileField, to viewer: ProfileViewer) -> Bool {
        switch (visibility ?? ProfileVisibility())[field] {
        case .campus: true
        case .matches: viewer.contains(.match)
        case .attendees: viewer.contains(.attendee)
        default: false
        }
    }
}

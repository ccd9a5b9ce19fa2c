public import OrbitModels

/// The relation of a viewer to the owner of a profile, beyond being on the same campus.
public struct ProfileViewer: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// A viewer without a further relation.
    public static let stranger: Self = []
    /// A person who is matched with the owner.
    public static let match = Self(rawValue: 1)
    /// A person who attends a meetup that the owner attends.
    public static let attendee = Self(rawValue: 2)
}

extension Profile {
    /// Returns the profile as other people see it. Only this function decides which members they see. The server sends
    /// its result, and the owner sees it as a preview.
    ///
    /// ```swift
    /// profile.visibility = ProfileVisibility([.bio: .matches])
    /// profile.seen(by: .stranger, on: today).bio  // ""
    /// profile.seen(by: .match, on: today).bio     // "Stargazing and bad puns"
    /// ```
    ///
    /// The function starts with an empty profile and adds the visible members. So a member added later is hidden by
    /// default.
    ///
    /// - Parameters:
    ///   - viewer: The relation of the viewer to the owner.
    ///   - day: The day for which the age is computed, by the campus's calendar.
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

    /// Whether the owner shows the member to a viewer. Returns `false` for an audience that this version does not know.
    public func isShown(_ field: ProfileField, to viewer: ProfileViewer) -> Bool {
        switch (visibility ?? ProfileVisibility())[field] {
        case .campus: true
        case .matches: viewer.contains(.match)
        case .attendees: viewer.contains(.attendee)
        default: false
        }
    }
}

public import OrbitModels

/// A tab of the home screen, in display order.
///
/// ``SignedInUser`` has the models of every tab. A front end with fewer tabs shows the others elsewhere.
public enum HomeTab: String, CaseIterable, Codable, CodingKeyRepresentable, Hashable, Sendable {
    /// The suggested people: ``SignedInUser/discover`` and ``SignedInUser/today``.
    case discover
    /// Pokes, received and sent: ``SignedInUser/pokes``.
    case pokes
    /// The people the user is matched with: ``SignedInUser/matches``.
    case matches
    /// The conversations with matches, groups and the people of meetups: ``SignedInUser/chat``.
    case chats
    /// Meetups as a list, a map and a calendar: ``SignedInUser/meetups`` and ``SignedInUser/myMeetups``.
    case meetups
    /// The user's own profile: ``SignedInUser/profile`` and ``SignedInUser/standing``.
    case profile

    /// The tab after a sign-in, and the last tab that Back reaches.
    public static let first = HomeTab.discover
}

extension HomeTab: LocalizedTextConvertible {
    /// The titles of the tabs.
    public static let vocabulary = Vocabulary(
        "home_tab",
        [
            "discover": "Discover", "pokes": "Pokes", "matches": "Matches", "chats": "Chats",
            "meetups": "Meetups", "profile": "Profile",
        ])
}

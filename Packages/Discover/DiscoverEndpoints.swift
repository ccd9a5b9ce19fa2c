public import Foundation
public import Matching
public import Networking
public import OrbitModels

/// The routes of suggestions. The session says who looks.
public enum DiscoverRoutes {
    /// `GET /discover/users`.
    public static let users = Route(.get, "/discover/users")
    /// `POST /discover/seen`.
    public static let seen = Route(.post, "/discover/seen")
    /// `GET /discover/less-like`.
    public static let lessLiked = Route(.get, "/discover/less-like")
    /// `PUT /discover/less-like/{user_id}`.
    public static let showLess = Route(.put, "/discover/less-like/{user_id}")
    /// `DELETE /discover/less-like/{user_id}`.
    public static let takeBackLess = Route(.delete, "/discover/less-like/{user_id}")
    /// `GET /discover/dealbreakers`.
    public static let dealbreakers = Route(.get, "/discover/dealbreakers")
    /// `PUT /discover/dealbreakers`.
    public static let setDealbreakers = Route(.put, "/discover/dealbreakers")

    /// All routes of this area.
    public static let all = [users, seen, lessLiked, showLess, takeBackLess, dealbreakers, setDealbreakers]
}

/// One page of suggested people.
public struct DiscoverPage: Codable, Hashable, Sendable {
    /// Those who could not be read are set aside, not shown and not in the way.
    public var people: LossyList<Suggestion>
    /// Asks for the page after this one; `nil` on the last.
    public var nextCursor: String?
    /// Whose list it is, by the campus's calendar.
    public var date: CalendarDay?
    /// When the next day's list may be asked for.
    public var endsAt: Date?
    /// Who else there would be; only on the last page, and `nil` if no person rests.
    public var resting: Resting?

    /// Creates a page.
    public init(
        people: LossyList<Suggestion>, nextCursor: String? = nil, date: CalendarDay? = nil, endsAt: Date? = nil,
        resting: Resting? = nil
    ) {
        self.people = people
        self.nextCursor = nextCursor
        self.date = date
        self.endsAt = endsAt
        self.resting = resting
    }

    private enum CodingKeys: String, CodingKey {
        case date, resting
        case endsAt = "ends_at"
        case people = "profiles"
        case nextCursor = "next_cursor"
    }
}

/// The body of `/discover/seen`: the people the caller has been shown, 1 to 100 of them.
public struct SeenRequest: Codable, Hashable, Sendable {
    /// The most people of one request.
    public static let mostPeople = 100

    /// The people who were shown.
    public var userIDs: [UserID]

    /// Creates the body.
    public init(userIDs: [UserID]) {
        self.userIDs = userIDs
    }

    private enum CodingKeys: String, CodingKey {
        case userIDs = "user_ids"
    }
}

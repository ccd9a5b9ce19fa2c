public import Foundation
public import Matching
public import Networking
public import OrbitModels

/// The routes of suggestions. The session identifies the caller.
public enum DiscoverRoutes {
    /// `GET /discover/users`.
    public static let users = Route(.get, "/discover/users")
    /// `POST /discover/seen`.
    public static let seen = Route(.post, "/discover/seen")
    /// `GET /discover/less-like`.
    public static let negativeFeedback = Route(.get, "/discover/less-like")
    /// `PUT /discover/less-like/{user_id}`.
    public static let showLess = Route(.put, "/discover/less-like/{user_id}")
    /// `DELETE /discover/less-like/{user_id}`.
    public static let undoShowLess = Route(.delete, "/discover/less-like/{user_id}")
    /// `GET /discover/dealbreakers`.
    public static let dealbreakers = Route(.get, "/discover/dealbreakers")
    /// `PUT /discover/dealbreakers`.
    public static let setDealbreakers = Route(.put, "/discover/dealbreakers")

    /// All routes of this area.
    public static let all = [users, seen, negativeFeedback, showLess, undoShowLess, dealbreakers, setDealbreakers]
}

/// One page of suggested people.
public struct DiscoverPage: Codable, Hashable, Sendable {
    /// The suggested people. People whose data cannot be read are quarantined and not shown.
    public var people: LossyList<Suggestion>
    /// The cursor of the next page; `nil` for the last page.
    public var nextCursor: String?
    /// The day of the list, on the campus's calendar.
    public var date: CalendarDay?
    /// The time from which the list of the next day is available.
    public var endsAt: Date?
    /// The people left out because they were shown recently. Present only on the last page, and `nil` if no person is
    /// left out.
    public var resting: RecentlyShown?

    /// Creates a page.
    public init(
        people: LossyList<Suggestion>, nextCursor: String? = nil, date: CalendarDay? = nil, endsAt: Date? = nil,
        resting: RecentlyShown? = nil
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

/// The body of `/discover/seen`: the people who were shown to the caller, 1 to 100.
public struct SeenRequest: Codable, Hashable, Sendable {
    /// The maximum number of people in one request.
    public static let maxPeople = 100

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

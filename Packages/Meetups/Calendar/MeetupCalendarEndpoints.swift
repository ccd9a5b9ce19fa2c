public import Foundation
public import Networking
public import OrbitModels

/// The routes by which meetups leave for other calendars.
public enum MeetupCalendarRoutes {
    /// `GET /meetups/{meetup_id}/calendar.ics`: one meetup as `text/calendar`; `link` as of ``MeetupRoutes/read``.
    public static let file = Route(.get, "/meetups/{meetup_id}/calendar.ics")
    /// `GET /meetups/calendar`. Returns ``CalendarFeed``.
    public static let feed = Route(.get, "/meetups/calendar")
    /// `POST /meetups/calendar`: makes an address, and ends the one before. Returns ``NewCalendarAddress``.
    public static let renew = Route(.post, "/meetups/calendar")
    /// `DELETE /meetups/calendar`: ends the address.
    public static let revoke = Route(.delete, "/meetups/calendar")
    /// `GET /calendars/{token}/meetups.ics`: the meetups of the address's owner as `text/calendar`, without a session.
    public static let subscription = Route(.get, "/calendars/{token}/meetups.ics", access: .anyone)

    /// All routes of this area.
    public static let all = [file, feed, renew, revoke, subscription]
}

/// Whether the user's meetups can be read at an address without a session. The address itself is not told again.
public struct CalendarFeed: Codable, Hashable, Sendable {
    /// When the address was made, by the server's clock; `nil` if there is none.
    public var createdAt: Date?

    /// Creates the state of a feed.
    public init(createdAt: Date? = nil) {
        self.createdAt = createdAt
    }

    private enum CodingKeys: String, CodingKey {
        case createdAt = "created_at"
    }
}

/// The secret part of the address of a feed: anyone who has it reads the user's meetups.
public typealias CalendarToken = Secret<CalendarFeed>

/// The data of `POST /meetups/calendar`.
public struct NewCalendarAddress: Codable, Hashable, Sendable {
    /// Told this once.
    public var token: CalendarToken
    /// When it was made, by the server's clock.
    public var createdAt: Date

    /// Creates the data.
    public init(token: CalendarToken, createdAt: Date) {
        self.token = token
        self.createdAt = createdAt
    }

    private enum CodingKeys: String, CodingKey {
        case token
        case createdAt = "created_at"
    }
}

public import Foundation
public import Networking
public import OrbitModels

/// The routes that export meetups to other calendars.
public enum MeetupCalendarRoutes {
    /// `GET /meetups/{meetup_id}/calendar.ics`. Returns one meetup as `text/calendar`. For `link`, see
    /// ``MeetupRoutes/read``.
    public static let file = Route(.get, "/meetups/{meetup_id}/calendar.ics")
    /// `GET /meetups/calendar`. Returns ``CalendarFeed``.
    public static let feed = Route(.get, "/meetups/calendar")
    /// `POST /meetups/calendar`. Creates an address and revokes the previous one. Returns ``NewCalendarAddress``.
    public static let renew = Route(.post, "/meetups/calendar")
    /// `DELETE /meetups/calendar`. Revokes the address.
    public static let revoke = Route(.delete, "/meetups/calendar")
    /// `GET /calendars/{token}/meetups.ics`. Returns the meetups of the address's owner as `text/calendar`, without a
    /// session.
    public static let subscription = Route(.get, "/calendars/{token}/meetups.ics", access: .anyone)

    /// All routes of this area.
    public static let all = [file, feed, renew, revoke, subscription]
}

/// The state of the address at which the user's meetups can be read without a session. It does not contain the address.
public struct CalendarFeed: Codable, Hashable, Sendable {
    /// The time of creation by the server's clock, or `nil` if there is no address.
    public var createdAt: Date?

    /// Creates the state of a feed.
    public init(createdAt: Date? = nil) {
        self.createdAt = createdAt
    }

    private enum CodingKeys: String, CodingKey {
        case createdAt = "created_at"
    }
}

/// The secret part of the address of a feed. Every person who has it can read the user's meetups.
public typealias CalendarToken = Secret<CalendarFeed>

/// The data of `POST /meetups/calendar`.
public struct NewCalendarAddress: Codable, Hashable, Sendable {
    /// The token. The server sends it only in this response.
    public var token: CalendarToken
    /// The time of creation by the server's clock.
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

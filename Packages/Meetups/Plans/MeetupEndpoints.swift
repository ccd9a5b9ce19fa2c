public import Networking
public import OrbitModels

/// The routes of meetups. The host of a new meetup is the person of the session.
public enum MeetupRoutes {
    /// `POST /meetups`. Body: ``MeetupEntry``. Returns the ``MeetupListing`` of the meetup or of the first occurrence.
    public static let create = Route(.post, "/meetups")
    /// `GET /meetups`, with the query of ``MeetupFilter``. Ordered by start, then by id.
    public static let browse = Route(.get, "/meetups")
    /// `GET /meetups/mine`, with `from` and `to`. Returns the meetups in the user's calendar, ordered by start, then by
    /// id.
    public static let mine = Route(.get, "/meetups/mine")
    /// `GET /meetups/{meetup_id}`, with an `ETag`. The query item `link` opens a meetup that is found only by its
    /// address.
    public static let read = Route(.get, "/meetups/{meetup_id}")
    /// `PATCH /meetups/{meetup_id}`, under `If-Match`. Body: ``MeetupEntry`` with the whole plan. The query item
    /// `scope` is a ``SeriesScope``.
    public static let edit = Route(.patch, "/meetups/{meetup_id}")
    /// `POST /meetups/{meetup_id}/cancel`. Body: ``CancelMeetupRequest``.
    public static let cancel = Route(.post, "/meetups/{meetup_id}/cancel")

    /// `GET /meetups/series/{series_id}`. Returns the occurrences that have not ended and that the user may find.
    ///
    /// They are ordered by start, then by id. A series has few occurrences, so they fit into one page.
    public static let series = Route(.get, "/meetups/series/{series_id}")

    /// All routes of this area.
    public static let all = [create, browse, mine, read, edit, cancel, series]
}

/// A meetup with its host: an element of lists and the data of every response with one meetup.
public struct MeetupListing: Codable, Hashable, Sendable, Identifiable {
    /// The meetup as the user may see it.
    public var meetup: Meetup
    /// The host, with the profile that the user may see.
    public var host: Person
    /// Whether the campus has certified the host. The value comes from the server.
    public var hostIsCertified: Bool
    /// The secret part of the address of a meetup that is found only by its address. Only the host receives it.
    public var link: String?

    /// Creates a listing.
    public init(meetup: Meetup, host: Person, hostIsCertified: Bool = false, link: String? = nil) {
        self.meetup = meetup
        self.host = host
        self.hostIsCertified = hostIsCertified
        self.link = link
    }

    /// The identifier of the meetup.
    public var id: MeetupID { meetup.id }

    private enum CodingKeys: String, CodingKey {
        case meetup, host, link
        case hostIsCertified = "host_is_certified"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        meetup = try container.decode(Meetup.self, forKey: .meetup)
        host = try container.decode(Person.self, forKey: .host)
        hostIsCertified = try container.decodeIfPresent(Bool.self, forKey: .hostIsCertified) ?? false
        link = try container.decodeIfPresent(String.self, forKey: .link)
    }
}

/// The occurrences of a series to which a change applies.
public enum SeriesScope: String, Codable, CaseIterable, Hashable, Sendable {
    /// Only this occurrence.
    case this
    /// This occurrence and all later ones.
    case following
}

/// The body of `/meetups/{meetup_id}/cancel`.
public struct CancelMeetupRequest: Codable, Hashable, Sendable {
    /// The reason for the cancellation.
    public var reason: CancelReason
    /// The occurrences of a series to cancel, or `nil` for this occurrence alone.
    public var scope: SeriesScope?

    /// Creates the body.
    public init(reason: CancelReason, scope: SeriesScope? = nil) {
        self.reason = reason
        self.scope = scope
    }
}

extension Meetup {
    /// The possible scopes of an edit of the meetup. It is empty without a series.
    var scopes: [SeriesScope] { series == nil ? [] : SeriesScope.allCases }
}

extension Meetup: JSONKeyed {
    /// The JSON key `meetup`.
    public static var jsonKey: String { "meetup" }
}

extension MeetupListing: JSONKeyed {
    /// The JSON key `meetup`.
    public static var jsonKey: String { "meetup" }
}

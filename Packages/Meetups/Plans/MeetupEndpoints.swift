public import Networking
public import OrbitModels

/// The routes of meetups. The session says who hosts.
public enum MeetupRoutes {
    /// `POST /meetups`. Body: ``MeetupEntry``; returns ``MeetupListing``, of a series its first occurrence.
    public static let create = Route(.post, "/meetups")
    /// `GET /meetups`, with the query of ``MeetupFilter``. By start, then by id.
    public static let browse = Route(.get, "/meetups")
    /// `GET /meetups/mine`, with `from` and `to`: those that are the user's concern, by start, then by id.
    public static let mine = Route(.get, "/meetups/mine")
    /// `GET /meetups/{meetup_id}`. With an `ETag`; `link` opens a meetup that is found only by its address.
    public static let read = Route(.get, "/meetups/{meetup_id}")
    /// `PATCH /meetups/{meetup_id}`, the whole plan under `If-Match`. Body: ``MeetupEntry``; `scope` is a ``SeriesScope``.
    public static let edit = Route(.patch, "/meetups/{meetup_id}")
    /// `POST /meetups/{meetup_id}/cancel`. Body: ``CancelMeetupRequest``.
    public static let cancel = Route(.post, "/meetups/{meetup_id}/cancel")

    /// `GET /meetups/series/{series_id}`: its occurrences that are not over, as far as the user may find them, by start,
    /// then by id. There are few, so they are one page.
    public static let series = Route(.get, "/meetups/series/{series_id}")

    /// All routes of this area.
    public static let all = [create, browse, mine, read, edit, cancel, series]
}

/// A meetup with its host: an element of the lists, and the data of every response that is about one meetup.
public struct MeetupListing: Codable, Hashable, Sendable, Identifiable {
    /// As the user may know it.
    public var meetup: Meetup
    /// Its host, with what they show to the user.
    public var host: Person
    /// Whether the campus has certified the host. Only the server says so.
    public var hostIsCertified: Bool
    /// The secret part of its address, of a meetup that is found only by that; for the host alone.
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

/// Which occurrences of a series a change is about.
public enum SeriesScope: String, Codable, CaseIterable, Hashable, Sendable {
    /// This one alone.
    case this
    /// This one and all after it.
    case following
}

/// The body of `/meetups/{meetup_id}/cancel`.
public struct CancelMeetupRequest: Codable, Hashable, Sendable {
    /// Why.
    public var reason: CancelReason
    /// Of a series: which occurrences; `nil` for this one.
    public var scope: SeriesScope?

    /// Creates the body.
    public init(reason: CancelReason, scope: SeriesScope? = nil) {
        self.reason = reason
        self.scope = scope
    }
}

extension Meetup {
    /// What an edit of the meetup can be about.
    var scopes: [SeriesScope] { series == nil ? [] : SeriesScope.allCases }
}

extension Meetup: WireNamed {
    /// The member `meetup`.
    public static var wireName: String { "meetup" }
}

extension MeetupListing: WireNamed {
    /// The member `meetup`.
    public static var wireName: String { "meetup" }
}

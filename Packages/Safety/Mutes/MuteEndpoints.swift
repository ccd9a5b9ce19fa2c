public import Foundation
public import Networking
public import OrbitModels

/// The routes of mutes. A mute hides a person's activity from the user for a while, and the person cannot detect it.
public enum MuteRoutes {
    /// `GET /mutes`. Returns `Page<MutedPerson>`, the latest first.
    public static let list = Route(.get, "/mutes")
    /// `POST /mutes/{user_id}`. Body: ``MuteRequest``. Returns `Keyed<MutedPerson>`. Replaces an existing mute.
    public static let mute = Route(.post, "/mutes/{user_id}")
    /// `DELETE /mutes/{user_id}`. Ends the mute.
    public static let unmute = Route(.delete, "/mutes/{user_id}")

    /// All routes of this area.
    public static let all = [list, mute, unmute]
}

/// A part of the app that hides a muted person.
public struct MuteSurface: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// Creates the value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Suggestions of the person, and of meetups that they host.
    public static let suggestions = Self(rawValue: "suggestions")
    /// Pokes by the person.
    public static let pokes = Self(rawValue: "pokes")
    /// The person's posts in the feeds of meetups.
    public static let posts = Self(rawValue: "posts")
    /// Invitations by the person.
    public static let invitations = Self(rawValue: "invitations")
    /// The person's requests to attend the user's meetups.
    public static let requests = Self(rawValue: "requests")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.suggestions, .pokes, .posts, .invitations, .requests]
}

/// The body of `POST /mutes/{user_id}`.
public struct MuteRequest: Codable, Hashable, Sendable {
    /// The time at which the mute expires, at most ``MuteLimits/days`` ahead; `nil` for a mute without end.
    public var until: Date?
    /// The surfaces that hide the person, 1 to ``MuteLimits/maxSurfaces``.
    public var surfaces: [MuteSurface]

    /// Creates the body. The default of `surfaces` is all known surfaces.
    public init(until: Date? = nil, surfaces: [MuteSurface] = MuteSurface.known) {
        self.until = until
        self.surfaces = surfaces
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        until = try container.decodeIfPresent(Date.self, forKey: .until)
        surfaces = try container.decodeIfPresent([MuteSurface].self, forKey: .surfaces) ?? MuteSurface.known
    }

    private enum CodingKeys: String, CodingKey {
        case until, surfaces
    }
}

/// A person the user has muted.
public struct MutedPerson: Codable, Hashable, Sendable, Identifiable {
    /// The muted person.
    public var userID: UserID
    /// The person's name at the time of the mute.
    public var name: String?
    /// The start of the mute.
    public var mutedAt: Date
    /// The time at which the mute expires; `nil` for a mute without end.
    public var until: Date?
    /// The surfaces that hide the person.
    public var surfaces: [MuteSurface]

    /// Creates an entry of the list.
    public init(
        userID: UserID, name: String? = nil, mutedAt: Date, until: Date? = nil,
        surfaces: [MuteSurface] = MuteSurface.known
    ) {
        self.userID = userID
        self.name = name
        self.mutedAt = mutedAt
        self.until = until
        self.surfaces = surfaces
    }

    /// The muted person's identifier.
    public var id: UserID { userID }

    /// Whether the mute has expired.
    public func isExpired(at now: Date) -> Bool { until.map { $0 <= now } ?? false }

    private enum CodingKeys: String, CodingKey {
        case name, until, surfaces
        case userID = "user_id"
        case mutedAt = "muted_at"
    }
}

extension MutedPerson: JSONKeyed {
    /// The member `mute`.
    public static var jsonKey: String { "mute" }
}

/// The limits of mutes.
public enum MuteLimits {
    /// The maximum number of people that one person mutes at the same time.
    public static let people = 500
    /// The maximum time until a mute expires, in days.
    public static let days = 366
    /// The maximum number of surfaces in a request.
    public static let maxSurfaces = 10
}

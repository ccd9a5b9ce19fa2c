public import Foundation
public import Networking
public import OrbitModels

/// The routes of muting: a person's things are not shown to the user for a while, and the person cannot tell.
public enum MuteRoutes {
    /// `GET /mutes`. Returns `Page<MutedPerson>`, the latest first.
    public static let list = Route(.get, "/mutes")
    /// `POST /mutes/{user_id}`. Body: ``MuteRequest``. Returns `Named<MutedPerson>`. A mute that there is already is
    /// replaced.
    public static let mute = Route(.post, "/mutes/{user_id}")
    /// `DELETE /mutes/{user_id}`.
    public static let unmute = Route(.delete, "/mutes/{user_id}")

    /// All routes of this area.
    public static let all = [list, mute, unmute]
}

/// What of a muted person is not shown.
public struct MuteSurface: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The person, and meetups that they host, where Orbit suggests them.
    public static let suggestions = Self(rawValue: "suggestions")
    /// Their pokes.
    public static let pokes = Self(rawValue: "pokes")
    /// What they write in the feeds of meetups.
    public static let posts = Self(rawValue: "posts")
    /// Their invitations.
    public static let invitations = Self(rawValue: "invitations")
    /// Their requests to attend the user's meetups.
    public static let requests = Self(rawValue: "requests")

    /// The values this version knows, in display order.
    public static let known: [Self] = [.suggestions, .pokes, .posts, .invitations, .requests]
}

/// The body of `POST /mutes/{user_id}`.
public struct MuteRequest: Codable, Hashable, Sendable {
    /// When the mute ends by itself, at most ``MuteLimits/days`` ahead; `nil` for never.
    public var until: Date?
    /// The muted surfaces, 1 to ``MuteLimits/maxSurfaces``.
    public var surfaces: [MuteSurface]

    /// Creates the body; without surfaces, for all that there are.
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
    /// As it was when they were muted.
    public var name: String?
    /// When the mute began.
    public var mutedAt: Date
    /// When it ends by itself; `nil` for never.
    public var until: Date?
    /// What is not shown.
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

    /// Whether the mute has ended by itself.
    public func isOver(at now: Date) -> Bool { until.map { $0 <= now } ?? false }

    private enum CodingKeys: String, CodingKey {
        case name, until, surfaces
        case userID = "user_id"
        case mutedAt = "muted_at"
    }
}

extension MutedPerson: WireNamed {
    /// The member `mute`.
    public static var wireName: String { "mute" }
}

/// How much may be muted.
public enum MuteLimits {
    /// Mutes of one person at a time.
    public static let people = 500
    /// How far ahead a mute may end, in days.
    public static let days = 366
    /// The maximum number of surfaces in a request.
    public static let maxSurfaces = 10
}

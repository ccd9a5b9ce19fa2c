public import Foundation
public import Networking
public import OrbitModels

/// The routes by which a user lets a person outside of Orbit see where they are going: a link that ends.
public enum SharingRoutes {
    /// `GET /meetups/{meetup_id}/share`. Returns `Named<PlanShare>`.
    public static let state = Route(.get, "/meetups/{meetup_id}/share")
    /// `POST /meetups/{meetup_id}/share`: makes a link, and ends the one before. Returns ``NewPlanShare``.
    public static let share = Route(.post, "/meetups/{meetup_id}/share")
    /// `POST /meetups/{meetup_id}/share/extend`. Body: ``ExtendShareRequest``. Returns `Named<PlanShare>`.
    public static let extend = Route(.post, "/meetups/{meetup_id}/share/extend")
    /// `DELETE /meetups/{meetup_id}/share`: ends the link.
    public static let revoke = Route(.delete, "/meetups/{meetup_id}/share")
    /// `GET /shared-plans/{share_token}`, without a session. Returns `Named<SharedPlan>`.
    public static let read = Route(.get, "/shared-plans/{share_token}", access: .anyone)
    /// `GET /meetups/{meetup_id}/blocked`. Returns `Named<BlockedAttendance>`.
    public static let blocked = Route(.get, "/meetups/{meetup_id}/blocked")

    /// All routes of this area.
    public static let all = [state, share, extend, revoke, read, blocked]
}

/// Whether the plan of a meetup can be read at a link of the user's. The link itself is not told again.
public struct PlanShare: Codable, Hashable, Sendable {
    /// The meetup.
    public var meetupID: MeetupID
    /// When the link was made, by the server's clock; `nil` if there is none.
    public var createdAt: Date?
    /// Hours after the end of the meetup at which the link ends.
    public var hours: Int

    /// Creates the state of a share.
    public init(meetupID: MeetupID, createdAt: Date? = nil, hours: Int = SharingLimits.usualHours) {
        self.meetupID = meetupID
        self.createdAt = createdAt
        self.hours = hours
    }

    /// Whether the link leads to the plan of a meetup that ends then.
    public func isOpen(untilAfter end: Date, at now: Date) -> Bool {
        createdAt != nil && now < endsAt(after: end)
    }

    /// When the link ends, of a meetup that ends then.
    public func endsAt(after end: Date) -> Date { end.addingTimeInterval(TimeInterval(hours) * 3_600) }

    private enum CodingKeys: String, CodingKey {
        case hours
        case meetupID = "meetup_id"
        case createdAt = "created_at"
    }
}

extension PlanShare: WireNamed {
    /// The member `share`.
    public static var wireName: String { "share" }
}

/// The secret part of a link: anyone who has it reads the plan.
public typealias ShareToken = Secret<SharedPlan>

/// The data of `POST /meetups/{meetup_id}/share`.
public struct NewPlanShare: Codable, Hashable, Sendable {
    /// Told this once.
    public var token: ShareToken
    /// The state from now on.
    public var share: PlanShare

    /// Creates the data.
    public init(token: ShareToken, share: PlanShare) {
        self.token = token
        self.share = share
    }
}

/// The body of `/meetups/{meetup_id}/share/extend`.
public struct ExtendShareRequest: Codable, Hashable, Sendable {
    /// Hours after the end of the meetup, ``SharingLimits/hours``.
    public var hours: Int

    /// Creates the body.
    public init(hours: Int) {
        self.hours = hours
    }
}

/// A plan as a person who has the link sees it. Of the people who attend, it names the person who shares it, and no
/// other.
public struct SharedPlan: Codable, Hashable, Sendable {
    /// The first name of the person who shares it.
    public var name: String
    /// Of the meetup.
    public var title: String
    /// When it begins.
    public var start: Date
    /// When it ends.
    public var end: Date
    /// The zone of the place by its IANA name.
    public var timeZone: String
    /// Where it is; `nil` if that is not known, or once it was cancelled.
    public var place: Place?
    /// Whether it takes place.
    public var status: MeetupStatus
    /// When the person who shares it said that they are safe; `nil` if they have not, or have set no check-in.
    public var safeAt: Date?
    /// When the link ends.
    public var endsAt: Date

    /// Creates a plan.
    public init(
        name: String, title: String, start: Date, end: Date, timeZone: String, place: Place? = nil,
        status: MeetupStatus, safeAt: Date? = nil, endsAt: Date
    ) {
        self.name = name
        self.title = title
        self.start = start
        self.end = end
        self.timeZone = timeZone
        self.place = place
        self.status = status
        self.safeAt = safeAt
        self.endsAt = endsAt
    }

    private enum CodingKeys: String, CodingKey {
        case name, title, start, end, place, status
        case timeZone = "time_zone"
        case safeAt = "safe_at"
        case endsAt = "ends_at"
    }
}

extension SharedPlan: WireNamed {
    /// The member `plan`.
    public static var wireName: String { "plan" }
}

/// Whether a person the user has blocked attends a meetup that the user attends. It does not say who.
public struct BlockedAttendance: Codable, Hashable, Sendable {
    /// The meetup.
    public var meetupID: MeetupID
    /// Whether at least one does.
    public var isAttended: Bool

    /// Creates the state.
    public init(meetupID: MeetupID, isAttended: Bool) {
        self.meetupID = meetupID
        self.isAttended = isAttended
    }

    private enum CodingKeys: String, CodingKey {
        case meetupID = "meetup_id"
        case isAttended = "attends"
    }
}

extension BlockedAttendance: WireNamed {
    /// The member `blocked`.
    public static var wireName: String { "blocked" }
}

/// How much of everything there may be.
public enum SharingLimits {
    /// Hours after the end of a meetup for which a link may lead to its plan.
    public static let hours = 1...24
    /// Where nothing else is said.
    public static let usualHours = 4
}

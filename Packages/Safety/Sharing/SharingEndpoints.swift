public import Foundation
public import Networking
public import OrbitModels

/// The routes with which a user shares the plan of a meetup outside of Orbit, by a link that expires.
public enum SharingRoutes {
    /// `GET /meetups/{meetup_id}/share`. Returns `Keyed<PlanShare>`.
    public static let state = Route(.get, "/meetups/{meetup_id}/share")
    /// `POST /meetups/{meetup_id}/share`. Creates a link, which replaces the previous link. Returns ``NewPlanShare``.
    public static let share = Route(.post, "/meetups/{meetup_id}/share")
    /// `POST /meetups/{meetup_id}/share/extend`. Body: ``ExtendShareRequest``. Returns `Keyed<PlanShare>`.
    public static let extend = Route(.post, "/meetups/{meetup_id}/share/extend")
    /// `DELETE /meetups/{meetup_id}/share`. Ends the link.
    public static let revoke = Route(.delete, "/meetups/{meetup_id}/share")
    /// `GET /shared-plans/{share_token}`, without a session. Returns `Keyed<SharedPlan>`.
    public static let read = Route(.get, "/shared-plans/{share_token}", access: .anyone)
    /// `GET /meetups/{meetup_id}/blocked`. Returns `Keyed<BlockedAttendance>`.
    public static let blocked = Route(.get, "/meetups/{meetup_id}/blocked")

    /// All routes of this area.
    public static let all = [state, share, extend, revoke, read, blocked]
}

/// The state of the user's link to the plan of a meetup. It does not contain the link itself.
public struct PlanShare: Codable, Hashable, Sendable {
    /// The meetup.
    public var meetupID: MeetupID
    /// The time at which the link was created, by the server's clock; `nil` without a link.
    public var createdAt: Date?
    /// The hours from the end of the meetup until the link expires.
    public var hours: Int

    /// Creates the state of a share.
    public init(meetupID: MeetupID, createdAt: Date? = nil, hours: Int = SharingLimits.usualHours) {
        self.meetupID = meetupID
        self.createdAt = createdAt
        self.hours = hours
    }

    /// Whether the link is valid at `now`, for a meetup that ends at `end`.
    public func isOpen(untilAfter end: Date, at now: Date) -> Bool {
        createdAt != nil && now < endsAt(after: end)
    }

    /// Returns the time at which the link expires, for a meetup that ends at `end`.
    public func endsAt(after end: Date) -> Date { end.addingTimeInterval(TimeInterval(hours) * 3_600) }

    private enum CodingKeys: String, CodingKey {
        case hours
        case meetupID = "meetup_id"
        case createdAt = "created_at"
    }
}

extension PlanShare: JSONKeyed {
    /// The member `share`.
    public static var jsonKey: String { "share" }
}

/// The secret part of a link. Every person who has it can read the plan.
public typealias ShareToken = Secret<SharedPlan>

/// The data of `POST /meetups/{meetup_id}/share`.
public struct NewPlanShare: Codable, Hashable, Sendable {
    /// The token of the link. The server sends it only in this response.
    public var token: ShareToken
    /// The new state of the link.
    public var share: PlanShare

    /// Creates the data.
    public init(token: ShareToken, share: PlanShare) {
        self.token = token
        self.share = share
    }
}

/// The body of `POST /meetups/{meetup_id}/share/extend`.
public struct ExtendShareRequest: Codable, Hashable, Sendable {
    /// The hours from the end of the meetup until the link expires, ``SharingLimits/hours``.
    public var hours: Int

    /// Creates the body.
    public init(hours: Int) {
        self.hours = hours
    }
}

/// A plan as a person with the link sees it. The person who shares it is the only attendee that it names.
public struct SharedPlan: Codable, Hashable, Sendable {
    /// The first name of the person who shares it.
    public var name: String
    /// The title of the meetup.
    public var title: String
    /// The start of the meetup.
    public var start: Date
    /// The end of the meetup.
    public var end: Date
    /// The IANA name of the time zone at the place.
    public var timeZone: String
    /// The place; `nil` if it is not known, or if the meetup is cancelled.
    public var place: Place?
    /// The status of the meetup.
    public var status: MeetupStatus
    /// The time at which the person who shares it reported that they are safe; `nil` without a check-in or report.
    public var safeAt: Date?
    /// The time at which the link expires.
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

extension SharedPlan: JSONKeyed {
    /// The member `plan`.
    public static var jsonKey: String { "plan" }
}

/// The information whether a person that the user has blocked attends a meetup that the user attends. It does not name
/// that person.
public struct BlockedAttendance: Codable, Hashable, Sendable {
    /// The meetup.
    public var meetupID: MeetupID
    /// Whether at least one blocked person attends.
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

extension BlockedAttendance: JSONKeyed {
    /// The member `blocked`.
    public static var jsonKey: String { "blocked" }
}

/// The limits of shared plans.
public enum SharingLimits {
    /// The range of hours from the end of a meetup until a link expires.
    public static let hours = 1...24
    /// The default of ``PlanShare/hours``.
    public static let usualHours = 4
}

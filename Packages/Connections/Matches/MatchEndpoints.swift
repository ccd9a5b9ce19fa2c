public import Foundation
public import Networking
public import OrbitModels

/// The routes of matches and of today's match.
public enum MatchRoutes {
    /// `GET /matches`.
    public static let list = Route(.get, "/matches")
    /// `GET /matches/today`.
    public static let today = Route(.get, "/matches/today")
    /// `POST /matches/{match_id}/disconnect`.
    public static let disconnect = Route(.post, "/matches/{match_id}/disconnect")
    /// `PUT /matches/pause`. Excludes the user from the following pairings.
    public static let pause = Route(.put, "/matches/pause")
    /// `DELETE /matches/pause`.
    public static let resume = Route(.delete, "/matches/pause")

    /// All routes of this area.
    public static let all = [list, today, disconnect, pause, resume]
}

/// The response of `/matches/today`.
public struct TodayData: Codable, Hashable, Sendable {
    /// The day on the campus's calendar.
    public var date: CalendarDay
    /// The end of that day.
    public var endsAt: Date
    /// Whether there is a match today.
    public var status: TodayStatus
    /// One partner, or two in a group of three.
    public var matches: LossyList<Match>
    /// The reason while the status is ``TodayStatus/waiting``.
    public var reason: TodayWaitReason?
    /// Whether the user is excluded from the next pairing.
    public var isPaused: Bool

    /// Creates the data.
    public init(
        date: CalendarDay, endsAt: Date, status: TodayStatus, matches: [Match] = [], reason: TodayWaitReason? = nil,
        isPaused: Bool
    ) {
        self.date = date
        self.endsAt = endsAt
        self.status = status
        self.matches = LossyList(matches)
        self.reason = reason
        self.isPaused = isPaused
    }

    private enum CodingKeys: String, CodingKey {
        case date, status, matches, reason
        case endsAt = "ends_at"
        case isPaused = "paused"
    }
}

/// The user's status in the daily pairing.
public struct TodayStatus: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// There is a match today.
    public static let matched = Self(rawValue: "matched")
    /// There is no match today. ``TodayData/reason`` contains the reason.
    public static let waiting = Self(rawValue: "waiting")
    /// There was a match today, and it has ended.
    public static let disconnected = Self(rawValue: "disconnected")

    /// The values known to this version.
    public static let known: [Self] = [.matched, .waiting, .disconnected]
}

/// The reason why there is no match today. Blocks are never a reason.
public struct TodayWaitReason: OpenEnum {
    /// The spelling on the wire.
    public let rawValue: String

    /// The value with this spelling, known to this version or not.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The user has paused the daily pairing.
    public static let paused = Self(rawValue: "paused")
    /// The campus is being paired, or has not been paired yet. Repeat the request shortly.
    public static let underWay = Self(rawValue: "under_way")
    /// Today's pairing has ended. The next is tomorrow's.
    public static let tomorrow = Self(rawValue: "tomorrow")

    /// The values known to this version.
    public static let known: [Self] = [.paused, .underWay, .tomorrow]
}

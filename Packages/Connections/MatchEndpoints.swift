public import Foundation
public import Networking
public import OrbitModels

/// The routes of matches and of today's match.
public enum MatchRoutes {
    public static let list = Route(.get, "/matches")
    public static let today = Route(.get, "/matches/today")
    public static let disconnect = Route(.post, "/matches/{match_id}/disconnect")
    /// Stays out of the pairing from the next one on.
    public static let pause = Route(.put, "/matches/pause")
    public static let resume = Route(.delete, "/matches/pause")

    public static let all = [list, today, disconnect, pause, resume]
}

extension Endpoint<MatchesPage> {
    static func matches(after cursor: String?, limit: Int) -> Self {
        Endpoint(MatchRoutes.list, query: [("cursor", cursor), ("limit", String(limit))])
    }
}

extension Endpoint<TodayData> {
    static let today = Endpoint(MatchRoutes.today)
    static let pause = Endpoint(MatchRoutes.pause)
    static let resume = Endpoint(MatchRoutes.resume)
}

extension Endpoint<MatchData> {
    static func disconnect(_ match: MatchID, key: IdempotencyKey) -> Self {
        Endpoint(MatchRoutes.disconnect, parameters: ["match_id": match.rawValue]).idempotent(key)
    }
}

public struct MatchData: Codable, Hashable, Sendable {
    public var match: Match

    public init(match: Match) {
        self.match = match
    }
}

/// One page of the people one is matched with, the latest first.
public struct MatchesPage: Codable, Hashable, Sendable {
    public var matches: LossyList<Match>
    /// Asks for the page after this one; `nil` on the last.
    public var nextCursor: String?

    public init(matches: LossyList<Match>, nextCursor: String? = nil) {
        self.matches = matches
        self.nextCursor = nextCursor
    }

    private enum CodingKeys: String, CodingKey {
        case matches
        case nextCursor = "next_cursor"
    }
}

/// The answer of `/matches/today`.
public struct TodayData: Codable, Hashable, Sendable {
    /// The day on the campus's calendar.
    public var date: CalendarDay
    /// When that day is over.
    public var endsAt: Date
    public var status: TodayStatus
    /// One partner, or two in a group of three.
    public var matches: LossyList<Match>
    /// While waiting: why.
    public var reason: TodayWaitReason?
    /// Whether the next pairing leaves one out.
    public var isPaused: Bool

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

public struct TodayStatus: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let matched = Self(rawValue: "matched")
    public static let waiting = Self(rawValue: "waiting")
    /// There was a match today, and it has ended.
    public static let disconnected = Self(rawValue: "disconnected")

    public static let known: [Self] = [.matched, .waiting, .disconnected]
}

/// Why somebody has no match today. Who blocked whom is no part of it.
public struct TodayWaitReason: OpenEnum {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let paused = Self(rawValue: "paused")
    /// The campus is being paired, or has not been yet; ask again shortly.
    public static let underWay = Self(rawValue: "under_way")
    /// Today's pairing is over; the next is tomorrow's.
    public static let tomorrow = Self(rawValue: "tomorrow")

    public static let known: [Self] = [.paused, .underWay, .tomorrow]
}

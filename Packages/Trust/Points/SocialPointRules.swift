public import Foundation
public import OrbitModels

/// The points of each reason, with the limits per day and per week.
///
/// ```swift
/// if let entry = SocialPointRules.standard.entry(for: .keptMeetup, meetup: meetup, at: now, after: log) {
///     log.append(entry)
/// }
/// SocialPointRules.total(of: log)
/// ```
public struct SocialPointRules: Hashable, Sendable {
    /// The points of each reason.
    public let points: [SocialPointReason: Int]
    /// The maximum number of points in a day (UTC).
    public let maxPerDay: Int
    /// The maximum number of points in a week (Monday to Sunday, UTC).
    public let maxPerWeek: Int

    /// The rules in force.
    public static let standard = SocialPointRules(
        points: [.keptMeetup: 10, .hostedMeetup: 15, .checkedIn: 2, .ratedInTime: 3], maxPerDay: 40, maxPerWeek: 120)

    /// Creates rules.
    public init(points: [SocialPointReason: Int], maxPerDay: Int, maxPerWeek: Int) {
        (self.points, self.maxPerDay, self.maxPerWeek) = (points, maxPerDay, maxPerWeek)
    }

    /// Returns the entry to append to a log. `nil` in these cases:
    ///
    /// - The reason earns nothing.
    /// - The reason has already earned points for this meetup.
    /// - The points of the day or the week have reached their limit.
    ///
    /// If only a part of the points is left in the day or week, the entry has that part.
    ///
    /// - Parameters:
    ///   - reason: The reason for the points.
    ///   - meetup: The meetup of the action.
    ///   - time: The time of the action.
    ///   - log: All entries of this week, and all entries for this meetup, in any order. More entries do no harm.
    public func entry(
        for reason: SocialPointReason, meetup: MeetupID? = nil, at time: Date, after log: [SocialPoint]
    ) -> SocialPoint? {
        guard let worth = points[reason], worth > 0 else { return nil }
        if meetup != nil, log.contains(where: { $0.reason == reason && $0.meetupID == meetup }) { return nil }
        let day = time.dayNumber
        let today = Self.total(of: log.filter { $0.at.dayNumber == day })
        let thisWeek = Self.total(of: log.filter { Self.week($0.at.dayNumber) == Self.week(day) })
        let left = min(worth, max(0, maxPerDay) - min(today, max(0, maxPerDay)))
        let earned = min(left, max(0, maxPerWeek) - min(thisWeek, max(0, maxPerWeek)))
        return earned > 0 ? SocialPoint(reason: reason, points: earned, at: time, meetupID: meetup) : nil
    }

    /// Returns the sum of a log, at most `Int.max`. Negative entries count as 0.
    public static func total(of log: some Sequence<SocialPoint>) -> Int {
        log.reduce(0) { sum, entry in
            let (next, overflow) = sum.addingReportingOverflow(max(0, entry.points))
            return overflow ? .max : next
        }
    }

    /// Returns the number of the week of a day. 1970 began on a Thursday.
    private static func week(_ day: DayNumber) -> Int {
        let days = Int(day) + 3
        return days >= 0 ? days / 7 : (days - 6) / 7
    }
}

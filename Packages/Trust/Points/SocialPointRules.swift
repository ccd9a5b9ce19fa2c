public import Foundation
public import OrbitModels

/// What each reason earns, and the most in a day and a week.
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
    /// The most in a day (UTC).
    public let mostPerDay: Int
    /// The most in a week (Monday to Sunday, UTC).
    public let mostPerWeek: Int

    /// What applies.
    public static let standard = SocialPointRules(
        points: [.keptMeetup: 10, .hostedMeetup: 15, .checkedIn: 2, .ratedInTime: 3], mostPerDay: 40, mostPerWeek: 120)

    /// Creates rules.
    public init(points: [SocialPointReason: Int], mostPerDay: Int, mostPerWeek: Int) {
        (self.points, self.mostPerDay, self.mostPerWeek) = (points, mostPerDay, mostPerWeek)
    }

    /// The entry to append to a log; `nil` if the reason earns nothing, has earned already for this meetup, or the day or
    /// week is full. What is left of a full day is given in part.
    ///
    /// - Parameter log: All entries of this week, and those for this meetup; more do no harm. In any order.
    public func entry(
        for reason: SocialPointReason, meetup: MeetupID? = nil, at time: Date, after log: [SocialPoint]
    ) -> SocialPoint? {
        guard let worth = points[reason], worth > 0 else { return nil }
        if meetup != nil, log.contains(where: { $0.reason == reason && $0.meetupID == meetup }) { return nil }
        let day = time.dayNumber
        let today = Self.total(of: log.filter { $0.at.dayNumber == day })
        let thisWeek = Self.total(of: log.filter { Self.week($0.at.dayNumber) == Self.week(day) })
        let left = min(worth, max(0, mostPerDay) - min(today, max(0, mostPerDay)))
        let earned = min(left, max(0, mostPerWeek) - min(thisWeek, max(0, mostPerWeek)))
        return earned > 0 ? SocialPoint(reason: reason, points: earned, at: time, meetupID: meetup) : nil
    }

    /// The sum of a log. Entries without points count nothing; a sum beyond `Int.max` is `Int.max`.
    public static func total(of log: some Sequence<SocialPoint>) -> Int {
        log.reduce(0) { sum, entry in
            let (next, overflow) = sum.addingReportingOverflow(max(0, entry.points))
            return overflow ? .max : next
        }
    }

    /// Of a day: 1970 began on a Thursday.
    private static func week(_ day: DayNumber) -> Int {
        let days = Int(day) + 3
        return days >= 0 ? days / 7 : (days - 6) / 7
    }
}

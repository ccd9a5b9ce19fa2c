public import Foundation
public import OrbitModels

/// The times that follow from a meetup's own.
///
/// ```swift
/// if MeetupTimes(of: meetup.plan).checkIn.contains(now) { await detail.checkIn() }
/// ```
public struct MeetupTimes: Hashable, Sendable {
    private let span: TimeSpan
    private let joinBy: Date?

    /// The times of a plan.
    public init(of plan: MeetupPlan) {
        span = plan.span
        joinBy = plan.joinBy
    }

    /// Until when people may ask to attend.
    public var lastJoin: Date { min(joinBy ?? span.start, span.start) }

    /// From when a cancellation is late: 12 hours before the start.
    public var lateFrom: Date { span.start.addingTimeInterval(-12 * .hour) }

    /// When attendees are asked to say again that they come: from a day until three hours before the start.
    public var reconfirm: Range<Date> {
        span.start.addingTimeInterval(-24 * .hour)..<span.start.addingTimeInterval(-3 * .hour)
    }

    /// When attendees can check in: from half an hour before the start until half an hour after the end.
    public var checkIn: Range<Date> {
        span.start.addingTimeInterval(-0.5 * .hour)..<span.end.addingTimeInterval(0.5 * .hour)
    }

    /// When a request that is made now expires without a decision: after three days, at the start at the latest.
    public func requestExpires(askedAt now: Date) -> Date { min(now.addingTimeInterval(72 * .hour), span.start) }

    /// When a place that is offered now goes to the next in line: after a quarter of the time that is left, after at
    /// least 15 minutes and at most a day, and never after the start.
    public func offerExpires(offeredAt now: Date) -> Date {
        let left = span.start.timeIntervalSince(now)
        return min(now.addingTimeInterval(min(max(left / 4, 0.25 * .hour), 24 * .hour)), span.start)
    }
}

extension TimeInterval {
    fileprivate static let hour: TimeInterval = 3_600
}

public import Foundation
public import OrbitModels

/// The time limits of a meetup, computed from its start, its end and its `joinBy`.
///
/// ```swift
/// if MeetupTimes(of: meetup.plan).checkIn.contains(now) { await detail.checkIn() }
/// ```
public struct MeetupTimes: Hashable, Sendable {
    private let span: TimeSpan
    private let joinBy: Date?

    /// Creates the time limits of a plan.
    public init(of plan: MeetupPlan) {
        span = plan.span
        joinBy = plan.joinBy
    }

    /// The time until which people may ask to attend.
    public var lastJoin: Date { min(joinBy ?? span.start, span.start) }

    /// The time from which a cancellation is late: 12 hours before the start.
    public var lateFrom: Date { span.start.addingTimeInterval(-12 * .hour) }

    /// The period in which attendees are asked to confirm again: from 24 hours until 3 hours before the start.
    public var reconfirm: Range<Date> {
        span.start.addingTimeInterval(-24 * .hour)..<span.start.addingTimeInterval(-3 * .hour)
    }

    /// The period for checking in: from half an hour before the start until half an hour after the end.
    public var checkIn: Range<Date> {
        span.start.addingTimeInterval(-0.5 * .hour)..<span.end.addingTimeInterval(0.5 * .hour)
    }

    /// Returns the time at which an undecided request expires: after 72 hours, or at the start if that is earlier.
    ///
    /// - Parameter now: The time at which the person sends the request.
    public func requestExpires(askedAt now: Date) -> Date { min(now.addingTimeInterval(72 * .hour), span.start) }

    /// Returns the time at which a place offered at `now` expires and is offered to the next person.
    ///
    /// An offer lasts a quarter of the time until the start, but at least 15 minutes and at most a day. It never lasts
    /// beyond the start.
    public func offerExpires(offeredAt now: Date) -> Date {
        let left = span.start.timeIntervalSince(now)
        return min(now.addingTimeInterval(min(max(left / 4, 0.25 * .hour), 24 * .hour)), span.start)
    }
}

extension TimeInterval {
    fileprivate static let hour: TimeInterval = 3_600
}

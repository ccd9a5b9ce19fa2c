public import Foundation
public import OrbitModels

/// A search for meeting times: the window, the duration, the notice and further conditions.
///
/// ```swift
/// let request = try MeetingRequest(in: week, lasting: 3_600, zone: berlin, now: clock.date, notice: 86_400)
/// let times = request.times(for: participants)
/// for slot in times.best(3) { print(times.explanation(of: slot.span) { names[$0] ?? "?" }) }
/// ```
public struct MeetingRequest: Hashable, Sendable {
    /// The window in which the meeting starts and ends. At most its first 371 days are searched.
    public let window: TimeSpan
    /// The duration of the meeting, in seconds.
    public let duration: TimeInterval
    /// The distance between possible starts, counted from midnight, in seconds. It is a number of minutes that divides
    /// a day.
    public let step: TimeInterval
    /// The zone in which the starts are multiples of ``step``.
    public let zone: TimeZone
    /// The time before the meeting in which no person may be busy, in seconds. The time may be outside a person's free
    /// hours.
    public let bufferBefore: TimeInterval
    /// The time after the meeting in which no person may be busy, in seconds.
    public let bufferAfter: TimeInterval
    /// The earliest start of the meeting.
    public let earliest: Date
    /// The sociable hours of each day, on each person's own clock, or `nil` if all hours are sociable.
    public let sociableHours: HourRange?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - window: The window in which the meeting starts and ends.
    ///   - duration: The duration of the meeting, in seconds.
    ///   - step: The distance between possible starts, in seconds.
    ///   - zone: The zone in which the starts are multiples of `step`.
    ///   - bufferBefore: The time before the meeting in which no person may be busy, in seconds.
    ///   - bufferAfter: The time after the meeting in which no person may be busy, in seconds.
    ///   - now: The current date.
    ///   - notice: The minimum time from now to the meeting, in seconds.
    ///   - sociableHours: The sociable hours of each day, or `nil` if all hours are sociable.
    /// - Throws: A ``MeetingRequestError`` for a value that cannot be used.
    public init(
        in window: TimeSpan, lasting duration: TimeInterval, step: TimeInterval = 1_800, zone: TimeZone,
        bufferBefore: TimeInterval = 0, bufferAfter: TimeInterval = 0, now: Date, notice: TimeInterval = 0,
        sociableHours: HourRange? = HourRange(from: 8, to: 22)
    ) throws(MeetingRequestError) {
        guard duration > 0, duration <= Self.longest else { throw .duration }
        guard step >= 60, step <= 86_400, step.remainder(dividingBy: 60) == 0,
            86_400.0.truncatingRemainder(dividingBy: step) == 0
        else { throw .step }
        for time in [bufferBefore, bufferAfter] where !(time >= 0 && time <= Self.longest) { throw .buffer }
        guard notice >= 0, notice <= Self.longest, now.seconds.isFinite else { throw .notice }
        (self.window, self.duration, self.step, self.zone) = (window, duration, step, zone)
        (self.bufferBefore, self.bufferAfter) = (bufferBefore, bufferAfter)
        (earliest, self.sociableHours) = (now + notice, sociableHours)
    }

    /// The length of the longest possible window, 371 days. Longer times cannot be found.
    private static let longest: TimeInterval = 371 * 86_400

    /// The part of the window after the earliest start, or `nil` if no time is left.
    var searched: TimeSpan? {
        TimeSpan(start: max(window.start, earliest), end: window.end)?.bounded
    }
}

/// An error that reports which value of a ``MeetingRequest`` cannot be used.
public enum MeetingRequestError: Error, Hashable, Sendable {
    /// The duration is not positive, or longer than 371 days.
    case duration
    /// The step is not a number of minutes that divides a day.
    case step
    /// A buffer is negative, or longer than 371 days.
    case buffer
    /// The notice is negative, or longer than 371 days.
    case notice
}

/// A person who is invited to the meeting.
public struct Participant: Hashable, Sendable {
    /// The identifier of the person.
    public let id: UserID
    /// Whether the meeting cannot take place without the person.
    public var isRequired: Bool
    /// The times at which the person can meet.
    public var availability: Availability

    /// Creates a participant.
    public init(id: UserID, isRequired: Bool = true, availability: Availability) {
        self.id = id
        self.isRequired = isRequired
        self.availability = availability
    }
}

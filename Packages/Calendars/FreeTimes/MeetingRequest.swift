public import Foundation
public import OrbitModels

/// What to look for: when, how long, and how soon at the earliest.
///
/// ```swift
/// let request = try MeetingRequest(in: week, lasting: 3_600, zone: berlin, now: clock.date, notice: 86_400)
/// let times = request.times(for: participants)
/// for slot in times.best(3) { print(times.explanation(of: slot.span) { names[$0] ?? "?" }) }
/// ```
public struct MeetingRequest: Hashable, Sendable {
    /// The window in which the meeting starts and ends. No more than its first 371 days are searched.
    public let window: TimeSpan
    /// How long the meeting lasts, in seconds.
    public let duration: TimeInterval
    /// The meeting starts at multiples of this after midnight, in seconds: whole minutes that divide a day.
    public let step: TimeInterval
    /// The zone on whose wall clock the starts are round.
    public let zone: TimeZone
    /// How long before the meeting each person must not be busy, in seconds. Hours in which a person is not free do not
    /// matter.
    public let bufferBefore: TimeInterval
    /// How long after the meeting each person must not be busy, in seconds.
    public let bufferAfter: TimeInterval
    /// The meeting does not start before.
    public let earliest: Date
    /// The hours of any day outside which a meeting is unsociable, by each person's own clock; `nil` if none is.
    public let sociableHours: HourRange?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - now: The current date.
    ///   - notice: The time from now to the meeting at least, in seconds.
    /// - Throws: A ``MeetingRequestError`` that says which value cannot be used.
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

    /// A window of 371 days: longer times cannot be found.
    private static let longest: TimeInterval = 371 * 86_400

    /// What is searched: the window from the earliest start; `nil` if nothing is left of it.
    var searched: TimeSpan? {
        TimeSpan(start: max(window.start, earliest), end: window.end)?.bounded
    }
}

/// Why a ``MeetingRequest`` cannot be made.
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

/// A person to be met.
public struct Participant: Hashable, Sendable {
    /// Who it is.
    public let id: UserID
    /// Whether there is no meeting without the person.
    public var isRequired: Bool
    /// When the person can meet.
    public var availability: Availability

    /// Creates a participant.
    public init(id: UserID, isRequired: Bool = true, availability: Availability) {
        self.id = id
        self.isRequired = isRequired
        self.availability = availability
    }
}

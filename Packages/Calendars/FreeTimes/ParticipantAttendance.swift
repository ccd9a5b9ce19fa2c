public import Foundation
public import OrbitModels

/// What a time means for one person.
public struct ParticipantAttendance: Hashable, Sendable {
    /// Whether a person comes.
    public enum Status: Hashable, Sendable {
        /// Available the whole time.
        case available
        /// Comes only if needed, for all or part of the time.
        case ifNeeded
        /// In none of the hours that the person gave, for all or part of the time.
        case missing
        /// Busy, or busy shortly before or after.
        case busy
    }

    /// Who it is.
    public let id: UserID
    /// Whether there is no meeting without the person.
    public let isRequired: Bool
    /// Whether the person comes.
    public let status: Status
    /// The person's zone.
    public let zone: TimeZone
    /// What the clock of the person's zone shows at the start.
    public let start: WallTime
    /// What the clock of the person's zone shows at the end.
    public let end: WallTime
    /// Whether any of the time is outside the sociable hours of the person's day.
    public let isUnsociable: Bool

    /// Whether the person can come.
    public var isComing: Bool { status == .available || status == .ifNeeded }
}

extension MeetingTimes {
    /// What a time means for each person, in the order in which they were given. Any time of the searched window can be
    /// asked about, whether a slot or not. O(people · log(free and busy times)).
    public func attendance(at span: TimeSpan) -> [ParticipantAttendance] {
        people.map { person in
            let status: ParticipantAttendance.Status =
                if person.free.available.contains(span) {
                    .available
                } else if person.free.possible.contains(span) {
                    .ifNeeded
                } else {
                    person.busy.overlaps(span) ? .busy : .missing
                }
            return ParticipantAttendance(
                id: person.participant.id, isRequired: person.participant.isRequired, status: status,
                zone: person.zone, start: WallTime(span.start, in: person.zone),
                end: WallTime(span.end, in: person.zone),
                isUnsociable: person.sociable.map { !$0.contains(span) } ?? false)
        }
    }
}

public import Foundation
public import OrbitModels

/// The attendance of a person at a possible time.
public struct ParticipantAttendance: Hashable, Sendable {
    /// The availability of a person at a time.
    public enum Status: Hashable, Sendable {
        /// The person is available the whole time.
        case available
        /// The person comes only if needed, for all or a part of the time.
        case ifNeeded
        /// The time, or a part of it, is outside the hours that the person entered.
        case missing
        /// The person is busy, or is busy shortly before or after.
        case busy
    }

    /// The identifier of the person.
    public let id: UserID
    /// Whether the meeting cannot take place without the person.
    public let isRequired: Bool
    /// The availability of the person at the time.
    public let status: Status
    /// The time zone of the person.
    public let zone: TimeZone
    /// The start on the clock of the person's zone.
    public let start: LocalDateTime
    /// The end on the clock of the person's zone.
    public let end: LocalDateTime
    /// Whether a part of the time is outside the sociable hours of the person's day.
    public let isUnsociable: Bool

    /// Whether the person can come.
    public var isComing: Bool { status == .available || status == .ifNeeded }
}

extension MeetingTimes {
    /// Returns the attendance of each person at a time, in the order of the participants.
    ///
    /// The time can be any time of the searched window. It does not have to be a slot.
    ///
    /// - Complexity: O(people · log(free and busy times)).
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
                zone: person.zone, start: LocalDateTime(span.start, in: person.zone),
                end: LocalDateTime(span.end, in: person.zone),
                isUnsociable: person.sociable.map { !$0.contains(span) } ?? false)
        }
    }
}

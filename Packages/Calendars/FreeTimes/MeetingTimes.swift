import Foundation
public import OrbitModels

/// The times at which people can meet, ranked and explained.
public struct MeetingTimes: Sendable {
    /// The request.
    public let request: MeetingRequest
    /// The searched window: the window after the earliest start, at most 371 days, or `nil` if no time is left.
    public let searched: TimeSpan?
    /// All starts at which every required person and at least one person can come, ordered by time.
    public let slots: [MeetingSlot]
    /// The reasons why there is no slot, or `nil` if there is a slot.
    public let obstacles: MeetingObstacles?

    /// The free times of each person, with room for the buffers, in the order of the participants.
    let people: [PersonTimes]

    /// Returns the best slots, the best first, without overlaps. See ``MeetingSlot/isBetter(than:)``.
    ///
    /// - Complexity: O(*n* log *n* + *n* · *count*).
    public func best(_ count: Int) -> [MeetingSlot] { slots.best(count) }
}

/// The reasons why required people have no common time.
public struct MeetingObstacles: Hashable, Sendable {
    /// Whether the searched window is shorter than the meeting.
    public let isWindowTooShort: Bool
    /// The required people who do not have a long enough time, even on their own.
    public let neverFree: [UserID]
    /// The longest time that all required people have in common, or `nil` without a common time or without required
    /// people.
    ///
    /// It is too short for the meeting, or does not contain a possible start. Among equal times, it is the first.
    public let longestShared: TimeSpan?
    /// The best times at which a required person is missing: at most five, the best first, without overlaps.
    public let nearest: [MeetingSlot]
}

/// The times of a person that the search uses.
struct PersonTimes: Sendable {
    let participant: Participant
    /// The free times in the searched window, without the busy times and their buffers.
    let free: FreeTimes
    /// The busy times with their buffers.
    let busy: TimeSet
    let sociable: TimeSet?

    var zone: TimeZone { participant.availability.week.timeZone }
}

extension MeetingRequest {
    /// Finds the common times of people. If several participants have the same id, the last of them is used.
    ///
    /// Each person's hours are read on the clock of their own zone, including clock changes.
    ///
    /// - Complexity: O(people · (days + busy times) + starts), and O(starts log starts) if there is no common time.
    public func times(for participants: [Participant]) -> MeetingTimes {
        let participants = participants.lastOfEach
        guard let searched else {
            let obstacles = MeetingObstacles(isWindowTooShort: true, neverFree: [], longestShared: nil, nearest: [])
            return MeetingTimes(request: self, searched: nil, slots: [], obstacles: obstacles, people: [])
        }
        let people = personTimes(of: participants, in: searched)
        let counts = SlotCounts(of: people, request: self, in: searched)
        let slots = counts.slots { $0 == 0 }
        return MeetingTimes(
            request: self, searched: searched, slots: slots,
            obstacles: slots.isEmpty ? obstacles(of: people, counts, in: searched) : nil, people: people)
    }

    private func personTimes(of participants: [Participant], in searched: TimeSpan) -> [PersonTimes] {
        var zones: [TimeZone: (periods: ZoneOffsetTable, sociable: TimeSet?)] = [:]
        return participants.map { participant in
            let availability = participant.availability
            let zone = availability.week.timeZone
            let (periods, sociable): (ZoneOffsetTable, TimeSet?)
            if let known = zones[zone] {
                (periods, sociable) = known
            } else {
                periods = ZoneOffsetTable(of: zone, during: searched)
                sociable = sociableHours.map { periods.times(in: searched, dailyHours: $0, zone) }
                zones[zone] = (periods, sociable)
            }
            let busy = availability.busy.expanded(before: bufferAfter, after: bufferBefore)
            return PersonTimes(
                participant: participant, free: availability.hours(in: searched, periods).subtracting(busy),
                busy: busy, sociable: sociable)
        }
    }

    private func obstacles(of people: [PersonTimes], _ counts: SlotCounts, in searched: TimeSpan) -> MeetingObstacles {
        let required = people.filter(\.participant.isRequired)
        let shared = required.dropFirst().reduce(required.first?.free.possible ?? TimeSet()) {
            $0.intersection($1.free.possible)
        }
        return MeetingObstacles(
            isWindowTooShort: searched.duration < duration,
            neverFree: required.filter { $0.free.possible.spans(lasting: duration).isEmpty }.map(\.participant.id),
            longestShared: shared.spans.reduce(nil) { longest, span in
                longest.map { $0.duration >= span.duration } == true ? longest : span
            },
            nearest: counts.slots { $0 > 0 }.best(5))
    }
}

extension [Participant] {
    /// The participants without duplicates. The last participant with an id takes the place of the first.
    fileprivate var lastOfEach: [Participant] {
        var places: [UserID: Int] = [:]
        var people: [Participant] = []
        for person in self {
            if let place = places[person.id] {
                people[place] = person
            } else {
                places[person.id] = people.count
                people.append(person)
            }
        }
        return people
    }
}

extension ZoneOffsetTable {
    /// Returns the instants of a window at which the clock shows the same hours every day.
    fileprivate func times(in window: TimeSpan, dailyHours range: HourRange, _ zone: TimeZone) -> TimeSet {
        var hours = HourSet()
        for day in Weekday.allCases { hours.insert(range, on: day) }
        return Availability(week: WeeklyAvailability(timeZone: zone, hours: hours)).hours(in: window, self).possible
    }
}

/// A possible time of a meeting, with the numbers that rank it.
public struct MeetingSlot: Hashable, Sendable {
    /// The time from the start to the end.
    public let span: TimeSpan
    /// The number of required people who cannot come.
    public let requiredMissing: Int
    /// The number of optional people who cannot come.
    public let optionalMissing: Int
    /// The number of people who come only if needed, for all or a part of the time.
    public let ifNeeded: Int
    /// The number of people who can come, but at an unsociable hour of their day.
    public let unsociable: Int

    /// Whether this slot is better than another slot.
    ///
    /// Slots are compared by these values, in this order:
    /// - fewer missing required people,
    /// - fewer missing optional people,
    /// - fewer people who come only if needed,
    /// - fewer people at an unsociable hour, and
    /// - the earlier start.
    ///
    /// If two slots start at different times, exactly one is better.
    public func isBetter(than other: Self) -> Bool {
        if requiredMissing != other.requiredMissing { return requiredMissing < other.requiredMissing }
        if optionalMissing != other.optionalMissing { return optionalMissing < other.optionalMissing }
        if ifNeeded != other.ifNeeded { return ifNeeded < other.ifNeeded }
        if unsociable != other.unsociable { return unsociable < other.unsociable }
        return span.start < other.span.start
    }
}

extension [MeetingSlot] {
    /// Returns the best slots, the best first, without overlaps.
    ///
    /// - Complexity: O(*n* log *n* + *n* · *count*).
    func best(_ count: Int) -> [MeetingSlot] {
        var chosen: [MeetingSlot] = []
        guard count > 0 else { return chosen }
        for slot in sorted(by: { $0.isBetter(than: $1) })
        where !chosen.contains(where: { $0.span.overlaps(slot.span) }) {
            chosen.append(slot)
            if chosen.count == count { break }
        }
        return chosen
    }
}

import Foundation
public import OrbitModels

/// The times at which people can meet, ranked and explained.
public struct MeetingTimes: Sendable {
    /// What was asked for.
    public let request: MeetingRequest
    /// What was searched: the window without what is too soon, and no more than 371 days. `nil` if nothing is left.
    public let searched: TimeSpan?
    /// Every round time at which all required people can come, and at least one person; in time order.
    public let slots: [MeetingSlot]
    /// Why there is no slot; `nil` if there is one.
    public let obstacles: MeetingObstacles?

    /// When each person is free, with room for the buffers. In the order given.
    let people: [PersonTimes]

    /// The best slots, best first, of which no two overlap (``MeetingSlot/isBetter(than:)``). O(n log n).
    public func best(_ count: Int) -> [MeetingSlot] { slots.best(count) }
}

/// Why required people have no common time.
public struct MeetingObstacles: Hashable, Sendable {
    /// Whether the window, without what is too soon, is shorter than the meeting.
    public let isWindowTooShort: Bool
    /// The required people who have no time long enough, even on their own.
    public let neverFree: [UserID]
    /// The longest time that all required people have in common, the first of equals: too short, or without a round
    /// time to start at. `nil` if they have none, or no person is required.
    public let longestShared: TimeSpan?
    /// The best times at which a required person is missing, best first, without overlaps: at most five.
    public let nearest: [MeetingSlot]
}

/// When a person can meet, as the search sees it.
struct PersonTimes: Sendable {
    let participant: Participant
    /// In the searched window; not busy, nor too near to it.
    let free: FreeTimes
    /// The busy times with their buffers.
    let busy: TimeSet
    let sociable: TimeSet?

    var zone: TimeZone { participant.availability.week.timeZone }
}

extension MeetingRequest {
    /// Finds the common times of people. Of two participants with the same id the last counts.
    ///
    /// Each person's hours are read by the clock of their own zone, clock changes included. O(people · (days + busy
    /// times) + starts), and O(starts log starts) if there is no common time.
    public func times(for participants: [Participant]) -> MeetingTimes {
        let participants = participants.lastOfEach
        guard let searched else {
            let obstacles = MeetingObstacles(isWindowTooShort: true, neverFree: [], longestShared: nil, nearest: [])
            return MeetingTimes(request: self, searched: nil, slots: [], obstacles: obstacles, people: [])
        }
        let people = personTimes(of: participants, in: searched)
        let tally = SlotTally(of: people, request: self, in: searched)
        let slots = tally.slots { $0 == 0 }
        return MeetingTimes(
            request: self, searched: searched, slots: slots,
            obstacles: slots.isEmpty ? obstacles(of: people, tally, in: searched) : nil, people: people)
    }

    private func personTimes(of participants: [Participant], in searched: TimeSpan) -> [PersonTimes] {
        var zones: [TimeZone: (periods: ZonePeriods, sociable: TimeSet?)] = [:]
        return participants.map { participant in
            let availability = participant.availability
            let zone = availability.week.timeZone
            let (periods, sociable): (ZonePeriods, TimeSet?)
            if let known = zones[zone] {
                (periods, sociable) = known
            } else {
                periods = ZonePeriods(of: zone, during: searched)
                sociable = sociableHours.map { periods.times(in: searched, dailyHours: $0, zone) }
                zones[zone] = (periods, sociable)
            }
            let busy = availability.busy.expanded(before: bufferAfter, after: bufferBefore)
            return PersonTimes(
                participant: participant, free: availability.hours(in: searched, periods).subtracting(busy),
                busy: busy, sociable: sociable)
        }
    }

    private func obstacles(of people: [PersonTimes], _ tally: SlotTally, in searched: TimeSpan) -> MeetingObstacles {
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
            nearest: tally.slots { $0 > 0 }.best(5))
    }
}

extension [Participant] {
    /// The last of those with the same id, at the place of the first.
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

extension ZonePeriods {
    /// The instants of a window at which the clock shows the same hours every day.
    fileprivate func times(in window: TimeSpan, dailyHours range: HourRange, _ zone: TimeZone) -> TimeSet {
        var hours = HourSet()
        for day in Weekday.allCases { hours.insert(range, on: day) }
        return Availability(week: WeeklyAvailability(timeZone: zone, hours: hours)).hours(in: window, self).possible
    }
}

/// A time for a meeting, and how well it suits.
public struct MeetingSlot: Hashable, Sendable {
    /// From start to end.
    public let span: TimeSpan
    /// The number of required people who cannot come.
    public let requiredMissing: Int
    /// The number of optional people who cannot come.
    public let optionalMissing: Int
    /// The number of people who come only if needed, for all or part of the time.
    public let ifNeeded: Int
    /// The number of people who can come, but at an unsociable hour of their day.
    public let unsociable: Int

    /// Whether this slot suits better: fewer required people missing, then fewer optional ones, then fewer who come only
    /// if needed, then fewer at an unsociable hour, then earlier. Of two slots at different times, one is better.
    public func isBetter(than other: Self) -> Bool {
        if requiredMissing != other.requiredMissing { return requiredMissing < other.requiredMissing }
        if optionalMissing != other.optionalMissing { return optionalMissing < other.optionalMissing }
        if ifNeeded != other.ifNeeded { return ifNeeded < other.ifNeeded }
        if unsociable != other.unsociable { return unsociable < other.unsociable }
        return span.start < other.span.start
    }
}

extension [MeetingSlot] {
    /// The best, best first, of which no two overlap. O(n log n).
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

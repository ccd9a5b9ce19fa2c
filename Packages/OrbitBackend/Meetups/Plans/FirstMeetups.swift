import BackendRuntime
import Foundation
import Meetups
import OrbitModels

extension MeetupSearch {
    /// The maximum number of meetups that are counted.
    static let maxCounted = 500
    /// The maximum number of rounds, and of records that one round reads from all facets together.
    private static let (maxRounds, maxOfRound) = (3, 512)
    /// The limits of a search that is still in its first hour after `maxRounds` rounds, because many meetups are
    /// hidden.
    private static let (maxRoundsOfHour, maxOfRoundOfHour) = (10, 2_048)
    /// The maximum number of records of a search that is still in its first hour, and of a search by words.
    private static let (maxListed, maxListedByWords) = (10_000, 2_000)

    /// The first meetups that the viewer would find in the list, by start.
    struct First {
        /// At most ``maxCounted`` meetups.
        var meetups: [FoundRecord]
        /// The hosts of the meetups.
        let people: VisiblePeople
        /// The instant before which the list is complete; `nil` if the list is complete.
        ///
        /// It is the start of a meetup that the viewer may find, or the end of the first hour. It is never earlier than
        /// the end of the first hour, so that a client that continues from it makes progress. Meetups of that hour
        /// beyond the bounds of the search are left out.
        var completeUntil: Date?
    }

    /// A meetup that the viewer finds.
    struct FoundRecord {
        let record: MeetupRecord
        let guest: GuestRecord?
        let attendance: AttendanceState
    }

    /// Counts the meetups that the viewer does not attend, by the square that the viewer sees.
    mutating func count() throws -> MeetupMap {
        guard let grid else { return MeetupMap() }
        let first = try first()
        var squares: [CampusGrid.Square: (kinds: [EventType: Int], earliestStart: Date)] = [:]
        for found in first.meetups where !found.attendance.isAttending {
            let plan = found.record.plan
            guard let square = plan.place.coordinates.map(grid.square) else { continue }
            squares[square, default: ([:], plan.span.start)].kinds[plan.eventType, default: 0] += 1
        }
        let ordered = squares.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }
        return MeetupMap(
            ordered.map {
                MeetupSquare(
                    coordinates: grid.centre(of: $0.key), all: $0.value.kinds, earliestStart: $0.value.earliestStart)
            }, side: grid.side, completeUntil: first.completeUntil)
    }

    mutating func first() throws -> First {
        let read = try firstRecords()
        let people = try read.people ?? self.people(hosting: read.fitting)
        let found = read.fitting.compactMap { self.found(of: $0, people) }
        var first = First(meetups: Array(found.prefix(Self.maxCounted)), people: people)
        if found.count > Self.maxCounted {
            first.completeUntil = max(found[Self.maxCounted].record.plan.span.start, endOfFirstHour)
        } else if !read.isAll {
            let visible = try [lastFindable(of: read.tail)?.meetup.plan.span.start, found.last?.record.plan.span.start]
                .compactMap(\.self).filter { $0 > endOfFirstHour }
            // Any later instant would depend on the hidden meetups that the search has read.
            first.completeUntil = visible.max() ?? endOfFirstHour
        }
        return first
    }

    /// The end of the hour in which the search begins.
    private var endOfFirstHour: Date {
        SortRank.hour(of: max(filter.from ?? view.now, view.now)).addingTimeInterval(3_600)
    }

    private func people(hosting records: [MeetupRecord]) throws -> VisiblePeople {
        try VisiblePeople(records.map(\.hostID), for: view.viewer, matches: matches, blocked: blocked, in: reader)
    }

    /// Returns the meetup if the viewer finds it, by the rules of the list.
    private func found(of record: MeetupRecord, _ people: VisiblePeople) -> FoundRecord? {
        guard record.hostID == view.viewer.id || people.accounts[record.hostID] != nil else { return nil }
        let guest = concerns[record.id]
        guard view.finds(record, guest, isMatch: matches.contains(record.hostID)) else { return nil }
        return FoundRecord(record: record, guest: guest, attendance: view.attendance(at: record, guest))
    }

    /// The records that a search has read.
    private struct FirstRecords {
        /// The records that fit the filter, by start. The viewer finds all of them if ``people`` is not `nil`.
        var fitting: [MeetupRecord] = []
        var people: VisiblePeople?
        /// The examined records of the last round that listed any records.
        var tail: [MeetupRecord] = []
        var isAll = false
    }

    /// Reads the first records that fit the filter. Removes hidden records before they would end the search.
    private mutating func firstRecords() throws -> FirstRecords {
        var (read, rounds) = (FirstRecords(), 0)
        for part in parts {
            var place: ListCursor?
            repeat {
                if read.fitting.count > Self.maxCounted, read.people == nil {
                    let people = try self.people(hosting: read.fitting)
                    read.fitting = read.fitting.filter { found(of: $0, people) != nil }
                    read.people = people
                }
                guard read.fitting.count <= Self.maxCounted,
                    let limit = maxRecords(ofRound: rounds, after: read.tail.last)
                else { return read }
                rounds += 1
                let more: [MeetupRecord]
                (more, place) = try next(of: part, after: place, limit: limit)
                let (admitted, examinedCount) = try self.admitted(more)
                if !admitted.isEmpty { (read.fitting, read.people) = (read.fitting + admitted, nil) }
                if !more.isEmpty { read.tail = Array(more.prefix(examinedCount)) }
                guard examinedCount == more.count else { return read }
            } while place != nil
        }
        read.isAll = true
        return read
    }

    /// Returns the maximum number of records of the next round; `nil` if the search ends before it.
    private func maxRecords(ofRound rounds: Int, after last: MeetupRecord?) -> Int? {
        if rounds < Self.maxRounds, !isExhausted { return Self.maxOfRound }
        let isInFirstHour = last.map { $0.plan.span.start < endOfFirstHour } ?? true
        let rest = (words.isEmpty ? Self.maxListed : Self.maxListedByWords) - listed
        guard isInFirstHour, rounds < Self.maxRoundsOfHour, rest >= facets.count, bytes < Self.maxBytes else {
            return nil
        }
        return min(rest, rounds < Self.maxRounds ? Self.maxOfRound : Self.maxOfRoundOfHour)
    }
}

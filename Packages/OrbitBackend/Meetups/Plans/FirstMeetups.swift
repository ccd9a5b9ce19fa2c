import BackendRuntime
import Foundation
import Meetups
import OrbitModels

extension MeetupSearch {
    /// The most meetups that are counted.
    static let mostCounted = 500
    /// The most rounds, and the most records of a round, of all facets together.
    private static let (maxRounds, maxOfRound) = (3, 512)
    /// The same for a search that has not passed the first hour by then, as many meetups are hidden.
    private static let (maxRoundsOfHour, maxOfRoundOfHour) = (10, 2_048)
    /// The most records of a search that has not passed the first hour, and of one by words.
    private static let (maxListed, maxListedByWords) = (10_000, 2_000)

    /// The first meetups that the viewer would find in the list, by start.
    struct First {
        /// At most ``mostCounted``.
        var meetups: [FoundRecord]
        /// Their hosts.
        let people: VisiblePeople
        /// All that begin before this instant are there, and of the others not all; `nil` if all are. It is the start
        /// of a meetup that the viewer may find, or the end of the first hour.
        ///
        /// It is never earlier than the end of the first hour, so that a client that reads on from it makes progress.
        /// Meetups of that hour that come after the bounds of a search are left out.
        var completeUntil: Date?
    }

    /// A meetup that the viewer finds.
    struct FoundRecord {
        let record: MeetupRecord
        let guest: GuestRecord?
        let standing: AttendanceState
    }

    /// Those that the viewer does not attend, counted by the square in which they see them.
    mutating func count() throws -> MeetupMap {
        guard let grid else { return MeetupMap() }
        let first = try first()
        var squares: [CampusGrid.Square: (kinds: [EventType: Int], next: Date)] = [:]
        for found in first.meetups where !found.standing.isAttending {
            let plan = found.record.plan
            guard let square = plan.place.coordinates.map(grid.square) else { continue }
            squares[square, default: ([:], plan.span.start)].kinds[plan.eventType, default: 0] += 1
        }
        let ordered = squares.sorted { ($0.key.row, $0.key.column) < ($1.key.row, $1.key.column) }
        return MeetupMap(
            ordered.map {
                MeetupSquare(coordinates: grid.centre(of: $0.key), all: $0.value.kinds, next: $0.value.next)
            }, side: grid.side, completeUntil: first.completeUntil)
    }

    mutating func first() throws -> First {
        let read = try firstRecords()
        let people = try read.people ?? self.people(hosting: read.fitting)
        let found = read.fitting.compactMap { self.found(of: $0, people) }
        var first = First(meetups: Array(found.prefix(Self.mostCounted)), people: people)
        if found.count > Self.mostCounted {
            first.completeUntil = max(found[Self.mostCounted].record.plan.span.start, endOfFirstHour)
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
        PlaceInOrder.hour(of: max(filter.from ?? view.now, view.now)).addingTimeInterval(3_600)
    }

    private func people(hosting records: [MeetupRecord]) throws -> VisiblePeople {
        try VisiblePeople(records.map(\.hostID), for: view.viewer, matches: matches, in: reader)
    }

    /// What the viewer finds, as the list decides it.
    private func found(of record: MeetupRecord, _ people: VisiblePeople) -> FoundRecord? {
        guard record.hostID == view.viewer.id || people.accounts[record.hostID] != nil else { return nil }
        let guest = concerns[record.id]
        guard view.finds(record, guest, isMatch: matches.contains(record.hostID)) else { return nil }
        return FoundRecord(record: record, guest: guest, standing: view.standing(at: record, guest))
    }

    /// The records that were read.
    private struct FirstRecords {
        /// Those that fit, by start. The viewer finds all of them if ``people`` is known.
        var fitting: [MeetupRecord] = []
        var people: VisiblePeople?
        /// The last of all that were read.
        var tail: [MeetupRecord] = []
        var isAll = false
    }

    /// Reads the first records of the search that fit. Leaves out hidden ones if they would end the search.
    private mutating func firstRecords() throws -> FirstRecords {
        var (read, rounds) = (FirstRecords(), 0)
        for part in parts {
            var place: ListCursor?
            repeat {
                if read.fitting.count > Self.mostCounted, read.people == nil {
                    let people = try self.people(hosting: read.fitting)
                    read.fitting = read.fitting.filter { found(of: $0, people) != nil }
                    read.people = people
                }
                guard read.fitting.count <= Self.mostCounted,
                    let limit = maxRecords(ofRound: rounds, after: read.tail.last)
                else { return read }
                rounds += 1
                let more: [MeetupRecord]
                (more, place) = try next(of: part, after: place, limit: limit)
                let (admitted, looked) = try self.admitted(more)
                if !admitted.isEmpty { (read.fitting, read.people) = (read.fitting + admitted, nil) }
                if !more.isEmpty { read.tail = Array(more.prefix(looked)) }
                guard looked == more.count else { return read }
            } while place != nil
        }
        read.isAll = true
        return read
    }

    /// The most records that the next round may list; `nil` if the search ends before it.
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

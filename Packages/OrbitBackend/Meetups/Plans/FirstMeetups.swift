import Foundation
import Meetups
import OrbitModels

extension MeetupSearch {
    /// The most meetups that are counted.
    static let mostCounted = 500
    /// How often records are listed at most, and how many of all facets at a time.
    private static let (mostRounds, mostOfRound) = (3, 512)

    /// The first meetups that the viewer would find in the list, by start.
    struct First {
        /// At most ``mostCounted``.
        var meetups: [FoundRecord]
        /// Their hosts.
        let people: VisiblePeople
        /// All that begin before this are there, and of the others not all; `nil` if all are. It follows from meetups that
        /// the viewer may find, not from those that were read; if they find none, it is the beginning of an hour.
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
        let (fitting, tail, isAll) = try firstRecords()
        let people = try VisiblePeople(fitting.map(\.hostID), for: view.viewer, matches: matches, in: reader)
        let found = fitting.compactMap { self.found(of: $0, people) }
        var first = First(meetups: Array(found.prefix(Self.mostCounted)), people: people)
        if found.count > Self.mostCounted {
            first.completeUntil = found[Self.mostCounted].record.plan.span.start
        } else if !isAll {
            let last = try [lastFindable(of: tail)?.meetup.plan.span.start, found.last?.record.plan.span.start]
            first.completeUntil = last.compactMap(\.self).max() ?? tail.last.map(amongHidden) ?? view.now
        }
        return first
    }

    /// The instant from which to read on after a record, if the viewer finds none up to it.
    private func amongHidden(before last: MeetupRecord) -> Date {
        PlaceInOrder.instant(of: amongHidden(before: Self.place(last.plan.span.start, last.id)).rank)
    }

    /// What the viewer finds, as the list decides it.
    private func found(of record: MeetupRecord, _ people: VisiblePeople) -> FoundRecord? {
        guard record.hostID == view.viewer.id || people.accounts[record.hostID] != nil else { return nil }
        let guest = concerns[record.id]
        guard view.finds(record, guest, isMatch: matches.contains(record.hostID)) else { return nil }
        return FoundRecord(record: record, guest: guest, standing: view.standing(at: record, guest))
    }

    /// The first records of the search that fit, by start, and the last of all that were read.
    private mutating func firstRecords() throws -> (fitting: [MeetupRecord], tail: [MeetupRecord], isAll: Bool) {
        var (fitting, tail, rounds): ([MeetupRecord], [MeetupRecord], Int) = ([], [], 0)
        for part in parts {
            var place: ListCursor?
            repeat {
                guard rounds < Self.mostRounds, fitting.count <= Self.mostCounted, !isExhausted else {
                    return (fitting, tail, false)
                }
                rounds += 1
                let more: [MeetupRecord]
                (more, place) = try next(of: part, after: place, limit: Self.mostOfRound)
                let (admitted, looked) = self.admitted(more)
                fitting += admitted
                if !more.isEmpty { tail = Array(more.prefix(looked)) }
                guard looked == more.count else { return (fitting, tail, false) }
            } while place != nil
        }
        return (fitting, tail, true)
    }
}

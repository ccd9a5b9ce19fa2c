import Foundation
import Meetups
import OrbitModels

extension MeetupSearch {
    /// How often one search for the map lists records.
    private static let mostRounds = 3
    /// The most meetups that are counted.
    static let mostCounted = 1_000

    /// The first meetups that the viewer would find in the list, by start, among at most two thousand records.
    struct First {
        /// At most ``mostCounted``.
        var meetups: [FoundRecord]
        /// All that begin before this are there, and of the others not all; `nil` if all are. It follows from meetups that
        /// the viewer may find, not from those that were read.
        var completeUntil: Date?
    }

    /// A meetup that the viewer finds.
    struct FoundRecord {
        let record: MeetupRecord
        let guest: GuestRecord?
        let standing: AttendanceState
        /// As the viewer sees them.
        let host: Person
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
        let (records, isAll) = try firstRecords()
        let found = try visible(of: records.filter(admits))
        var first = First(meetups: Array(found.prefix(Self.mostCounted)))
        if found.count > first.meetups.count {
            first.completeUntil = found[first.meetups.count].record.plan.span.start
        } else if !isAll {
            let last = try [lastFindable(of: records)?.meetup.plan.span.start, found.last?.record.plan.span.start]
            first.completeUntil = last.compactMap(\.self).max() ?? view.now
        }
        return first
    }

    /// The first records of the search, by start.
    private mutating func firstRecords() throws -> (records: [MeetupRecord], isAll: Bool) {
        var (records, rounds): ([MeetupRecord], Int) = ([], 0)
        for part in parts {
            var position: ListCursor?
            while true {
                guard rounds < Self.mostRounds, records.count < 2 * Self.mostRecords else { return (records, false) }
                rounds += 1
                let more = try list(part, after: position, limit: Self.mostRecords)
                records += more
                guard more.count == Self.mostRecords, let last = more.last else { break }
                position = Self.place(last.plan.span.start, last.id)
            }
        }
        return (records, true)
    }

    /// Those that the viewer may find, as the list decides it.
    private func visible(of records: [MeetupRecord]) throws -> [FoundRecord] {
        let viewer = view.viewer
        let people = try VisiblePeople(records.map(\.hostID), for: viewer, matches: matches, in: reader)
        let guests = try reader.get(GuestRecord.self, all: records.map { GuestRecord.key($0.id, viewer.id) })
        return records.compactMap { record in
            let host = record.hostID == viewer.id ? view.oneself : people.person(record.hostID, on: view.day)
            let guest = guests[GuestRecord.key(record.id, viewer.id)]
            guard let host, view.finds(record, guest, isMatch: matches.contains(record.hostID)) else { return nil }
            return FoundRecord(
                record: record, guest: guest, standing: view.standing(at: record, guest), host: host)
        }
    }
}

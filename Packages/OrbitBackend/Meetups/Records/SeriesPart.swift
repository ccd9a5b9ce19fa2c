import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// The position of a meetup in a series. Each occurrence is a meetup with its own guests, wait list and feed.
struct SeriesPart: Codable, Hashable {
    /// The position that all viewers of the meetup see.
    let place: SeriesPosition
    /// The number of the occurrence, from 0 in the order of the rule.
    let number: Int
    /// The parts of the plan that were changed for this occurrence alone. A change of an earlier occurrence and the
    /// following ones does not replace them.
    private(set) var own: Set<MeetupEntryMerge.FieldGroup> = []

    init(_ place: SeriesPosition, number: Int) {
        (self.place, self.number) = (place, number)
    }

    /// Returns the position after a change of this occurrence alone.
    func keeping(_ changed: Set<MeetupEntryMerge.FieldGroup>) -> SeriesPart {
        var part = self
        part.own.formUnion(changed)
        return part
    }

    /// Returns the position after a change of an occurrence and the following occurrences.
    ///
    /// - Parameters:
    ///   - edit: The change.
    ///   - isFirst: Whether the change begins with this occurrence.
    func following(_ edit: SeriesEdit, isFirst: Bool) -> SeriesPart {
        var part = SeriesPart(edit.movedPosition(of: place), number: number)
        part.own = isFirst ? own.subtracting(edit.changed) : own
        return part
    }

    /// Returns the occurrences of a series from a number on, in order. Includes cancelled and past occurrences.
    static func meetups(
        of series: SeriesID, from number: Int = 0, in reader: any StoreReader
    ) throws -> [MeetupRecord] {
        let query = IndexQuery(
            MeetupRecord.bySeries, group: series.rawValue, ranks: Int64(number) ... .max,
            limit: MeetupLimits.occurrences)
        return try reader.list(MeetupRecord.self, query)
    }
}

extension MeetupRecord {
    /// Returns the meetup and the following occurrences of its series that are neither cancelled nor over.
    func andFollowing(in reader: any StoreReader, now: Date) throws -> [MeetupRecord] {
        guard let series else { return isClosed(at: now) ? [] : [self] }
        return try SeriesPart.meetups(of: series.place.id, from: series.number, in: reader)
            .filter { !$0.isClosed(at: now) }
    }
}

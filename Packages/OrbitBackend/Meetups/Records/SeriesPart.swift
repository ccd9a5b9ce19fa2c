import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// Which occurrence of a series a meetup is. Each is a meetup of its own, with its own guests, wait list and feed.
struct SeriesPart: Codable, Hashable {
    /// As everyone sees it who sees the meetup.
    let place: SeriesPlace
    /// From 0, in the order of the rule.
    let number: Int
    /// What was changed for this occurrence alone, and so stays as it is when another and the following ones change.
    private(set) var own: Set<MeetupEntryMerge.Part> = []

    init(_ place: SeriesPlace, number: Int) {
        (self.place, self.number) = (place, number)
    }

    /// After a change of this occurrence alone.
    func keeping(_ changed: Set<MeetupEntryMerge.Part>) -> SeriesPart {
        var part = self
        part.own.formUnion(changed)
        return part
    }

    /// After a change of an occurrence and the following ones.
    ///
    /// - Parameter isFirst: whether this is that occurrence.
    func following(_ edit: SeriesEdit, isFirst: Bool) -> SeriesPart {
        var part = SeriesPart(edit.place(after: place), number: number)
        part.own = isFirst ? own.subtracting(edit.changed) : own
        return part
    }

    /// Those of a series from a number on, in order, cancelled and past ones included.
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
    /// The meetup and, if it is one of a series, the following ones, as far as they are neither cancelled nor over.
    func andFollowing(in reader: any StoreReader, now: Date) throws -> [MeetupRecord] {
        guard let series else { return isOver(at: now) ? [] : [self] }
        return try SeriesPart.meetups(of: series.place.id, from: series.number, in: reader)
            .filter { !$0.isOver(at: now) }
    }
}

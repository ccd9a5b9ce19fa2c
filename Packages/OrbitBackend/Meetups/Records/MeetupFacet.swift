import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// A part of the meetups of a campus that is kept in order of their starts, to be browsed.
///
/// Nothing in it knows of a place but its square.
struct MeetupFacet: Hashable {
    private let name: String
    private let group: String

    /// Of longer meetups there are few. Those that may have begun before a given instant and go on are found among
    /// these, and among those of the last hours.
    static let short: TimeInterval = 6 * 3_600

    /// All that are listed.
    static func all(on campus: String) -> Self { Self(name: "all", group: campus) }

    static func sport(_ sport: Sport, on campus: String) -> Self { word("sport", sport.rawValue, campus) }

    static func type(_ type: EventType, on campus: String) -> Self { word("type", type.rawValue, campus) }

    static func tag(_ tag: Interest, on campus: String) -> Self { word("tag", tag.id, campus) }

    /// A block of 1, 16 or 256 squares.
    static func block(_ column: Int, _ row: Int, level: Int, on campus: String) -> Self {
        Self(name: "block \(level)", group: "\(campus) \(column) \(row)")
    }

    /// Sizes of blocks, as powers of two.
    static let levels = [0, 2, 4]

    /// The index of the facet's word is the word's own, as a meetup has many tags.
    private static func word(_ kind: String, _ word: String, _ campus: String) -> Self {
        Self(name: "\(kind) \(ContentHash.hexadecimal([word]).prefix(16))", group: campus)
    }

    /// The places of a meetup that people find without an invitation or its address.
    static func entries(of meetup: MeetupRecord) -> [IndexEntry] {
        let (plan, campus) = (meetup.plan, meetup.campus)
        guard plan.isListed else { return [] }
        var facets: Set = [all(on: campus), type(plan.eventType, on: campus)]
        if let sport = plan.sport { facets.insert(Self.sport(sport, on: campus)) }
        facets.formUnion(plan.interestTags.map { tag($0, on: campus) })
        if let square = meetup.square {
            for level in levels {
                facets.insert(block(square.column >> level, square.row >> level, level: level, on: campus))
            }
        }
        let rank = PlaceInOrder.rank(plan.span.start, meetup.id.rawValue)
        let isLong = plan.span.duration > short
        return facets.flatMap { facet in
            [IndexEntry(facet.name, group: facet.group, rank: rank)]
                + (isLong ? [IndexEntry("long \(facet.name)", group: facet.group, rank: rank)] : [])
        }
    }

    /// Those that start in the ranks, in order.
    func query(_ ranks: ClosedRange<Int64>, onlyLong: Bool, limit: Int) -> IndexQuery {
        IndexQuery(onlyLong ? "long \(name)" : name, group: group, ranks: ranks, limit: limit)
    }

    /// The facets that together hold every meetup a filter admits, and few others.
    static func narrowest(for filter: MeetupFilter, on campus: String, _ grid: CampusGrid?) -> [MeetupFacet] {
        if let tag = filter.tag { return [Self.tag(tag, on: campus)] }
        if let box = filter.box, let blocks = blocks(of: box, on: campus, grid) { return blocks }
        if filter.sports.count == 1, let sport = filter.sports.first { return [Self.sport(sport, on: campus)] }
        if filter.eventTypes.count == 1, let type = filter.eventTypes.first { return [Self.type(type, on: campus)] }
        return [all(on: campus)]
    }

    /// At most four blocks that cover a box; `nil` if there are none so large.
    private static func blocks(of box: BoundingBox, on campus: String, _ grid: CampusGrid?) -> [MeetupFacet]? {
        // Squares are counted eastwards from the campus: the edges of a box around the Earth are in the same.
        guard let grid, box.east - box.west < 180, let first = Coordinates(latitude: box.south, longitude: box.west),
            let last = Coordinates(latitude: box.north, longitude: box.east)
        else { return nil }
        let (low, high) = (grid.square(of: first), grid.square(of: last))
        guard low.column <= high.column, low.row <= high.row, box.west <= box.east else { return nil }
        for level in levels {
            let columns = low.column >> level...high.column >> level
            let rows = low.row >> level...high.row >> level
            guard columns.count * rows.count <= 4 else { continue }
            return columns.flatMap { column in rows.map { block(column, $0, level: level, on: campus) } }
        }
        return nil
    }
}

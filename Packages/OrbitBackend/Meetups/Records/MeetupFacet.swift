import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// An index of some meetups of a campus, ordered by start, for browsing.
///
/// The indexes contain the square of a place, and nothing else of it.
struct MeetupFacet: Hashable {
    private let name: String
    private let group: String

    /// The duration in seconds beyond which a meetup is long. Long meetups are rare.
    ///
    /// To find meetups that have begun and have not ended, a search reads the long meetups, and all meetups of the last
    /// hours.
    static let maxShortDuration: TimeInterval = 6 * 3_600

    /// The facet of all listed meetups.
    static func all(on campus: String) -> Self { Self(name: "all", group: campus) }

    static func sport(_ sport: Sport, on campus: String) -> Self { word("sport", sport.rawValue, campus) }

    static func type(_ type: EventType, on campus: String) -> Self { word("type", type.rawValue, campus) }

    static func tag(_ tag: Interest, on campus: String) -> Self { word("tag", tag.id, campus) }

    /// The facet of a block of 1, 16 or 256 squares.
    static func squareBlock(_ column: Int, _ row: Int, level: Int, on campus: String) -> Self {
        Self(name: "block \(level)", group: "\(campus) \(column) \(row)")
    }

    /// The levels of blocks. A block of level n has a side of 2ⁿ squares.
    static let levels = [0, 2, 4]

    /// Returns the facet of a word. Each word has an index of its own, because a meetup has many tags.
    private static func word(_ kind: String, _ word: String, _ campus: String) -> Self {
        Self(name: "\(kind) \(ContentHash.hexadecimal([word]).prefix(16))", group: campus)
    }

    /// Returns the index entries of a meetup that people find without an invitation or its address. Other meetups have
    /// no entries.
    static func entries(of meetup: MeetupRecord) -> [IndexEntry] {
        let (plan, campus) = (meetup.plan, meetup.campus)
        guard plan.isListed else { return [] }
        var facets: Set = [all(on: campus), type(plan.eventType, on: campus)]
        if let sport = plan.sport { facets.insert(Self.sport(sport, on: campus)) }
        facets.formUnion(plan.interestTags.map { tag($0, on: campus) })
        if let square = meetup.square {
            for level in levels {
                facets.insert(squareBlock(square.column >> level, square.row >> level, level: level, on: campus))
            }
        }
        let rank = SortRank.rank(plan.span.start, meetup.id.rawValue)
        let isLong = plan.span.duration > maxShortDuration
        return facets.flatMap { facet in
            [IndexEntry(facet.name, group: facet.group, rank: rank)]
                + (isLong ? [IndexEntry("long \(facet.name)", group: facet.group, rank: rank)] : [])
        }
    }

    /// Returns a query of the meetups that start in the ranks, in order.
    func query(_ ranks: ClosedRange<Int64>, onlyLong: Bool, limit: Int) -> IndexQuery {
        IndexQuery(onlyLong ? "long \(name)" : name, group: group, ranks: ranks, limit: limit)
    }

    /// Returns the facets that together contain every meetup that a filter admits, and few others.
    static func narrowest(for filter: MeetupFilter, on campus: String, _ grid: CampusGrid?) -> [MeetupFacet] {
        if let tag = filter.tag { return [Self.tag(tag, on: campus)] }
        if let box = filter.box, let blocks = squareBlocks(of: box, on: campus, grid) { return blocks }
        if filter.sports.count == 1, let sport = filter.sports.first { return [Self.sport(sport, on: campus)] }
        if filter.eventTypes.count == 1, let type = filter.eventTypes.first { return [Self.type(type, on: campus)] }
        return [all(on: campus)]
    }

    /// Returns at most four blocks that cover a box.
    ///
    /// Returns `nil` without a grid, and if four blocks of the highest level do not cover the box. Also returns `nil`
    /// for a box that crosses the antimeridian, or spans 180 degrees of longitude or more.
    private static func squareBlocks(of box: BoundingBox, on campus: String, _ grid: CampusGrid?) -> [MeetupFacet]? {
        // Columns are counted eastwards from the campus, so both edges of a box around the Earth are in the same
        // column.
        guard let grid, box.east - box.west < 180, let first = Coordinates(latitude: box.south, longitude: box.west),
            let last = Coordinates(latitude: box.north, longitude: box.east)
        else { return nil }
        let (low, high) = (grid.square(of: first), grid.square(of: last))
        guard low.column <= high.column, low.row <= high.row, box.west <= box.east else { return nil }
        for level in levels {
            let columns = low.column >> level...high.column >> level
            let rows = low.row >> level...high.row >> level
            guard columns.count * rows.count <= 4 else { continue }
            return columns.flatMap { column in rows.map { squareBlock(column, $0, level: level, on: campus) } }
        }
        return nil
    }
}

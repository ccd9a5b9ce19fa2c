import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// A search for meetups that a filter admits and a person may find. Its store calls and records are bounded.
///
/// A search by words compares a bounded number of bytes. It compares no text of a meetup that the person may not find.
///
/// A page can have fewer elements than requested, and still have a cursor. No cursor contains the place of a hidden
/// meetup; see ``HiddenPositionsRecord``. A page without elements reveals that the search has read hidden meetups up to
/// its bounds.
struct MeetupSearch {
    /// The maximum number of store calls of all rounds. The viewer's matches, blocks and attendance, and the end of a
    /// page take a few more.
    private static let (maxCalls, maxCallsByWords) = (29, 35)
    /// The maximum number of store calls of a round: one lists records, six look up the listed records. A search by
    /// words looks up hosts in two more calls before it compares words.
    private static let (callsOfRound, callsOfRoundByWords) = (7, 9)
    /// The maximum number of records that one round lists, of all facets together.
    private static let maxRecordsOfRound = 1_000
    /// The number of listed records at which a search stops. A search lists fewer than 3,000 records in all, and fewer
    /// than 2,000 by words.
    private static let (maxRecords, maxRecordsByWords) = (2_000, 1_000)
    /// The maximum number of bytes of words that a search compares. It takes some milliseconds.
    static let maxBytes = 4 << 20
    /// The cost of preparing a byte of a record's text for the comparison (folding), as a multiple of the cost of
    /// comparing it.
    private static let costOfFolding = 32
    /// The number of last records that are searched for a record that the person may find.
    private static let depthOfEnd = 32

    let filter: MeetupFilter
    let view: MeetupView
    let grid: CampusGrid?
    let facets: [MeetupFacet]
    let reader: any StoreReader
    let matches: Set<UserID>
    /// The people that a block hides from the viewer.
    let hiddenPeople: VisibleCounts.HiddenPeople
    /// All people with a block with the viewer; `nil` if they are too many to list.
    let blocked: Set<UserID>?
    /// The viewer's attendance records of meetups that concern the viewer; see
    /// ``GuestRecord/concerns(of:from:in:)``.
    let concerns: [MeetupID: GuestRecord]
    let words: SearchedWords
    /// The hosts that a search by words has looked up, and whether the viewer may see them.
    private var hosts: [UserID: Bool] = [:]
    private var calls = 0
    private(set) var listed = 0
    private(set) var bytes = 0

    /// The place after which the next page begins.
    struct PageEnd {
        let place: ListCursor
        /// Whether the place can reveal a meetup that the viewer may not find. No cursor may contain it then.
        let isHidden: Bool
    }

    /// Whether the search must end, even if records are left.
    var isExhausted: Bool {
        bytes >= Self.maxBytes || listed >= (words.isEmpty ? Self.maxRecords : Self.maxRecordsByWords)
    }

    private var hasCallsOfRound: Bool {
        words.isEmpty
            ? calls + Self.callsOfRound <= Self.maxCalls : calls + Self.callsOfRoundByWords <= Self.maxCallsByWords
    }

    init(_ filter: MeetupFilter, for view: MeetupView, _ grid: CampusGrid?, in reader: any StoreReader) throws {
        self.filter = filter
        self.view = view
        self.grid = grid
        self.reader = reader
        words = SearchedWords(filter.text)
        facets = MeetupFacet.narrowest(for: filter, on: view.viewer.campus, grid)
        matches = try VisiblePeople.matches(of: view.viewer.id, in: reader)
        hiddenPeople = try VisibleCounts.HiddenPeople(from: view.viewer.id, in: reader)
        blocked = hiddenPeople.all
        concerns = try GuestRecord.concerns(of: view.viewer.id, from: view.now, in: reader)
    }

    /// Reads a page.
    ///
    /// - Parameters:
    ///   - start: The place after which the page begins; `nil` for the first page.
    ///   - size: The maximum number of elements.
    /// - Returns: The elements, and the end of the page; `nil` on the last page.
    mutating func page(after start: ListCursor?, size: Int) throws -> (elements: [MeetupListing], end: PageEnd?) {
        var (elements, position): ([MeetupListing], ListCursor?) = ([], start)
        // The last records that were read, and whether their round has added no element.
        var (tail, isBarren): (ArraySlice<MeetupRecord>, Bool) = ([], false)
        for part in parts {
            var limit =
                facets.count == 1 ? size + size / 4 + 4 : min(10 * size * facets.count, Self.maxRecordsOfRound)
            isBarren = false
            while true {
                guard hasCallsOfRound, !isExhausted else {
                    return (elements, try end(after: elements.last, tail, at: position))
                }
                let (all, listEnd) = try next(of: part, after: position, limit: limit)
                let (fitting, examinedCount) = try admitted(all)
                if !all.isEmpty { tail = all.prefix(examinedCount) }
                let known = elements.count
                // The first batch usually fills the page, and saves the look-up of the rest. After a round without an
                // element, it would rarely fill the page, and two batches would take more calls than one.
                let first = fitting.prefix(isBarren ? fitting.count : size - known + size / 4 + 4)
                for batch in [first, fitting.dropFirst(first.count)] where !batch.isEmpty {
                    for listing in try findable(batch) {
                        guard elements.count < size else {
                            return (elements, elements.last.map { PageEnd(place: Self.place($0), isHidden: false) })
                        }
                        elements.append(listing)
                    }
                }
                guard listEnd != nil || examinedCount < all.count, let last = tail.last else {
                    // The following part begins here, even if this round has used up the bytes that a search may
                    // compare.
                    let end = ListCursor(rank: part.ranks.upperBound, key: "~")
                    position = position.map { max($0, end) } ?? end
                    break
                }
                position = Self.place(last.plan.span.start, last.id)
                isBarren = elements.count == known
                limit = isBarren ? Self.maxRecordsOfRound : min(limit * 8, Self.maxRecordsOfRound)
            }
        }
        return (elements, nil)
    }

    /// Returns the end of a page whose search has reached its bounds.
    ///
    /// The end is the place of the last meetup that the viewer may find among the elements and the last records.
    /// Without such a meetup it is the place up to which everything was read.
    private mutating func end(
        after element: MeetupListing?, _ tail: ArraySlice<MeetupRecord>, at position: ListCursor?
    ) throws -> PageEnd? {
        let visible = try [element, lastFindable(of: tail)].compactMap(\.self).map { Self.place($0) }.max()
        if let visible { return PageEnd(place: visible, isHidden: false) }
        return position.map { PageEnd(place: $0, isHidden: true) }
    }

    /// The parts of the search. The first part contains long meetups that began earlier and may still run. The second
    /// part contains all meetups that begin at most ``MeetupFacet/maxShortDuration`` before the searched time, or
    /// later.
    var parts: [(ranks: ClosedRange<Int64>, onlyLong: Bool)] {
        let first = max(filter.from ?? view.now, view.now)
        let recent = first.addingTimeInterval(-MeetupFacet.maxShortDuration)
        let rest = filter.to.map { SortRank.ranks(from: recent, to: $0) } ?? SortRank.ranks(from: recent)
        return [(SortRank.ranks(from: first.beforeLongestMeetup, to: recent), true), (rest, false)]
    }

    /// Returns the next records of a part in order, and the place up to which every facet was read. The place is `nil`
    /// if all facets were read to their ends.
    ///
    /// - Parameters:
    ///   - part: The part of the search.
    ///   - place: The place after which to read; `nil` for the start of the part.
    ///   - limit: The maximum number of listed records, divided among the facets.
    mutating func next(
        of part: (ranks: ClosedRange<Int64>, onlyLong: Bool), after place: ListCursor?, limit: Int
    ) throws -> (records: [MeetupRecord], end: ListCursor?) {
        let share = max(1, limit / facets.count)
        guard place.map({ $0.rank <= part.ranks.upperBound }) ?? true else { return ([], nil) }
        let queries = facets.map { facet in
            var query = facet.query(part.ranks, onlyLong: part.onlyLong, limit: share)
            query.after = place.map { IndexPosition(rank: $0.rank, key: $0.key) }
            return query
        }
        // One call for all facets, so that a search in four blocks of squares has as many rounds as a search in one.
        calls += 1
        var (records, end): ([MeetupRecord], ListCursor?) = ([], nil)
        for found in try reader.list(MeetupRecord.self, all: queries) {
            listed += found.count
            if found.count == share, let last = found.last {
                let place = Self.place(last.plan.span.start, last.id)
                end = end.map { min($0, place) } ?? place
            }
            records += found
        }
        if facets.count > 1 {
            // Each facet was read only up to its own last record, and `end` is the earliest of them. After `end`,
            // another facet may have records that were not read.
            let places = records.map { (place: Self.place($0.plan.span.start, $0.id), record: $0) }
                .filter { one in end.map { one.place <= $0 } ?? true }
            records = places.sorted { $0.place < $1.place }.map(\.record)
        }
        return (records, end)
    }

    /// Returns the records that the filter admits and the viewer may find, and the number of records that were
    /// examined. The number is less than all only if the search is exhausted. Hosts are looked up only for a search by
    /// words.
    ///
    /// Hidden texts are not compared. Otherwise the end of a page, which depends on the compared bytes, would reveal
    /// them.
    mutating func admitted(_ records: [MeetupRecord]) throws -> (fitting: [MeetupRecord], examinedCount: Int) {
        let candidates = records.enumerated().filter { mayFind($0.element) && admitsButForWords($0.element) }
        guard !words.isEmpty else { return (candidates.map(\.element), records.count) }
        try lookUpHosts(of: candidates.map(\.element))
        var fitting: [MeetupRecord] = []
        for (place, record) in candidates where isHostVisible(record) {
            if hasWords(record) { fitting.append(record) }
            if bytes >= Self.maxBytes { return (fitting, place + 1) }
        }
        return (fitting, records.count)
    }

    /// Looks up the hosts that earlier rounds have not looked up, in two store calls.
    private mutating func lookUpHosts(of records: [MeetupRecord]) throws {
        let unknown = Set(records.filter { !$0.isWithoutHost && hosts[$0.hostID] == nil }.map(\.hostID))
            .subtracting([view.viewer.id])
        guard !unknown.isEmpty else { return }
        calls += 2
        let people = try VisiblePeople(unknown, for: view.viewer, matches: matches, blocked: blocked, in: reader)
        for host in unknown { hosts[host] = people.accounts[host] != nil }
    }

    /// Whether the viewer may see the host. For a meetup without a host, whether it concerns the viewer.
    private func isHostVisible(_ record: MeetupRecord) -> Bool {
        if record.isWithoutHost { return concerns[record.id] != nil }
        return record.hostID == view.viewer.id || hosts[record.hostID] == true
    }

    /// Whether the filter admits a meetup as strangers see it. Even attendees do not find a meetup by its exact place.
    private func admitsButForWords(_ record: MeetupRecord) -> Bool {
        guard !record.isClosed(at: view.now) else { return false }
        guard filter.box != nil else { return filter.admitsButForWords(record.plan) }
        var plan = record.plan
        plan.place = grid.map { plan.place.snapped(to: $0) } ?? Place(isExact: false)
        return filter.admitsButForWords(plan)
    }

    private mutating func hasWords(_ record: MeetupRecord) -> Bool {
        if let searched = record.words { return words.areFound(in: searched, bytes: &bytes) }
        let searched = SearchableWords(of: record.plan)
        bytes += Self.costOfFolding * searched.text.utf8.count
        return words.areFound(in: searched, bytes: &bytes)
    }

    /// Whether the viewer may find a meetup, as far as it can be decided without a store call.
    ///
    /// It excludes most hidden meetups: those for the matches of other people, which are many.
    func mayFind(_ record: MeetupRecord) -> Bool {
        record.plan.visibility != .matches || record.hostID == view.viewer.id || matches.contains(record.hostID)
            || concerns[record.id] != nil
    }

    private mutating func findable(_ records: some Collection<MeetupRecord>) throws -> [MeetupListing] {
        guard !records.isEmpty else { return [] }
        // The look-up of blocks counts even if it is not needed, so the end of a page does not depend on blocks.
        calls += 3
        return try view.findable(records, matches: matches, blocked: blocked, in: reader)
    }

    /// Returns the last record that the viewer may find; `nil` if none of the last `depthOfEnd` can be found.
    mutating func lastFindable(of records: some BidirectionalCollection<MeetupRecord>) throws -> MeetupListing? {
        try findable(records.filter(mayFind).suffix(Self.depthOfEnd)).last
    }

    private static func place(_ listing: MeetupListing) -> ListCursor {
        place(listing.meetup.plan.span.start, listing.id)
    }

    static func place(_ start: Date, _ id: MeetupID) -> ListCursor {
        ListCursor(rank: SortRank.rank(start, id.rawValue), key: id.rawValue)
    }
}

/// Ratings by the person rated, sorted, and which people have met, sorted by counting instead of comparing.
struct SortedEntries {
    private(set) var received: [[VoteRow]] = []
    private(set) var met: [[Contact]] = []
    /// The number of ratings of one star, two, … five.
    private(set) var stars: [Int] = [0, 0, 0, 0, 0]

    init(_ all: some Sequence<RatingBook.Entry>, people: Int) {
        let entries = Array(all)
        var (taken, given) = (Array(repeating: 0, count: people), Array(repeating: 0, count: people))
        for entry in entries where entry.isValid(people: people) {
            taken[Int(entry.ratee)] += 1
            given[Int(entry.rater)] += 1
            stars[Int(entry.stars) - 1] += 1
        }
        let rows = Self.rows(of: entries, Columns(counts: taken))
        let ratees = Self.transposed(rows, into: Columns(counts: given)) { row, ratee in
            (row.rater, Contact(person: ratee, day: row.day))
        }
        let raters = Self.transposed(ratees, into: Columns(counts: taken)) { contact, rater in
            (contact.person, Contact(person: rater, day: contact.day, confirmed: contact.day))
        }
        received = (0..<people).map { rows[$0].sorted() }
        met = (0..<people).map { Self.merged(ratees[$0], raters[$0]) }
    }

    /// Elements by person, in one array of all.
    private struct Lists<Element> {
        var columns: Columns
        var all: [Element]

        subscript(person: Int) -> ArraySlice<Element> { all[columns.next[person]..<columns.ends[person]] }
    }

    /// Where the elements of each person stand in one array of all.
    private struct Columns {
        /// Where the next element of a person goes: at last, where the person's elements begin.
        var next: [Int]
        let ends: [Int]

        init(counts: [Int]) {
            var ends = counts
            for person in ends.indices.dropFirst() { ends[person] += ends[person - 1] }
            (next, self.ends) = (ends, ends)
        }

        var all: Int { ends.last ?? 0 }

        mutating func place(of person: Int) -> Int {
            next[person] -= 1
            return next[person]
        }
    }

    private static func rows(of entries: [RatingBook.Entry], _ empty: Columns) -> Lists<VoteRow> {
        let filler = VoteRow(day: 0, rater: 0, meetup: 0, stars: 0, tags: 0)
        var rows = Lists(columns: empty, all: Array(repeating: filler, count: empty.all))
        for entry in entries where entry.isValid(people: empty.ends.count) {
            rows.all[rows.columns.place(of: Int(entry.ratee))] = entry.row
        }
        return rows
    }

    /// Everyone in turn, the last first, is put before what the lists of others hold already: these come out sorted.
    private static func transposed<Element>(
        _ lists: Lists<Element>, into empty: Columns, _ entry: (Element, Int32) -> (list: Int32, Contact)
    ) -> Lists<Contact> {
        var sorted = Lists(columns: empty, all: Array(repeating: Contact(person: 0, day: 0), count: empty.all))
        for person in empty.ends.indices.reversed() {
            for place in lists.columns.next[person]..<lists.columns.ends[person] {
                let (list, contact) = entry(lists.all[place], Int32(truncatingIfNeeded: person))
                sorted.all[sorted.columns.place(of: Int(list))] = contact
            }
        }
        return sorted
    }

    /// Each person of two sorted lists once, with the first days.
    private static func merged(_ one: ArraySlice<Contact>, _ other: ArraySlice<Contact>) -> [Contact] {
        var merged: [Contact] = []
        merged.reserveCapacity(one.count + other.count)
        var (left, right) = (one.startIndex, other.startIndex)
        while left < one.endIndex || right < other.endIndex {
            let isLeft = right == other.endIndex || left < one.endIndex && one[left].person < other[right].person
            let next = isLeft ? one[left] : other[right]
            if isLeft { left += 1 } else { right += 1 }
            if let last = merged.last, last.person == next.person {
                merged[merged.count - 1].day = min(last.day, next.day)
                merged[merged.count - 1].confirmed = min(last.confirmed, next.confirmed)
            } else {
                merged.append(next)
            }
        }
        return merged
    }
}

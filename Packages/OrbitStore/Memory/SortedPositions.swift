/// A persistent sorted set of positions, as a B+ tree of values.
///
/// Copies take O(1) and are independent of each other. A change duplicates only the nodes on its path that another copy
/// still uses. All operations take O(log n). Listing also takes linear time in the number of listed positions.
struct SortedPositions: Sendable {
    /// The maximum number of positions or children of one node.
    private static let maxWidth = 64

    /// The positions of a leaf.
    private var positions: [IndexPosition] = []
    /// The children of an inner node.
    private var children: [SortedPositions] = []
    /// The lowest position of the subtree.
    private var first: IndexPosition?
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Returns the number of positions before the first position for which `isBefore` is false. `isBefore` must be
    /// false for all later positions.
    func offset(where isBefore: (IndexPosition) -> Bool) -> Int {
        if children.isEmpty { return Self.split(of: positions, where: isBefore) }
        let place = Self.split(of: children) { $0.first.map(isBefore) ?? false }
        guard place > 0 else { return 0 }
        return children[..<(place - 1)].reduce(0) { $0 + $1.count } + children[place - 1].offset(where: isBefore)
    }

    /// The positions at the offsets. The offsets must be within ``count``.
    subscript(offsets: Range<Int>) -> [IndexPosition] {
        var found: [IndexPosition] = []
        found.reserveCapacity(offsets.count)
        append(offsets, to: &found)
        return found
    }

    private func append(_ offsets: Range<Int>, to found: inout [IndexPosition]) {
        guard !children.isEmpty else {
            found += positions[offsets.clamped(to: 0..<count)]
            return
        }
        var start = 0
        for child in children {
            let part = offsets.clamped(to: start..<start + child.count)
            if !part.isEmpty { child.append(part.lowerBound - start..<part.upperBound - start, to: &found) }
            start += child.count
            if start >= offsets.upperBound { return }
        }
    }

    /// Inserts a position unless the set contains it.
    mutating func insert(_ position: IndexPosition) {
        guard let sibling = add(position) else { return }
        let own = self
        self = SortedPositions()
        children = [own, sibling]
        recount()
    }

    /// Removes a position if the set contains it.
    mutating func remove(_ position: IndexPosition) {
        take(position)
        while children.count == 1 { self = children[0] }
    }

    /// Inserts a position, and splits the node if it has more than ``maxWidth`` elements. Returns the upper half of a
    /// split node.
    private mutating func add(_ position: IndexPosition) -> SortedPositions? {
        var upper = SortedPositions()
        if children.isEmpty {
            let place = Self.split(of: positions) { $0 < position }
            guard place == positions.count || positions[place] != position else { return nil }
            positions.insert(position, at: place)
            (first, count) = (positions[0], count + 1)
            guard positions.count > Self.maxWidth else { return nil }
            upper.positions = Array(positions[(Self.maxWidth / 2)...])
            positions.removeLast(positions.count - Self.maxWidth / 2)
        } else {
            let place = childPlace(of: position)
            let before = children[place].count
            let sibling = children[place].add(position)
            if let sibling { children.insert(sibling, at: place + 1) }
            count += children[place].count + (sibling?.count ?? 0) - before
            first = children[0].first
            guard children.count > Self.maxWidth else { return nil }
            upper.children = Array(children[(Self.maxWidth / 2)...])
            children.removeLast(children.count - Self.maxWidth / 2)
        }
        upper.recount()
        recount()
        return upper
    }

    private mutating func take(_ position: IndexPosition) {
        if children.isEmpty {
            let place = Self.split(of: positions) { $0 < position }
            guard place < positions.count, positions[place] == position else { return }
            positions.remove(at: place)
            (first, count) = (positions.first, count - 1)
        } else {
            let place = childPlace(of: position)
            count -= children[place].count
            children[place].take(position)
            count += children[place].count
            if children[place].isEmpty { children.remove(at: place) } else { mergeIfSmall(place) }
            first = children.first?.first
        }
    }

    /// Merges a child of fewer than ``maxWidth`` / 4 elements with its neighbor, if the merged node has at most
    /// ``maxWidth`` / 2 elements.
    private mutating func mergeIfSmall(_ place: Int) {
        guard children[place].width < Self.maxWidth / 4, children.count > 1 else { return }
        let lower = min(place, children.count - 2)
        guard children[lower].width + children[lower + 1].width <= Self.maxWidth / 2 else { return }
        let upper = children.remove(at: lower + 1)
        children[lower].positions += upper.positions
        children[lower].children += upper.children
        children[lower].recount()
    }

    private var width: Int { positions.count + children.count }

    /// The offset of the child that contains the position, or would contain it.
    private func childPlace(of position: IndexPosition) -> Int {
        max(0, Self.split(of: children) { $0.first.map { $0 <= position } ?? false } - 1)
    }

    private mutating func recount() {
        count = children.isEmpty ? positions.count : children.reduce(0) { $0 + $1.count }
        first = positions.first ?? children.first?.first
    }

    /// Returns the number of elements at the start for which `isBefore` is true, by binary search.
    private static func split<Element>(of elements: [Element], where isBefore: (Element) -> Bool) -> Int {
        var (low, high) = (0, elements.count)
        while low < high {
            let middle = low + (high - low) / 2
            if isBefore(elements[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

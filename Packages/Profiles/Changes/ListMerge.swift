/// Merges two edited copies of an ordered set, such as photos or interests.
enum ListMerge {
    /// Returns the merge of two edits of `base`. The time is linear in the length of the lists.
    ///
    /// The result contains each element that either side added, and no element that either side removed. It has the
    /// order of the side that changed the order, and the order of `mine` if both sides did. An element that both sides
    /// have is taken from `mine`. Each key appears once.
    static func merged<Element, Key: Hashable>(
        base: [Element], mine: [Element], theirs: [Element], by key: (Element) -> Key
    ) -> [Element] {
        let (base, mine, theirs) = (
            OrderedSet(base, by: key), OrderedSet(mine, by: key), OrderedSet(theirs, by: key)
        )
        let isKept = { (key: Key) in
            let (isMine, isTheirs) = (mine.elements[key] != nil, theirs.elements[key] != nil)
            return isMine && isTheirs || base.elements[key] == nil && (isMine || isTheirs)
        }
        let hasMyOrder = mine.keys.filter { base.elements[$0] != nil } != base.keys.filter { mine.elements[$0] != nil }
        let (first, second) = hasMyOrder ? (mine, theirs) : (theirs, mine)
        let leading = first.keys.filter(isKept)

        // Each of the remaining keys follows its predecessor in its own list.
        var followers: [Key?: [Key]] = [:]
        var anchor: Key?
        let placed = Set(leading)
        for key in second.keys where isKept(key) {
            if placed.contains(key) { anchor = key } else { followers[anchor, default: []].append(key) }
        }
        let order = (followers[nil] ?? []) + leading.flatMap { [$0] + (followers[$0] ?? []) }
        return order.compactMap { mine.elements[$0] ?? theirs.elements[$0] }
    }

    private struct OrderedSet<Element, Key: Hashable> {
        var keys: [Key] = []
        var elements: [Key: Element] = [:]

        init(_ list: [Element], by key: (Element) -> Key) {
            for element in list {
                let key = key(element)
                guard elements[key] == nil else { continue }
                keys.append(key)
                elements[key] = element
            }
        }
    }
}

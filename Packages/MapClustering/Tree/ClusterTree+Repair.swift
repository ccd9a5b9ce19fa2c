extension ClusterTree {
    /// The position of a site in the tree.
    struct Assignment {
        let level: UInt8
        let parent: Int32
    }

    /// Updates the grids of all zooms after one site was added or removed.
    ///
    /// - Returns: The sites that have a new anchor or level.
    mutating func repair(added: Int32, removed: Int32) -> [Int32: Assignment] {
        var assignments: [Int32: Assignment] = [:]
        var arrived: Set<Int32> = added == Self.none ? [] : [added]
        var departed: Set<Int32> = removed == Self.none ? [] : [removed]
        // Each zoom examines the new sites. It also examines the sites with higher keys in reach of an anchor that was
        // added or removed. The order of keys ensures that each site is examined once. Keys are pseudorandom, so on
        // average only few neighbours are affected.
        for zoom in stride(from: finest - 1, through: 0, by: -1) {
            if arrived.isEmpty, departed.isEmpty { break }
            let change = elect(at: zoom, arrived: arrived, departed: departed)
            var joining = arrived.union(change.departed).subtracting(change.arrived).subtracting(departed)
            for site in change.arrived.union(change.departed) {
                forEachAnchor(of: zoom + 1, within: zoomRadii[zoom], of: places[Int(site)]) { other, _ in
                    joining.insert(other)
                }
            }
            for site in joining where !grids[zoom].contains(site, at: places[Int(site)]) {
                let parent = nearestAnchor(of: zoom, to: places[Int(site)]) ?? Self.none
                assignments[site] = Assignment(level: UInt8(truncatingIfNeeded: zoom + 1), parent: parent)
            }
            (arrived, departed) = (change.arrived, change.departed)
        }
        for site in arrived { assignments[site] = Assignment(level: 0, parent: Self.none) }
        return assignments
    }

    /// Updates the anchors of a zoom, and returns the added and the removed anchors.
    private mutating func elect(
        at zoom: Int, arrived: Set<Int32>, departed: Set<Int32>
    ) -> (arrived: Set<Int32>, departed: Set<Int32>) {
        var change: (arrived: Set<Int32>, departed: Set<Int32>) = ([], [])
        var queue = KeyQueue()
        var known: Set<Int32> = []
        func expect(followersOf site: Int32) {
            let own = key(site)
            forEachAnchor(of: zoom + 1, within: zoomRadii[zoom], of: places[Int(site)]) { other, _ in
                let key = key(other)
                if own < key, known.insert(other).inserted { queue.push(other, key: key) }
            }
        }
        for site in departed where grids[zoom].contains(site, at: places[Int(site)]) {
            grids[zoom].remove(site, at: places)
            change.departed.insert(site)
            expect(followersOf: site)
        }
        for site in arrived where known.insert(site).inserted { queue.push(site, key: key(site)) }
        while let site = queue.pop() {
            let place = places[Int(site)]
            let wasAnchor = grids[zoom].contains(site, at: place)
            let isAnchor = !isCovered(place, at: zoom)
            guard wasAnchor != isAnchor else { continue }
            if isAnchor {
                grids[zoom].insert(site, at: places)
                change.arrived.insert(site)
            } else {
                grids[zoom].remove(site, at: places)
                change.departed.insert(site)
            }
            expect(followersOf: site)
        }
        return change
    }

    /// A priority queue of sites, the lowest key first, as a binary heap.
    struct KeyQueue {
        private var heap: [(key: PlaceKey, site: Int32)] = []

        mutating func push(_ site: Int32, key: PlaceKey) {
            heap.append((key, site))
            var child = heap.count - 1
            while child > 0, heap[child].key < heap[(child - 1) / 2].key {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        }

        mutating func pop() -> Int32? {
            guard let first = heap.first else { return nil }
            let last = heap.removeLast()
            guard !heap.isEmpty else { return first.site }
            heap[0] = last
            var parent = 0
            while 2 * parent + 1 < heap.count {
                var child = 2 * parent + 1
                if child + 1 < heap.count, heap[child + 1].key < heap[child].key { child += 1 }
                guard heap[child].key < heap[parent].key else { break }
                heap.swapAt(child, parent)
                parent = child
            }
            return first.site
        }
    }
}

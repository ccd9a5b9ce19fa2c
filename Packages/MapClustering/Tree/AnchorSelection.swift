extension ClusterTree {
    /// A run of candidates, or the candidates near the poles, to decide up to a key.
    private struct PendingRun {
        let run: Int32
        let limit: PlaceKey
    }

    private static let polar: Int32 = -1

    /// Decides all candidates of a zoom, and adds the anchors to its grid.
    mutating func elect(_ candidates: inout Candidates, at zoom: Int) {
        candidates.begin(zoomRadii[zoom])
        grids[zoom] = CellGrid(columns: zoomRadii[zoom].columns, capacity: candidates.polar.count)
        // Runs that wait for other runs are on a stack. Each waits for lower keys than the run below, so the loop
        // ends.
        var pending: [PendingRun] = []
        let end = PlaceKey(value: .max)
        for run in candidates.runs.indices {
            pending.append(PendingRun(run: Int32(truncatingIfNeeded: run), limit: end))
            work(on: &pending, &candidates, at: zoom)
        }
        pending.append(PendingRun(run: Self.polar, limit: end))
        work(on: &pending, &candidates, at: zoom)
        grids[zoom].insert(contentsOf: candidates.anchorsAwayFromPolar, at: places)
    }

    private mutating func work(on pending: inout [PendingRun], _ candidates: inout Candidates, at zoom: Int) {
        while let last = pending.last {
            guard last.run != Self.polar else {
                workOnPolar(&pending, last.limit, &candidates, at: zoom)
                continue
            }
            let run = Int(last.run)
            let next = candidates.runs[run].next
            guard next < candidates.end(of: run), candidates.plain[Int(next)].key <= last.limit else {
                pending.removeLast()
                continue
            }
            let candidate = candidates.plain[Int(next)]
            var decision = candidates.decision(on: candidate, in: run)
            if decision == .anchor, candidates.isBesidePolar(candidate.place) {
                let polar = candidates.polarNext
                if polar < candidates.polar.count, candidates.polar[polar].key < candidate.key {
                    decision = .waits(Self.polar)
                } else if isCovered(candidate.place, at: zoom) {
                    decision = .joins
                }
            }
            if case .waits(let other) = decision {
                pending.append(PendingRun(run: other, limit: candidate.key))
                continue
            }
            if decision == .anchor, candidates.isBesidePolar(candidate.place) {
                grids[zoom].insert(candidate.site, at: places)
            }
            candidates.decideNext(of: run, isAnchor: decision == .anchor)
        }
    }

    private mutating func workOnPolar(
        _ pending: inout [PendingRun], _ limit: PlaceKey, _ candidates: inout Candidates, at zoom: Int
    ) {
        guard candidates.polarNext < candidates.polar.count, candidates.polar[candidates.polarNext].key <= limit else {
            pending.removeLast()
            return
        }
        let candidate = candidates.polar[candidates.polarNext]
        if !candidate.place.isInCap, let run = candidates.runToWaitFor(candidate) {
            pending.append(PendingRun(run: run, limit: candidate.key))
            return
        }
        let isAnchor = !isCovered(candidate.place, at: zoom)
        if isAnchor { grids[zoom].insert(candidate.site, at: places) }
        candidates.decideNextPolar(isAnchor: isAnchor)
    }

    /// Assigns the candidates that did not become anchors to their anchors, and appends them to `joining`.
    mutating func assign(_ candidates: Candidates, at zoom: Int, _ joining: inout ContiguousArray<Int32>) {
        func note(_ site: Int32, _ anchor: Int32) {
            levels[Int(site)] = UInt8(truncatingIfNeeded: zoom + 1)
            parents[Int(site)] = anchor
            joining.append(site)
        }
        for (number, run) in candidates.runs.enumerated() where run.anchorEnd < run.next {
            for index in Int(run.anchorEnd)..<Int(run.next) {
                let candidate = candidates.plain[index]
                let anchor =
                    candidates.isBesidePolar(candidate.place)
                    ? nearestAnchor(of: zoom, to: candidate.place) ?? Self.none
                    : candidates.nearestAnchor(to: candidate, in: number)
                note(candidate.site, anchor)
            }
        }
        for candidate in candidates.polar[candidates.polarAnchorEnd...] {
            note(candidate.site, nearestAnchor(of: zoom, to: candidate.place) ?? Self.none)
        }
    }
}

public import Foundation
public import OrbitModels

extension TimeSet {
    /// Returns the instants that are in at least one of two sets.
    public func union(_ other: Self) -> Self {
        if other.isEmpty { return self }
        if isEmpty { return other }
        return combined(with: other) { $0 || $1 }
    }

    /// Returns the instants that are in both sets.
    public func intersection(_ other: Self) -> Self {
        if isEmpty || other.isEmpty { return TimeSet() }
        return combined(with: other) { $0 && $1 }
    }

    /// Returns the part of the set in a window.
    public func intersection(_ window: TimeSpan) -> Self { intersection(TimeSet([window])) }

    /// Returns the instants of this set that are not in another set.
    public func subtracting(_ other: Self) -> Self {
        if isEmpty || other.isEmpty { return self }
        return combined(with: other) { $0 && !$1 }
    }

    /// Returns the complement: the instants of a window that are not in the set.
    public func gaps(in window: TimeSpan) -> Self { TimeSet([window]).subtracting(self) }

    /// Returns the set with every interval extended at both ends, in seconds. Negative numbers and NaN count as 0.
    public func expanded(before: TimeInterval, after: TimeInterval) -> Self {
        let (before, after) = (max(before.orZero, 0), max(after.orZero, 0))
        if before == 0, after == 0 { return self }
        var result = TimeSet()
        result.edges.reserveCapacity(edges.count)
        for index in stride(from: 0, to: edges.count, by: 2) {
            result.append(from: edges[index] - before, to: edges[index + 1] + after)
        }
        return result
    }

    /// Returns the set with every interval shortened at both ends, in seconds. Negative numbers and NaN count as 0.
    ///
    /// Intervals that are not longer than both numbers together are removed.
    public func shrunk(start: TimeInterval, end: TimeInterval) -> Self {
        let (start, end) = (max(start.orZero, 0), max(end.orZero, 0))
        var result = TimeSet()
        result.edges.reserveCapacity(edges.count)
        for index in stride(from: 0, to: edges.count, by: 2) {
            result.append(from: edges[index] + start, to: edges[index + 1] - end)
        }
        return result
    }

    /// Returns the intervals with at least this length, in seconds.
    public func spans(lasting duration: TimeInterval) -> [TimeSpan] {
        stride(from: 0, to: edges.count, by: 2).compactMap {
            edges[$0 + 1] - edges[$0] >= duration ? TimeSpan(from: edges[$0], to: edges[$0 + 1]) : nil
        }
    }

    /// Merges the edges of both sets in one pass.
    @inline(__always)
    private func combined(with other: Self, _ isKept: (Bool, Bool) -> Bool) -> Self {
        let (first, second) = (edges, other.edges)
        var result: [Double] = []
        result.reserveCapacity(first.count + second.count)
        var (i, j) = (0, 0)
        while i < first.count || j < second.count {
            let edge: Double
            if j == second.count || (i < first.count && first[i] < second[j]) {
                edge = first[i]
                i += 1
            } else {
                edge = second[j]
                j += 1
                if i < first.count, first[i] == edge { i += 1 }
            }
            if isKept(i & 1 == 1, j & 1 == 1) != (result.count & 1 == 1) { result.append(edge) }
        }
        return TimeSet(edges: result)
    }
}

extension Double {
    fileprivate var orZero: Double { isNaN ? 0 : self }
}

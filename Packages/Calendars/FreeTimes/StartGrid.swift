import Foundation
import OrbitModels

/// The possible starts of a meeting: round times on a wall clock, in order.
struct StartGrid {
    /// A run of starts with equal distances, between two clock changes.
    private struct Run {
        /// The first start, in seconds since 2001-01-01.
        let first: Double
        let firstIndex: Int
        /// The number of starts, at least 1.
        let count: Int
    }

    private var runs: [Run] = []
    private let step: Double
    private(set) var count = 0

    /// Creates the starts of all meetings that fit into the window.
    init(in window: TimeSpan, lasting duration: Double, step: Double, _ periods: ZoneOffsetTable) {
        self.step = step
        let (start, lastStart) = (window.start.seconds, window.end.seconds - duration)
        for period in periods.periods {
            let toReference = Double(Date.referenceSecond + period.offset)
            let from = max(start, Double(period.start - Date.referenceSecond))
            let to = min(lastStart, Double(period.end - 1 - Date.referenceSecond))
            // In seconds of the wall clock since 1970-01-01, every midnight is a multiple of the step.
            let first = ((from + toReference) / step).rounded(.up) * step - toReference
            guard first <= to else { continue }
            let run = Run(first: first, firstIndex: count, count: Int((to - first) / step) + 1)
            runs.append(run)
            count += run.count
        }
    }

    /// All starts, in seconds since 2001-01-01.
    var starts: [Double] {
        runs.flatMap { run in (0..<run.count).map { run.first + Double($0) * step } }
    }

    /// Returns the indices of the starts in an interval. Neither argument is NaN.
    func indices(from start: Double, to lastStart: Double) -> Range<Int> {
        let lower = count(before: start, isIncluded: false)
        return lower..<max(lower, count(before: lastStart, isIncluded: true))
    }

    /// Returns the number of starts before an instant. A start at the instant counts if `isIncluded` is `true`.
    ///
    /// - Complexity: O(clock changes).
    private func count(before instant: Double, isIncluded: Bool) -> Int {
        for run in runs {
            let distance = instant - run.first
            if distance < 0 { return run.firstIndex }
            guard distance <= step * Double(run.count - 1) else { continue }
            let steps = Int(distance / step)
            return run.firstIndex + steps + (isIncluded || Double(steps) * step < distance ? 1 : 0)
        }
        return count
    }
}

import Foundation
import OrbitModels

/// The instants at which a meeting may start: round times on a wall clock, in order.
struct StartGrid {
    /// Starts at equal distances, between two clock changes.
    private struct Run {
        /// In seconds since 2001-01-01.
        let first: Double
        let firstIndex: Int
        /// At least 1.
        let count: Int
    }

    private var runs: [Run] = []
    private let step: Double
    private(set) var count = 0

    /// The starts from which a meeting ends inside the window.
    init(in window: TimeSpan, lasting duration: Double, step: Double, _ periods: ZonePeriods) {
        self.step = step
        let (start, lastStart) = (window.start.seconds, window.end.seconds - duration)
        for period in periods.periods {
            let toReference = Double(Date.referenceSecond + period.offset)
            let from = max(start, Double(period.start - Date.referenceSecond))
            let to = min(lastStart, Double(period.end - 1 - Date.referenceSecond))
            // On the wall clock, seconds since 1970-01-01: every midnight is a multiple of the step.
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

    /// The starts of meetings inside an interval, by index. Neither is NaN.
    func indices(from start: Double, to lastStart: Double) -> Range<Int> {
        let lower = count(before: start, isIncluded: false)
        return lower..<max(lower, count(before: lastStart, isIncluded: true))
    }

    /// The number of starts before an instant, or at it if that is included. O(clock changes).
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

import Foundation
import OrbitModels

/// The number of people who can come at each possible start.
///
/// Each free interval is a range of starts. It adds 1 at its first start and subtracts 1 after its last start, and a
/// prefix sum gives the numbers. The cost therefore does not depend on the number of starts in an interval.
struct SlotCounts {
    private let starts: [Double]
    private let duration: Double
    private let requiredCount: Int
    private let optionalCount: Int
    /// The number of people who can come at each start: required, all, only if needed, and at a sociable hour.
    private var required: [Int32]
    private var possible: [Int32]
    private var ifNeeded: [Int32]
    private var sociable: [Int32]

    init(of people: [PersonTimes], request: MeetingRequest, in window: TimeSpan) {
        let grid = StartGrid(
            in: window, lasting: request.duration, step: request.step, ZoneOffsetTable(of: request.zone, during: window)
        )
        starts = grid.starts
        duration = request.duration
        requiredCount = people.count(where: \.participant.isRequired)
        optionalCount = people.count - requiredCount
        required = Array(repeating: 0, count: grid.count + 1)
        (possible, ifNeeded, sociable) = (required, required, required)
        for person in people {
            let free = person.free
            if person.participant.isRequired { Self.count(free.possible, grid, duration, &required) }
            Self.count(free.possible, grid, duration, &possible)
            if free.available != free.possible {
                Self.count(free.possible, grid, duration, &ifNeeded)
                Self.count(free.available, grid, duration, by: -1, &ifNeeded)
            }
            let comfortable = person.sociable.map { free.possible.intersection($0) } ?? free.possible
            Self.count(comfortable, grid, duration, &sociable)
        }
        Self.sum(&required)
        Self.sum(&possible)
        Self.sum(&ifNeeded)
        Self.sum(&sociable)
    }

    /// Returns the slots at which at least one person can come, ordered by time.
    ///
    /// - Parameter isChosen: Whether to include a slot with this number of missing required people.
    func slots(_ isChosen: (_ requiredMissing: Int) -> Bool) -> [MeetingSlot] {
        starts.indices.compactMap { index in
            let coming = Int(possible[index])
            let requiredMissing = requiredCount - Int(required[index])
            guard coming > 0, isChosen(requiredMissing),
                let span = TimeSpan(from: starts[index], to: starts[index] + duration)
            else { return nil }
            return MeetingSlot(
                span: span, requiredMissing: requiredMissing,
                optionalMissing: optionalCount - (coming - Int(required[index])),
                ifNeeded: Int(ifNeeded[index]), unsociable: coming - Int(sociable[index]))
        }
    }

    private static func count(
        _ times: TimeSet, _ grid: StartGrid, _ duration: Double, by weight: Int32 = 1, _ changes: inout [Int32]
    ) {
        for index in stride(from: 0, to: times.edges.count, by: 2) {
            let (start, lastStart) = (times.edges[index], times.edges[index + 1] - duration)
            guard start <= lastStart else { continue }
            let places = grid.indices(from: start, to: lastStart)
            changes[places.lowerBound] += weight
            changes[places.upperBound] -= weight
        }
    }

    private static func sum(_ changes: inout [Int32]) {
        var sum: Int32 = 0
        for index in changes.indices {
            sum += changes[index]
            changes[index] = sum
        }
    }
}

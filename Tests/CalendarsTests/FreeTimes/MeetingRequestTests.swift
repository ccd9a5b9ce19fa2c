import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Calendars

@Suite struct MeetingRequestTests {
    private static let limit: Double = 371 * 86_400

    private func request(
        lasting duration: Double = 3_600, step: Double = 1_800, before: Double = 0, after: Double = 0,
        notice: Double = 0
    ) throws -> MeetingRequest {
        try MeetingRequest(
            in: span(0, 86_400), lasting: duration, step: step, zone: .gmt, bufferBefore: before, bufferAfter: after,
            now: instant(0), notice: notice)
    }

    @Test func `durations, buffers and notices may last up to 371 days`() throws {
        let limit = Self.limit
        let longest = try request(lasting: limit, before: limit, after: limit, notice: limit)
        #expect(longest.duration == limit && longest.bufferBefore == limit && longest.bufferAfter == limit)
        #expect(longest.earliest == instant(Int(limit)))
        #expect(throws: MeetingRequestError.duration) { try request(lasting: limit + 1) }
        #expect(throws: MeetingRequestError.buffer) { try request(before: limit + 1) }
        #expect(throws: MeetingRequestError.buffer) { try request(after: limit + 1) }
        #expect(throws: MeetingRequestError.notice) { try request(notice: limit + 1) }
    }

    @Test func `a step divides a day into whole minutes`() throws {
        for step in [60, 300, 2_700, 86_400] as [Double] { #expect(try request(step: step).step == step) }
        for step in [-60, 30, 59, 90, 420, 172_800] as [Double] {
            #expect(throws: MeetingRequestError.step) { try request(step: step) }
        }
    }

    @Test func `a window as long as the meeting is not too short`() throws {
        let busy = [Participant(id: "a", availability: try availability("", .gmt))]
        let exact = try request(lasting: 86_400).times(for: busy)
        #expect(exact.slots.isEmpty && exact.obstacles?.isWindowTooShort == false)
        let long = try request(lasting: 86_401).times(for: busy)
        #expect(long.obstacles?.isWindowTooShort == true)
    }

    /// Each slot differs from the next in one respect, and the later respects would order them in reverse.
    @Test func `slots are ordered by required, optional, hesitant and unsociable people, and by start`() throws {
        let ranks = [
            [0, 0, 0, 0, 1], [0, 0, 0, 0, 2], [0, 0, 0, 1, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0], [1, 0, 0, 0, 0],
        ]
        let slots = try ranks.map {
            MeetingSlot(
                span: try span($0[4], $0[4] + 10), requiredMissing: $0[0], optionalMissing: $0[1], ifNeeded: $0[2],
                unsociable: $0[3])
        }
        for (one, first) in slots.enumerated() {
            for (other, second) in slots.enumerated() { #expect(first.isBetter(than: second) == (one < other)) }
        }
    }

    @Test(arguments: oddInstants)
    func `the starts of a grid between two instants are a range of its indices`(second: Int) throws {
        var random = SplitMix64(seed: UInt64(second))
        for name in oddZones {
            let window = try span(second - 7_000, second + 9_000)
            let periods = ZoneOffsetTable(of: try zone(name), during: window)
            let grid = StartGrid(in: window, lasting: 600, step: 900, periods)
            let starts = grid.starts
            #expect(grid.count == starts.count && starts.count > 10)
            for _ in 0..<30 {
                let edges = try [0, 1].map { _ in
                    try #require(starts.randomElement(using: &random))
                        + Double.random(in: -1...1, using: &random).rounded()
                }.sorted()
                let lower = starts.firstIndex { $0 >= edges[0] } ?? starts.count
                let upper = starts.lastIndex { $0 <= edges[1] }.map { $0 + 1 } ?? 0
                #expect(grid.indices(from: edges[0], to: edges[1]) == lower..<max(lower, upper))
            }
            #expect(grid.indices(from: starts[3], to: starts[3] - 600).isEmpty)
        }
    }
}

import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Calendars

@Suite struct TimeSetTests {
    /// Returns random minutes of sixty, and the set that contains them.
    private static func generated(_ random: inout SplitMix64) throws -> (minutes: Set<Int>, set: TimeSet) {
        var minutes: Set<Int> = []
        var spans: [TimeSpan] = []
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            let start = Int.random(in: 0..<60, using: &random)
            let end = Int.random(in: start + 1...60, using: &random)
            minutes.formUnion(start..<end)
            spans.append(try span(start * 60, end * 60))
        }
        return (minutes, TimeSet(spans))
    }

    private static func minutes(of set: TimeSet, _ range: Range<Int> = 0..<60) -> Set<Int> {
        Set(range.filter { set.contains(instant($0 * 60)) })
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `operations on sets agree with operations on minutes`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (a, b) = (try Self.generated(&random), try Self.generated(&random))
        let hour = try span(0, 3_600)
        #expect(Self.minutes(of: a.set) == a.minutes)
        #expect(Self.minutes(of: a.set.union(b.set)) == a.minutes.union(b.minutes))
        #expect(Self.minutes(of: a.set.intersection(b.set)) == a.minutes.intersection(b.minutes))
        #expect(Self.minutes(of: a.set.subtracting(b.set)) == a.minutes.subtracting(b.minutes))
        #expect(Self.minutes(of: a.set.gaps(in: hour)) == Set(0..<60).subtracting(a.minutes))
        #expect(a.set.duration == Double(a.minutes.count * 60))
        #expect(a.set.union(b.set) == b.set.union(a.set))
        let expanded = a.set.expanded(before: 120, after: 60)
        #expect(Self.minutes(of: expanded, -5..<65) == Set(a.minutes.flatMap { $0 - 2...$0 + 1 }))
        let earlier = a.set.expanded(before: 120, after: 0)
        #expect(Self.minutes(of: earlier, -5..<65) == Set(a.minutes.flatMap { $0 - 2...$0 }))
        let later = a.set.expanded(before: 0, after: 60)
        #expect(Self.minutes(of: later, -5..<65) == Set(a.minutes.flatMap { $0...$0 + 1 }))
        let shrunk = a.set.shrunk(start: 60, end: 120)
        #expect(Self.minutes(of: shrunk) == a.minutes.filter { a.minutes.isSuperset(of: $0 - 1...$0 + 2) })
        for set in [a.set.union(b.set), a.set.intersection(b.set), a.set.subtracting(b.set), expanded, shrunk] {
            let edges = set.spans.flatMap { [$0.start, $0.end] }
            #expect(zip(edges, edges.dropFirst()).allSatisfy { $0 < $1 }, "in order, apart and not empty")
            #expect(TimeSet(set.spans) == set)
            for span in set.spans { #expect(set.contains(span) && set.overlaps(span)) }
        }
        for (start, end) in [(3, 7), (20, 50), (59, 60)] {
            let some = try span(start * 60, end * 60)
            #expect(a.set.contains(some) == a.minutes.isSuperset(of: start..<end))
            #expect(a.set.overlaps(some) == !a.minutes.isDisjoint(with: start..<end))
        }
    }

    @Test func `intervals that touch are merged`() throws {
        let set = TimeSet([try span(60, 120), try span(0, 60), try span(30, 90)])
        #expect(try set.spans == [span(0, 120)])
        #expect(set.count == 1)
        #expect(!set.contains(instant(120)) && set.contains(instant(0)))
    }

    @Test func `infinite instants are accepted as ends of spans`() throws {
        let all = try #require(
            TimeSpan(
                start: Date(timeIntervalSinceReferenceDate: -.infinity),
                end: Date(timeIntervalSinceReferenceDate: .infinity)))
        let hour = try span(0, 3_600)
        #expect(TimeSet([hour]).gaps(in: all).count == 2)
        #expect(TimeSet([all]).intersection(hour).spans == [hour])
        #expect(TimeSet([all]).expanded(before: 60, after: 60).spans == [all])
        #expect(TimeSet([hour]).expanded(before: .infinity, after: .infinity).spans == [all])
        #expect(TimeSet([all]).shrunk(start: .infinity, end: 0).isEmpty)
    }

    @Test func `negative and NaN buffers change nothing`() throws {
        let set = TimeSet([try span(0, 3_600)])
        for buffer in [-60, -Double.infinity, .nan] {
            #expect(set.expanded(before: buffer, after: buffer) == set)
            #expect(set.shrunk(start: buffer, end: buffer) == set)
        }
        #expect(set.shrunk(start: 1_800, end: 1_800).isEmpty, "nothing is left of it")
        #expect(set.spans(lasting: 3_600).count == 1 && set.spans(lasting: 3_601).isEmpty)
        #expect(set.spans(lasting: .nan).isEmpty)
    }

    @Test func `the empty set is neutral`() throws {
        let set = TimeSet([try span(0, 60)])
        #expect(set.union(TimeSet()) == set && TimeSet().union(set) == set && set.subtracting(TimeSet()) == set)
        #expect(set.intersection(TimeSet()).isEmpty && TimeSet().subtracting(set).isEmpty)
        #expect(try TimeSet().gaps(in: span(0, 60)) == set)
    }
}

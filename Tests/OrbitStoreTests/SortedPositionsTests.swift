import Testing
import TimeAndChance

@testable import OrbitStore

@Suite struct SortedPositionsTests {
    @Test(arguments: 0..<4 as Range<UInt64>)
    func `a tree of positions and its copies match a sorted set`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (tree, expected) = (SortedPositions(), Set<IndexPosition>())
        var copies: [(SortedPositions, Set<IndexPosition>)] = []
        for step in 0..<6_000 {
            let position = IndexPosition(
                rank: Int64.random(in: 0..<300, using: &random), key: "\(Int.random(in: 0..<20, using: &random))")
            // The tree grows first and shrinks later.
            if Int.random(in: 0..<10, using: &random) < (step < 3_500 ? 9 : 1) {
                tree.insert(position)
                expected.insert(position)
            } else {
                for gone in [position] + expected.prefix(1) {
                    tree.remove(gone)
                    expected.remove(gone)
                }
            }
            if step % 1_499 == 0 { copies.append((tree, expected)) }
        }
        copies.append((tree, expected))
        for (tree, expected) in copies {
            let sorted = expected.sorted()
            #expect(tree.count == sorted.count && tree.isEmpty == sorted.isEmpty)
            #expect(tree[0..<tree.count] == sorted)
            for _ in 0..<50 {
                let rank = Int64.random(in: -1...301, using: &random)
                let first = tree.offset { $0.rank < rank }
                #expect(first == sorted.prefix { $0.rank < rank }.count)
                let end = Int.random(in: first...tree.count, using: &random)
                #expect(tree[first..<end] == Array(sorted[first..<end]))
            }
        }
    }

    @Test func `a tree of positions emptied from the front is empty and can be filled again`() {
        var tree = SortedPositions()
        let all = (0..<5_000).map { IndexPosition(rank: Int64($0), key: "k") }
        for _ in 0..<2 {
            for position in all { tree.insert(position) }
            #expect(tree[0..<tree.count] == all)
            for position in all { tree.remove(position) }
            #expect(tree.isEmpty && tree[0..<0] == [])
        }
    }
}

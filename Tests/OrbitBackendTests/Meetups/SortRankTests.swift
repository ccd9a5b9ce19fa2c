import Foundation
import OrbitModels
import Testing

@testable import OrbitBackend

/// Ranks are stored in indexes and sent in cursors, so their values must not change.
@Suite struct SortRankTests {
    private let second = Date(timeIntervalSince1970: 1)

    @Test(
        arguments: [("", 0), ("0000a", 10), ("0000afff", 10), ("fffff", 0xF_FFFF), ("fff", 0), ("héllo", 0)]
            as [(String, Int64)])
    func `a rank has the milliseconds, and 20 bits of the first five digits of an id`(_ id: String, _ bits: Int64) {
        #expect(SortRank.rank(second, id) == 1_048_576_000 + bits)
    }

    @Test(arguments: [(-5, 0), (0, 0), (1_048_575, 1_048_575), (1_048_576, 1_048_575)] as [(Int64, Int64)])
    func `a number in a rank is clamped to 20 bits`(_ number: Int64, _ bits: Int64) {
        #expect(SortRank.rank(second, number: number) == 1_048_576_000 + bits)
    }

    @Test func `an instant in a rank is clamped to the years from 1970 to 2223`() {
        #expect(SortRank.rank(.distantPast) == 0)
        #expect(SortRank.rank(.distantFuture) == 8_388_608_000_000_000_000)
    }

    @Test func `the ranks of a period contain its start and all ids before its end`() {
        let end = Date(timeIntervalSince1970: 2)
        #expect(SortRank.ranks(from: second, to: end) == 1_048_576_000...2_097_151_999)
        #expect(SortRank.ranks(from: end, to: second) == 2_097_152_000...2_097_152_000)
        #expect(SortRank.ranks(from: second) == 1_048_576_000...Int64.max)
    }
}

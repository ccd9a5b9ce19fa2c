import Testing

@testable import Matching

@Suite struct InterestRowTests {
    @Test func `a row lists up to 128 people, and has a bit for each person beyond`() {
        func isList(_ row: InterestRow) -> Bool {
            if case .few = row { true } else { false }
        }
        var row = InterestRow.few([])
        for lane in 0..<128 { row.insert(16 * lane) }
        #expect(isList(row) && row.count == 128)
        row.insert(2_047)
        #expect(!isList(row) && row.count == 129)
        var lanes: [Int] = []
        row.forEachLane { lanes.append($0) }
        #expect(lanes == (0..<128).map { 16 * $0 } + [2_047])
        let isLeft = row.remove(2_047)
        #expect(isLeft && row.count == 128 && !row.contains(2_047) && row.contains(2_032))
    }
}

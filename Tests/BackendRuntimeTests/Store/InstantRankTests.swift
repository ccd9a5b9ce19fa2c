import Foundation
import OrbitModels
import Testing

@testable import BackendRuntime

@Suite struct InstantRankTests {
    @Test(
        arguments: [(-1e300, .min), (-0.0016, -2), (0, 0), (0.0016, 2), (1e300, .max)] as [(TimeInterval, Int64)])
    func `an instant is ranked by the nearest millisecond since 1970, and by the nearest rank if it is out of range`(
        seconds: TimeInterval, rank: Int64
    ) {
        #expect(Date(timeIntervalSince1970: seconds).milliseconds == rank)
    }

    @Test func `the rank of an instant equals the milliseconds of its JSON`() throws {
        for tenths in 0..<40 {
            let instant = Date(timeIntervalSince1970: 1_800_000_213 + Double(tenths) / 10_000)
            let read = try #require(RFC3339.string(from: instant).flatMap(RFC3339.date(from:)))
            #expect(instant.milliseconds == read.milliseconds)
        }
    }
}

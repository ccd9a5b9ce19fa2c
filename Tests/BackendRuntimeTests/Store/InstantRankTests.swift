import Foundation
import Testing

@testable import BackendRuntime

@Suite struct InstantRankTests {
    @Test(
        arguments: [(-1e300, .min), (-0.0015, -2), (0, 0), (0.0015, 1), (1e300, .max)] as [(TimeInterval, Int64)])
    func `an instant is ranked by whole milliseconds since 1970, and by the nearest rank if it is out of range`(
        seconds: TimeInterval, rank: Int64
    ) {
        #expect(Date(timeIntervalSince1970: seconds).milliseconds == rank)
    }
}

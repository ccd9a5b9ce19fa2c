import Foundation
import Testing

@testable import BackendRuntime

@Suite struct JobLeaseTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func isHeld(
        _ lease: JobLease?, against runner: String = "any", since: Int64 = 1, after seconds: TimeInterval
    ) -> Bool? {
        lease?.isHeld(against: runner, since: since, now: Self.now.addingTimeInterval(seconds))
    }

    @Test(
        arguments: [(1, 60), (2, 120), (3, 240), (11, 61_440), (12, 86_400), (100, 86_400)] as [(Int, TimeInterval)])
    func `a job backs off twice as long after each failure, and at most a day`(failures: Int, pause: TimeInterval) {
        var lease: JobLease?
        for _ in 0..<failures { lease = JobLease(backingOff: "job", since: 1, after: lease, now: Self.now) }
        #expect(isHeld(lease, after: 0) == true)
        #expect(isHeld(lease, after: pause - 1) == true)
        #expect(isHeld(lease, after: pause) == false)
        #expect(isHeld(lease, since: 2, after: 0) == false)
    }

    @Test func `a lease lasts a minute, and does not hold off its own server`() {
        let lease = JobLease(of: "job", by: "first", now: Self.now)
        #expect(isHeld(lease, against: "second", after: 59) == true)
        #expect(isHeld(lease, against: "second", after: 60) == false)
        #expect(isHeld(lease, against: "first", after: 0) == false)
    }
}

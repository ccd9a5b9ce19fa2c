import Foundation
import TimeAndChance

/// The clocks of one simulated process over ``VirtualTime``.
struct DeviceClock: TimeSource {
    /// The wall clock of a device. It survives restarts, and a user may set it.
    // Unchecked, because the scheduler runs all jobs on one thread.
    final class Wall: @unchecked Sendable {
        /// The difference to the correct date, in seconds.
        var error: TimeInterval = 0
    }

    /// The correct date at time zero.
    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    let time: VirtualTime
    let process: ProcessLife
    var wall = Wall()
    /// The fault of the clock, if this run has one.
    var bug: PlantedBug?

    /// The date, with the error of the device.
    var date: Date {
        Self.start.addingTimeInterval(time.now / .seconds(1) + wall.error)
    }

    /// The time since time zero.
    var uptime: Duration {
        bug == .uptimeFollowsDate ? .seconds(date.timeIntervalSince(Self.start)) : time.now
    }

    func sleep(for duration: Duration) async throws(CancellationError) {
        if process.hasEnded { throw CancellationError() }
        switch bug {
        // Not without any time, because a loop around the sleep would then never leave its job.
        case .shortSleepsEndAtOnce where duration < .seconds(10):
            try await time.sleep(for: .nanoseconds(1), in: process)
        case .longSleepsNeverEnd where duration >= .seconds(15):
            try await time.sleep(for: .seconds(1_000_000), in: process)
        default: try await time.sleep(for: duration, in: process)
        }
    }
}

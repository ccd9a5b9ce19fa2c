import Foundation
import TimeAndChance

/// A clock for a device whose date differs from the server's by a known number of seconds.
struct CorrectedClock: TimeSource {
    let device: any TimeSource
    /// The seconds to add to the date of the device.
    let correction: TimeInterval

    var date: Date { device.date.addingTimeInterval(correction) }

    // Durations are measured without the date, so they need no correction.
    var uptime: Duration { device.uptime }

    func sleep(for duration: Duration) async throws(CancellationError) { try await device.sleep(for: duration) }

    func sleep(until deadline: Duration) async throws(CancellationError) { try await device.sleep(until: deadline) }
}

package import Foundation
package import OrbitStore

/// The server that works on a job. Others leave it alone until the lease has run out, which each step puts off: of a
/// holder that dies, another takes it over.
///
/// That no step is run twice does not depend on it, nor on the clocks of several servers, as each step is a
/// transaction that finds only what is left. A lease only keeps servers from working against each other.
package struct JobLease: ExpiringRecord {
    package static let table = "job_leases"
    package static let isAbsentIfUnreadable = true
    package static var personalData: PersonalData<Self> {
        .expires(withinDays: 9, "Who works on what is left to do, by the id of what it is about.")
    }

    /// Seconds from one step to the next.
    private static let duration: TimeInterval = 60
    private static let longestPause: TimeInterval = 86_400

    package let key: String
    private let holder: String
    private let until: Date
    /// How often in a row the job has failed for what is in its records.
    private var failures = 0
    /// Since when the job has waited that failed: one that is written anew meanwhile has no reason to rest.
    private var failed: Int64?

    package var expiresAt: Date { until.addingTimeInterval(7 * 86_400) }
    package var indexEntries: [IndexEntry] { [expiryEntry] }

    /// A lease from now on.
    package init(of job: String, by holder: String, now: Date) {
        (key, self.holder) = (job, holder)
        until = now.addingTimeInterval(Self.duration)
    }

    /// Of no holder: the job that waits since a time has failed, and rests for a minute the first time, and twice as
    /// long each time.
    package init(resting job: String, since failed: Int64, after before: JobLease?, now: Date) {
        (key, holder, self.failed) = (job, "", failed)
        failures = (before?.failed == failed ? before?.failures ?? 0 : 0) + 1
        let pause = Self.duration * pow(2, Double(min(failures - 1, 20)))
        until = now.addingTimeInterval(min(pause, Self.longestPause))
    }

    /// Whether the job, which waits since a time, is not for `runner` now. A lease that ends later than any does is of
    /// a clock that was wrong.
    package func keepsOut(_ runner: String, since: Int64, now: Date) -> Bool {
        holder != runner && failed ?? since == since
            && until > now && until <= now.addingTimeInterval(Self.longestPause)
    }
}

package import Foundation
package import OrbitStore

/// The lease of the server that runs a job. Other servers skip the job until the lease expires. Each step renews the
/// lease. If the holder crashes, another server takes over the job.
///
/// A lease only prevents servers from competing. Without it, and even if the clocks of servers differ, each step still
/// takes effect at most once. Each step is a transaction that finds only the remaining work.
package struct JobLease: ExpiringRecord {
    package static let table = "job_leases"
    package static let treatsUnreadableAsMissing = true
    package static var personalData: PersonalData<Self> {
        .expires(withinDays: 9, "The server that runs a job, by the id of the job's subject.")
    }

    /// The maximum number of seconds from one step to the next, and the delay after the first failure.
    private static let duration: TimeInterval = 60
    private static let longestPause: TimeInterval = 86_400

    package let key: String
    private let holder: String
    private let until: Date
    /// The number of consecutive failures that resulted from the job's data.
    private var failures = 0
    /// The instant since which a failed job has waited, in milliseconds since 1970; `nil` if the job has not failed. A
    /// job that is stored again has a later instant, and does not back off.
    private var failedJobWaitingSince: Int64?

    private enum CodingKeys: String, CodingKey {
        case key, holder, until, failures
        case failedJobWaitingSince = "failed"
    }

    package var expiresAt: Date { until.addingTimeInterval(7 * 86_400) }
    package var indexEntries: [IndexEntry] { [expiryEntry] }

    /// Creates a lease that begins now.
    package init(of job: String, by holder: String, now: Date) {
        (key, self.holder) = (job, holder)
        until = now.addingTimeInterval(Self.duration)
    }

    /// Creates a lease without a holder, under which a failed job backs off. The delay is a minute after the first
    /// failure, and doubles with each failure up to a day.
    ///
    /// - Parameters:
    ///   - job: The key of the lease.
    ///   - since: The instant since which the job has waited, in milliseconds since 1970.
    ///   - before: The previous lease of the job.
    ///   - now: The instant of the failure.
    package init(backingOff job: String, since: Int64, after before: JobLease?, now: Date) {
        (key, holder, failedJobWaitingSince) = (job, "", since)
        failures = (before?.failedJobWaitingSince == since ? before?.failures ?? 0 : 0) + 1
        let pause = Self.duration * pow(2, Double(min(failures - 1, 20)))
        until = now.addingTimeInterval(min(pause, Self.longestPause))
    }

    /// Whether the lease prevents a server from running the job now.
    ///
    /// A lease that ends more than a day from now was written with a wrong clock, and is ignored.
    ///
    /// - Parameters:
    ///   - runner: The name of the server.
    ///   - since: The instant since which the job has waited, in milliseconds since 1970.
    ///   - now: The current instant.
    package func isHeld(against runner: String, since: Int64, now: Date) -> Bool {
        holder != runner && failedJobWaitingSince ?? since == since
            && until > now && until <= now.addingTimeInterval(Self.longestPause)
    }
}

import BackendRuntime
import OrbitModels

extension Feature {
    static let events = Feature(
        operations: [
            ReadEvents.self
        ],
        records: [JobLease.self, LogHead.self, LogEntry.self, PendingReload.self, LogWithdrawalJob.self],
        events: [.void, .personHidden, .personShown], limits: NoticeBudget.limits)
}

import Networking
public import Observation
public import OrbitModels
public import Presentation

/// The user's own reports with their outcomes, and the decisions about the user.
@MainActor @Observable public final class ReportsViewModel {
    /// The user's reports, the latest first. An outcome appears at once.
    public let reports: PagedList<Report>
    /// The decisions about the user, the latest first.
    public let decisions: PagedList<Decision>

    private let service: ReportService
    private let actions: ActionRunner<Appealed>

    private enum Appealed: Hashable {
        case report(ReportID)
        case decision(DecisionID)
    }

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: ReportService, log: EventLog, pageSize: Int = 20) {
        self.service = service
        actions = ActionRunner(log: log)
        reports = PagedList(.reports, on: log) { try await service.reports(after: $0, limit: pageSize) }
        decisions = PagedList(.decisions, on: log) { try await service.decisions(after: $0, limit: pageSize) }
        log.storage.add(reports, as: "reports")
        log.storage.add(decisions, as: "decisions")
    }

    /// The failure of the last action; `nil` once another action starts.
    public var failure: Failure? { actions.failure }

    /// Appeals against the outcome of a report in which nothing was found, once. Another moderator decides.
    @discardableResult
    public func appeal(_ report: Report, _ text: String) async -> ActionOutcome {
        guard report.canBeAppealed else { return .skipped }
        return await actions.run(.report(report.id), text) { key in
            let changed = try await service.appeal(report.id, text, key: key)
            return [LogEvent(.reportChanged, data: Keyed(changed))]
        }
    }

    /// Appeals against a decision about the user, once.
    @discardableResult
    public func appeal(_ decision: Decision, _ text: String) async -> ActionOutcome {
        guard decision.canBeAppealed else { return .skipped }
        return await actions.run(.decision(decision.id), text) { key in
            let changed = try await service.appeal(decision.id, text, key: key)
            return [LogEvent(.decisionChanged, data: Keyed(changed))]
        }
    }
}

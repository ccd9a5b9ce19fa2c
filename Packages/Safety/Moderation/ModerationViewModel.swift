import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance

/// A moderator's desk: the queue, the case that is open, and the appeals.
@MainActor @Observable public final class ModerationViewModel {
    /// The cases that wait, the most urgent first; those of the first page.
    public private(set) var queue: LoadState<[CaseSummary]> = .idle
    /// The appeals that wait, the oldest first.
    public private(set) var appeals: [ModerationAppeal] = []
    /// The case that is open.
    public private(set) var file: CaseFile?
    /// Its reports, the oldest first.
    public private(set) var reports: [CaseReport] = []

    private let service: ModerationService
    private let log: PersonLog
    private let actions: ActionRunner<String>

    /// Creates a view model that has loaded nothing yet.
    public init(service: ModerationService, log: PersonLog) {
        self.service = service
        self.log = log
        actions = ActionRunner(log: log)
    }

    /// Whether something is being decided.
    public var isDeciding: Bool { !actions.inFlight.isEmpty }

    /// What went wrong last with a decision, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Asks for the queue and the appeals.
    public func load() async {
        do {
            let cases = try await service.cases(limit: 50).list.elements
            appeals = try await service.appeals(limit: 50).list.elements
            queue = cases.isEmpty ? .empty : .loaded(cases)
        } catch {
            queue = .failed(Failure(error, at: log.time.date, in: log.words), previous: queue.value)
        }
    }

    /// Opens a case with all of its reports that one page holds.
    ///
    /// - Throws: what the server said; a case that is gone was decided, or concerns the moderator.
    public func open(_ id: CaseID) async throws {
        let (file, reports) = (
            try await service.file(id), try await service.reports(of: id, limit: 100).list.elements
        )
        (self.file, self.reports) = (file, reports)
    }

    /// Decides about all reports of the open case that were read.
    ///
    /// - Parameter days: of a suspension.
    @discardableResult
    public func decide(
        _ action: ModerationAction, because reason: ReportReason, note: String, days: Int? = nil,
        removesContent: Bool = false
    ) async -> ActionOutcome {
        guard let file, let last = reports.last?.number else { return .skipped }
        let request = DecideCaseRequest(
            through: last, action: action, reason: reason, note: note, days: days, removesContent: removesContent)
        let outcome = await actions.run(file.summary.id.rawValue, "\(action) \(reason) \(last)") { key in
            _ = try await service.decide(file.summary.id, request, key: key)
            return []
        }
        if outcome == .done { (self.file, reports) = (nil, []) }
        await load()
        return outcome
    }

    /// Decides about an appeal.
    @discardableResult
    public func decide(_ appeal: ModerationAppeal, overturns: Bool, note: String) async -> ActionOutcome {
        let outcome = await actions.run(appeal.id.rawValue, "\(overturns)") { key in
            _ = try await service.decide(appeal.id, overturns: overturns, note: note, key: key)
            return []
        }
        await load()
        return outcome
    }
}

import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// A moderator's desk: the queue, the open case, the appeals, and the audit trail.
///
/// ```swift
/// await desk.load()
/// if desk.isModerator == true { await desk.follow() }  // until the task is cancelled
/// ```
@MainActor @Observable public final class ModerationViewModel {
    /// The cases that wait, the most urgent first.
    public let queue: PagedList<CaseSummary>
    /// The appeals that wait, the oldest first.
    public let appeals: PagedList<ModerationAppeal>
    /// The audit trail, the latest entry first.
    public let audit: PagedList<AuditEntry>
    /// The open case; `nil` if no case is open.
    public private(set) var file: CaseFile?
    /// The reports of the open case, the oldest first.
    public private(set) var reports: [CaseReport] = []

    private let service: ModerationService
    private let log: EventLog
    private let actions: ActionRunner<String>
    private let status: ModeratorStatus
    /// The number of calls of ``open(_:)``, plus one for each decision of the latest case. A response to a call with an
    /// earlier number is discarded.
    @ObservationIgnored private var opened = 0
    /// The case of the latest call of ``open(_:)``.
    @ObservationIgnored private var latestCase: CaseID?

    /// Creates a view model that has loaded nothing yet.
    public init(service: ModerationService, log: EventLog, pageSize: Int = 50) {
        self.service = service
        self.log = log
        actions = ActionRunner(log: log)
        let status = ModeratorStatus()
        self.status = status
        queue = PagedList(
            .moderated(.moderationCases), on: log,
            fetch: { cursor in
                try await status.noting { ListPage(try await service.cases(after: cursor, limit: pageSize)) }
            })
        appeals = PagedList(.moderated(.moderationAppeals), on: log) {
            ListPage(try await service.appeals(after: $0, limit: pageSize))
        }
        audit = PagedList(.moderated(.moderationAudit), on: log) {
            ListPage(try await service.audit(after: $0, limit: pageSize))
        }
    }

    /// Whether the user is a moderator, according to the server's last response to a request for the queue. `false` if
    /// the response was `not_found`; `nil` before the first response.
    public var isModerator: Bool? { status.isModerator }

    /// Whether a decision is being sent.
    public var isDeciding: Bool { !actions.inFlight.isEmpty }

    /// The failure of the last decision; `nil` once another decision starts.
    public var failure: Failure? { actions.failure }

    /// Loads the queue and, if the user is a moderator, the appeals. Reloads all pages that are shown, or loads the
    /// first page if no page is shown.
    public func load() async {
        await queue.refresh()
        if isModerator == true { await appeals.refresh() }
    }

    /// Loads the queue and the appeals repeatedly until the task is cancelled. Returns at once if the user is not a
    /// moderator.
    ///
    /// Polling is necessary because no event announces a new case.
    ///
    /// - Parameter pause: The time between two loads.
    public func follow(every pause: Duration = .seconds(30)) async {
        while !Task.isCancelled {
            await load()
            guard isModerator != false else { return }
            try? await log.time.sleep(for: pause)  // throws only if the task is cancelled
        }
    }

    /// Opens a case with its first 100 reports.
    ///
    /// A call has no effect and throws nothing if a later call has begun or the user has decided the case.
    ///
    /// - Throws: The failure of the request. A problem with code `not_found` means that the case is decided or concerns
    ///   the moderator.
    public func open(_ id: CaseID) async throws {
        opened += 1
        latestCase = id
        let number = opened
        do {
            let contents = try await read(id)
            if number == opened { (file, reports) = (contents.file, contents.reports) }
        } catch {
            guard number == opened else { return }
            throw error
        }
    }

    private func read(_ id: CaseID) async throws -> (file: CaseFile, reports: [CaseReport]) {
        (try await service.file(id), try await service.reports(of: id, limit: 100).list.elements)
    }

    /// Loads the open case again, and closes it if that fails. Does not affect another case that was opened in the
    /// meantime.
    private func reopen(_ id: CaseID) async {
        let number = opened
        let contents = try? await read(id)  // a failure closes the case
        guard number == opened, file?.summary.id == id else { return }
        (file, reports) = (contents?.file, contents?.reports ?? [])
    }

    /// Returns a photo that is stored as evidence in the open case.
    ///
    /// - Throws: A problem with code `not_found` if no case is open, or if the case has no such photo.
    public func photo(_ photo: PhotoID) async throws -> PhotoImage {
        guard let file else { throw Failure(.refused(.notFound), message: log.words(ProblemCode.notFound)) }
        return PhotoImage(try await service.photo(photo, of: file.summary.id))
    }

    /// Decides about the loaded reports of the open case, and closes it. Later reports keep the case in the queue.
    ///
    /// - Parameters:
    ///   - action: The measure.
    ///   - reason: The reason for the measure, which the person sees.
    ///   - note: The reason for other moderators, in the form of ``ModerationTexts/note``.
    ///   - days: The length of a suspension in days; `nil` for other measures.
    ///   - removesContent: Whether the reported thing is removed as well.
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
        if outcome == .done { close(file.summary.id) }
        await load()
        return outcome
    }

    /// Closes a decided case, and discards a response that would open it again. Does not affect another case that was
    /// opened in the meantime.
    private func close(_ id: CaseID) {
        if latestCase == id { opened += 1 }
        if file?.summary.id == id { (file, reports) = (nil, []) }
    }

    /// Ends a suspension early, and loads the open case again.
    @discardableResult
    public func lift(_ decision: DecisionID, note: String) async -> ActionOutcome {
        let outcome = await actions.run(decision.rawValue, note) { key in
            _ = try await service.lift(decision, note: note, key: key)
            return []
        }
        if outcome == .done, let id = file?.summary.id { await reopen(id) }
        return outcome
    }

    /// Decides about an appeal, and loads the queue and the appeals again.
    @discardableResult
    public func decide(_ appeal: ModerationAppeal, overturns: Bool, note: String) async -> ActionOutcome {
        let outcome = await actions.run(appeal.id.rawValue, "\(overturns)") { key in
            _ = try await service.decide(appeal.id, overturns: overturns, note: note, key: key)
            return []
        }
        await load()
        return outcome
    }

    /// The server's last response for the queue, which shows whether the user is a moderator.
    @MainActor @Observable final class ModeratorStatus {
        private(set) var isModerator: Bool?

        /// Sends a request for the queue, and stores whether the server found it for the user. Other failures change
        /// nothing.
        func noting<Value>(_ request: () async throws -> Value) async throws -> Value {
            do {
                let value = try await request()
                isModerator = true
                return value
            } catch let error as APIError where error.problem?.code == .notFound {
                isModerator = false
                throw error
            }
        }
    }
}

extension PagedList {
    /// Reloads all pages that are shown, or loads the first page if no page is shown.
    fileprivate func refresh() async {
        if items.value == nil { await load() } else { await reload() }
    }
}

extension ListName {
    /// The cases that wait for a moderator.
    public static let moderationCases = Self(rawValue: "moderation.cases")
    /// The appeals that wait for a moderator.
    public static let moderationAppeals = Self(rawValue: "moderation.appeals")
    /// The audit trail.
    public static let moderationAudit = Self(rawValue: "moderation.audit")
}

extension ListDefinition {
    /// A list for moderators, in the server's order. No event changes it.
    fileprivate static func moderated(_ name: ListName) -> Self {
        Self(name, order: .asListed, people: { _ in [] }) { _, _ throws(LogEventError) in .applied }
    }
}

extension ListPage where Element: JSONKeyed {
    fileprivate init(_ page: Page<Element>) {
        self.init(page.list, nextCursor: page.nextCursor, at: nil)
    }
}

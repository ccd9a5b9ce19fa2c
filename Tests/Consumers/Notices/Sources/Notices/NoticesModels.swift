import Observation
import OrbitApp
import OrbitModels
import Presentation

/// The notice board of the user who is signed in.
///
/// ```swift
/// let notices = app.user?.models(of: NoticesModels.self)
/// await notices?.board(of: .offer).load()
/// ```
@MainActor @Observable public final class NoticesModels: FeatureModels {
    /// The form of a new notice.
    public let form: NoticeForm
    /// The identifier of the user; `nil` before the session begins and after it ends.
    public private(set) var user: UserID?

    private let service: NoticeService
    private let log: EventLog
    private let withdrawals: ActionRunner<NoticeID>
    @ObservationIgnored private var boards: [NoticeKind?: PagedList<Notice>] = [:]

    /// Creates the models of one session.
    public init(_ context: SignedInContext) {
        service = NoticeService(client: context.client)
        log = context.log
        withdrawals = ActionRunner(log: context.log)
        form = NoticeForm(context)
    }

    /// The failure of the last withdrawal, until the next attempt.
    public var failure: Failure? { withdrawals.failure }

    /// Remembers the user.
    public func begin(as user: UserID) { self.user = user }

    /// Forgets the user, the draft, the lists and the failures.
    public func end() {
        user = nil
        boards = [:]
        form.clear()
        withdrawals.clearFailure()
    }

    /// Returns the list of the notices of a kind, or of all; the same list each time.
    public func board(of kind: NoticeKind? = nil) -> PagedList<Notice> {
        if let board = boards[kind] { return board }
        let board: PagedList<Notice> = PagedList(.notices(of: kind), on: log) { [service] cursor in
            try await service.notices(of: kind, after: cursor)
        }
        boards[kind] = board
        return board
    }

    /// Returns the model of one notice, which follows the log as long as the front end retains it.
    public func notice(_ id: NoticeID) -> Resource<Notice> {
        Resource(.notice(id), on: log) { [service] in try await service.notice(id) }
    }

    /// Whether the user may withdraw a notice.
    public func isOwn(_ notice: Notice) -> Bool { notice.author == user }

    /// Withdraws a notice of the user. It is hidden at once, and returns if the server refuses.
    @discardableResult
    public func withdraw(_ notice: Notice) async -> ActionOutcome {
        await withdrawals.run(notice.id, expecting: [.withdrawn(notice.id)]) { key in
            try await service.withdraw(notice.id, key: key)
            return [.withdrawn(notice.id)]
        }
    }
}

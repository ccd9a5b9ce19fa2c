public import Networking
public import Observation
public import OrbitModels

/// How one resource of a feature is kept up to date: the people in it, and what each kind of event does to it.
public struct ResourceDefinition<Value: Sendable>: Sendable {
    /// Folds one event into the value, by the rules of ``ListDefinition/Fold``. The value is `nil` before the resource
    /// was loaded, and when there is nothing.
    public typealias Fold =
        @Sendable (_ event: LogEvent, _ value: inout Value?) throws(LogEventError) -> FoldResult

    let name: ListName
    private let hide: @Sendable (_ person: UserID, _ value: inout Value?) -> Void
    private let fold: Fold

    /// - Parameter hide: takes a person out of the value who is not to be seen any more.
    public init(
        _ name: ListName, hide: @escaping @Sendable (_ person: UserID, _ value: inout Value?) -> Void = { _, _ in },
        fold: @escaping Fold
    ) {
        self.name = name
        self.hide = hide
        self.fold = fold
    }

    /// Takes a person out of what is shown.
    func leaveOut(_ person: UserID, of value: inout Value?) { hide(person, &value) }

    /// - Returns: whether only the server can tell what the value is now.
    func apply(_ event: LogEvent, to value: inout Value?) -> Bool {
        let result = FoldResult(of: event, on: &value, fold)
        if event.kind == .personHidden, let hidden = event.subject { hide(hidden, &value) }
        return result.outdates(name, by: event)
    }
}

/// One value from the server that follows the log, such as the user's own profile.
@MainActor @Observable public final class Resource<Value: Sendable> {
    /// What is shown; `.empty` when there is nothing.
    public private(set) var state: LoadState<Value> = .idle

    private let definition: ResourceDefinition<Value>
    private let log: PersonLog
    private let cycle: LoadCycle
    private let fetch: @MainActor () async throws -> Snapshot<Value>
    @ObservationIgnored private var value: Value?
    @ObservationIgnored private var at: LogPosition?
    @ObservationIgnored private var isOutdated = false
    @ObservationIgnored private var hasOverlay = false
    @ObservationIgnored private var hasNews = false
    @ObservationIgnored private var reviews = 0

    /// - Parameters:
    ///   - known: what is shown until it is loaded, if there is something.
    ///   - fetch: requests the value.
    public init(
        _ definition: ResourceDefinition<Value>, on log: PersonLog, known: Value? = nil,
        fetch: @escaping @MainActor () async throws -> Snapshot<Value>
    ) {
        self.definition = definition
        self.log = log
        cycle = LoadCycle(log: log, isSettled: known != nil)
        self.fetch = fetch
        value = known
        state = known.map { .loaded($0) } ?? .idle
        log.attach(self)
    }

    /// Called whenever what the server has may be another: after a load, and after events. What is pending is no part
    /// of it.
    @ObservationIgnored public var onChange: @MainActor (Value?) -> Void = { _ in }

    /// Asks the server. What was there before is kept until the response comes, and if none does; what the server says
    /// is not there any more is gone.
    public func load() async {
        var didShow = false
        await cycle.run { isCurrent in
            let start = log.startOfRequest()
            do {
                let snapshot = try await fetch()
                return Snapshot(snapshot.value, at: log.place(of: snapshot.at, requestedAt: start))
            } catch let error as APIError where error.problem?.code == .notFound {
                if isCurrent() { value = nil }
                throw error
            }
        } show: { snapshot in
            didShow = show(snapshot)
            return didShow
        } didMove: {
            hasNews = true
            publish()
        }
        // A caller that has cancelled a refresh may have cut short one that an event had asked for.
        if isOutdated, cycle.phase == .settled, didShow || Task.isCancelled { refreshLater(isOwn: false) }
    }

    /// Shows a value that is known from elsewhere, such as from a list, until it is loaded. Does nothing once a load has
    /// begun, or once there was a value.
    public func begin(with known: Value) {
        guard value == nil, at == nil, cycle.phase == .idle else { return }
        value = known
        cycle.settle()
        hasNews = true
        publish()
    }

    /// Loads again what was loaded before; nothing if nothing was.
    public func reload() async {
        guard isKnown else { return }
        await load()
    }

    private var isKnown: Bool { at != nil || value != nil }

    /// - Returns: whether the snapshot could be brought up to date with the log.
    private func show(_ snapshot: Snapshot<Value>) -> Bool {
        guard let position = snapshot.at, let missing = log.events(since: position) else { return false }
        var current: Value? = snapshot.value
        isOutdated = false
        for event in missing where definition.apply(event, to: &current) { isOutdated = true }
        value = current
        at = position
        if let end = log.position { at?.advance(to: end) }
        return true
    }
}

extension Resource: LogFollower {
    /// Takes in events; shown by `publish()`.
    public func absorb(_ events: [LogEvent], upTo position: LogPosition, isOwn: Bool) {
        for event in events where at?.lacks(event, upTo: position) ?? true {
            if definition.apply(event, to: &value) { isOutdated = true }
            hasNews = true
        }
        at?.advance(to: position)
        // What is being loaded is lifted through these events, and tells then whether it is outdated.
        if isOutdated, cycle.phase != .loading { refreshLater(isOwn: isOwn) }
    }

    /// Shows what was absorbed.
    public func publish() {
        var shown = value
        let expected = log.pending.events(missingAt: at)
        guard hasNews || hasOverlay || !expected.isEmpty || reviews != log.reviews else { return }
        let hadNews = hasNews
        (hasNews, hasOverlay, reviews) = (false, !expected.isEmpty, log.reviews)
        for event in expected { _ = definition.apply(event, to: &shown) }
        for person in log.peopleLeftOut(of: definition.name) { definition.leaveOut(person, of: &shown) }
        state = cycle.phase.state(of: shown, isLoaded: at != nil)
        if hadNews { onChange(value) }
    }

    /// Drops what the log has brought, as the log begins again.
    public func reset() {
        isOutdated = isKnown
        refreshLater(isOwn: false)
    }

    /// Loads again what could not be loaded while the connection was lost.
    public func revive() {
        if isOutdated || cycle.phase.isFailed { refreshLater(isOwn: true) }
    }

    private func refreshLater(isOwn: Bool) {
        guard isKnown else { return }
        cycle.refreshLater(isOwn: isOwn) { [weak self] in await self?.reload() }
    }
}

public import Foundation
public import Networking
public import Observation
public import OrbitModels
import TimeAndChance

/// The rules that update one resource of a feature: how a hidden person is removed from it, and the effect of each kind
/// of event.
public struct ResourceDefinition<Value: Sendable>: Sendable {
    /// Folds one event into the value, by the rules of ``ListDefinition/Fold``. The value is `nil` before the resource
    /// is loaded, and while the resource is empty.
    public typealias Fold =
        @Sendable (_ event: LogEvent, _ value: inout Value?) throws(LogEventError) -> FoldResult

    let name: ListName
    private let hide: @Sendable (_ person: UserID, _ value: inout Value?) -> Void
    private let fold: Fold

    /// Creates the rules of a resource.
    ///
    /// - Parameters:
    ///   - name: The name of the resource in the log.
    ///   - hide: Removes a person from the value. Called for a person that a `person.hidden` event hides, and for each
    ///     person that the filter of ``EventLog/setExclusionFilter(_:)`` excludes.
    ///   - fold: Folds one event into the value.
    public init(
        _ name: ListName, hide: @escaping @Sendable (_ person: UserID, _ value: inout Value?) -> Void = { _, _ in },
        fold: @escaping Fold
    ) {
        self.name = name
        self.hide = hide
        self.fold = fold
    }

    /// Removes an excluded person from the shown value.
    func exclude(_ person: UserID, from value: inout Value?) { hide(person, &value) }

    /// The effect of an event on a value.
    struct Effect {
        /// Whether the value has to be loaded again, because only the server knows it.
        let isOutdated: Bool
        /// Whether the event may have changed the value.
        let mayHaveChanged: Bool
    }

    /// Folds an event into the value.
    func apply(_ event: LogEvent, to value: inout Value?) -> Effect {
        var mayHaveChanged = false
        let result = FoldResult(of: event, on: &value) { event, value throws(LogEventError) in
            mayHaveChanged = true  // also if the function changes the value before it throws
            let result = try fold(event, &value)
            mayHaveChanged = result != .unknown
            return result
        }
        if event.kind == .personHidden, let hidden = event.subject {
            hide(hidden, &value)
            mayHaveChanged = true
        }
        return Effect(isOutdated: result.outdates(name, by: event), mayHaveChanged: mayHaveChanged)
    }
}

/// One value from the server that follows the log, such as the user's own profile.
@MainActor @Observable public final class Resource<Value: Sendable> {
    /// The state to show; `.empty` if the resource is empty.
    public private(set) var state: LoadState<Value> = .idle
    /// The time at which a value from an earlier launch was last current, such as for the text "from 10:42"; `nil` if
    /// the value is not from an earlier launch. See ``ListStorage``.
    public internal(set) var storedDate: Date?

    let definition: ResourceDefinition<Value>
    let log: EventLog
    let coordinator: LoadCoordinator
    private let fetch: @MainActor () async throws -> Snapshot<Value>
    @ObservationIgnored var value: Value?
    @ObservationIgnored var at: LogPosition?
    @ObservationIgnored var isOutdated = false
    @ObservationIgnored private var overlay = PendingOverlay<Value?>()
    /// Whether the value may have changed since the last update of the overlay.
    @ObservationIgnored var isValueChanged = false
    @ObservationIgnored var hasNews = false
    /// The number of times that the value may have changed, apart from pending actions.
    @ObservationIgnored private(set) var revision = 0
    /// The time of the last successful load.
    @ObservationIgnored var loadedAt: Date?
    /// The last time at which a screen has requested the value.
    @ObservationIgnored var shownAt: Date?
    @ObservationIgnored private var exclusionRevision = 0

    /// Creates a resource that follows `log`.
    ///
    /// - Parameters:
    ///   - definition: The rules that update the value.
    ///   - log: The log of the user.
    ///   - known: The value to show before the first load, if there is one.
    ///   - fetch: Requests the value.
    public init(
        _ definition: ResourceDefinition<Value>, on log: EventLog, known: Value? = nil,
        fetch: @escaping @MainActor () async throws -> Snapshot<Value>
    ) {
        self.definition = definition
        self.log = log
        coordinator = LoadCoordinator(log: log, isSettled: known != nil)
        self.fetch = fetch
        value = known
        state = known.map { .loaded($0) } ?? .idle
        log.attach(self)
    }

    /// Called when the server's value may have changed, after a load and after events. The value does not include
    /// pending actions.
    @ObservationIgnored public var onChange: @MainActor (Value?) -> Void = { _ in }

    /// Requests the value. Keeps the previous value while the request is in flight and if it fails. Sets the value to
    /// `nil` if the server responds with `not_found`. Returns early if a later load replaces this load.
    public func load() async {
        shownAt = log.time.date
        await request()
    }

    private func request() async {
        var didShow = false
        await coordinator.run { isCurrent in
            let start = log.startOfRequest()
            do {
                let snapshot = try await fetch()
                return Snapshot(snapshot.value, at: log.place(of: snapshot.at, requestedAt: start))
            } catch let error as APIError where error.problem?.code == .notFound {
                if isCurrent() { (value, isValueChanged) = (nil, true) }
                throw error
            }
        } show: { snapshot in
            didShow = show(snapshot)
            return didShow
        } didMove: {
            hasNews = true
            publish()
        }
        // A cancelled refresh may have replaced a refresh that an event had requested.
        if isOutdated, coordinator.phase == .settled, didShow || Task.isCancelled { refreshLater(isOwn: false) }
    }

    /// Shows a value from another source, such as a list, until the resource is loaded. Does nothing after a load has
    /// begun, or if there was a value.
    public func begin(with known: Value) {
        guard value == nil, at == nil, coordinator.phase == .idle else { return }
        (value, isValueChanged) = (known, true)
        coordinator.settle()
        hasNews = true
        publish()
    }

    /// Loads the value again. Does nothing if the resource has neither a value nor a successful load.
    public func reload() async {
        guard isKnown else { return }
        await request()
    }

    private var isKnown: Bool { at != nil || value != nil }

    /// Applies the events since a snapshot was read to the snapshot, and stores the result as the value.
    ///
    /// - Returns: Whether the log could bring the snapshot up to date.
    private func show(_ snapshot: Snapshot<Value>) -> Bool {
        guard let position = snapshot.at, let missing = log.events(since: position) else { return false }
        var current: Value? = snapshot.value
        isOutdated = false
        for event in missing where definition.apply(event, to: &current).isOutdated { isOutdated = true }
        (value, isValueChanged) = (current, true)
        at = position
        if let end = log.position { at?.advance(to: end) }
        (storedDate, loadedAt) = (nil, log.time.date)
        return true
    }

    private func noteChange() {
        revision += 1
        log.storage.contentDidChange()
    }
}

extension Resource: LogFollower {
    /// Applies events. ``publish()`` shows them.
    public func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) {
        for event in events where at?.lacks(event, upTo: position) ?? true {
            let effect = definition.apply(event, to: &value)
            if effect.isOutdated { isOutdated = true }
            if effect.mayHaveChanged { isValueChanged = true }
            hasNews = true
        }
        at?.advance(to: position)
        // A load in flight applies these events to its result, and then checks whether that is outdated.
        if isOutdated, coordinator.phase != .loading { refreshLater(isOwn: isOwn) }
    }

    /// Shows the applied events and the pending actions.
    public func publish() {
        let isOverlayChanged = overlay.update(value, isChanged: isValueChanged, by: log.pending, at: at) {
            event, value in definition.apply(event, to: &value).mayHaveChanged
        }
        isValueChanged = false
        guard hasNews || isOverlayChanged || exclusionRevision != log.exclusionRevision else { return }
        let hadNews = hasNews
        if hadNews { noteChange() }
        (hasNews, exclusionRevision) = (false, log.exclusionRevision)
        var shown = value
        if let changed = overlay.value { shown = changed }
        for person in log.excludedPeople(in: definition.name) { definition.exclude(person, from: &shown) }
        state = coordinator.phase.state(of: shown, isLoaded: at != nil)
        if hadNews { onChange(value) }
    }

    /// Marks the value as outdated and loads it again, because the log has started over.
    public func reset() {
        isOutdated = isKnown
        refreshLater(isOwn: false)
    }

    /// Loads the value again if it is outdated, or if its last load failed. Called when the connection is restored.
    public func connectionDidRestore() {
        if isOutdated || coordinator.phase.isFailed { refreshLater(isOwn: true) }
    }

    private func refreshLater(isOwn: Bool) {
        guard isKnown else { return }
        coordinator.refreshLater(isOwn: isOwn) { [weak self] in await self?.reload() }
    }
}

public import DurableFiles
public import Foundation
public import Networking
public import Observation
public import OrbitModels
public import TimeAndChance

/// The event log of one person on this device. It checks the sequence of events, fetches missing events, and lets every
/// list fold them.
///
/// Events arrive with the responses to the person's own actions and from an `EventTransport`. Events that are already
/// known are dropped. After a gap, later events wait until the missing events have been fetched.
///
/// ```swift
/// let log = EventLog()
/// let pokes = PokesViewModel(service: service, log: log)
/// await log.follow([ServerSentEvents(client: client), PolledEvents(client: client)])  // until it is cancelled
/// ```
///
/// If the server has no log, the device keeps a log of its own actions. A page that was requested before an action then
/// cannot revert the action on the screen.
@MainActor @Observable public final class EventLog {
    /// The state of the connection through which events arrive.
    public internal(set) var connection = LogConnection.off

    /// The position up to which all events are folded; `nil` before the first response.
    @ObservationIgnored package private(set) var position: LogPosition?
    @ObservationIgnored var pending = PendingActions()
    @ObservationIgnored private var recent: RecentEvents?
    @ObservationIgnored private var followers: [WeakFollower] = []
    /// The slices received after a gap.
    @ObservationIgnored private var held: [LogSlice] = []
    /// The task that fetches missing events. It serves any number of gaps.
    @ObservationIgnored private var catchUp: Task<Void, Never>?
    /// Whether the last fetch of missing events has failed.
    @ObservationIgnored private var hasFailedFetch = false
    /// The people hidden on this device, for a server without a log.
    @ObservationIgnored private var hiddenHere: Set<UserID> = []
    /// The transport from which missing events are fetched.
    @ObservationIgnored package var source: (any EventTransport)?
    /// The time source of the log and all of its followers.
    public let time: any TimeSource
    /// The clock of all models on this log. While a front end runs the clock, it notifies screens when time changes a
    /// value of a model.
    public let clock: ScreenClock
    /// The texts of all failures of actions and loads on this log.
    public let words: LocalizedStrings
    /// The storage of the lists and resources on this log, for an offline start.
    public let storage: ListStorage
    /// The actions that wait on this device until they are sent.
    public let queue = ActionQueue()
    package let random: RandomSource
    @ObservationIgnored private var refreshCount = 0
    @ObservationIgnored private var refreshWaiters: [CheckedContinuation<Void, Never>] = []
    @ObservationIgnored private var leftOut: @MainActor (ListName, Date) -> Set<UserID> = { _, _ in [] }
    /// The number of times that the set of excluded people may have changed.
    @ObservationIgnored private(set) var exclusionRevision = 0

    /// The maximum number of slices kept after a gap. Beyond it, the log starts over.
    private static let maxPendingSlices = 64
    /// The epoch of a log that exists only on this device.
    private static let ownEpoch = "device"
    /// The epoch of a log without a position.
    private static let noEpoch = "none"

    private struct WeakFollower {
        weak var value: (any LogFollower)?
    }

    /// Creates an empty log.
    ///
    /// - Parameters:
    ///   - time: The time source of the log and its followers.
    ///   - random: The source of idempotency keys and random delays.
    ///   - words: The texts of failures.
    ///   - clock: A clock over `time` that several logs share; `nil` creates a clock.
    ///   - file: The file of ``storage``; `nil` stores nothing.
    public init(
        time: any TimeSource = SystemClock(), random: RandomSource = .system, words: LocalizedStrings = .english,
        clock: ScreenClock? = nil, storedIn file: DurableFile? = nil
    ) {
        self.time = time
        self.clock = clock ?? ScreenClock(time: time)
        self.random = random
        self.words = words
        storage = ListStorage(file, time: time)
        storage.follow(self)
        queue.attach(to: self)
    }

    /// Whether the log has no position from the server, for example because the server has no log.
    var isDeviceOnly: Bool { position.map { $0.epoch == Self.ownEpoch } ?? true }

    /// Sends all events from now on to `follower`. The log does not retain the follower.
    public func attach(_ follower: any LogFollower) {
        followers.removeAll { $0.value == nil }
        followers.append(WeakFollower(value: follower))
    }

    /// Whether a pending action hides this person.
    public func isHiding(_ person: UserID) -> Bool { pending.isHiding(person, at: position) }

    // MARK: Leaving people out

    /// Sets a filter that excludes people from lists and resources, such as people the user has muted.
    ///
    /// The filter applies only to shown elements. Loading and folding continue, so elements reappear unchanged when the
    /// filter no longer excludes their people.
    ///
    /// - Parameter people: Returns the people that a list excludes at a date. Called whenever a list is shown.
    public func setExclusionFilter(_ people: @escaping @MainActor (_ list: ListName, _ now: Date) -> Set<UserID>) {
        leftOut = people
        reapplyExclusionFilter()
    }

    /// Updates all lists and resources after the set of excluded people may have changed.
    public func reapplyExclusionFilter() {
        exclusionRevision += 1
        publish()
    }

    /// Returns the people that a list excludes now.
    func excludedPeople(in list: ListName) -> Set<UserID> { leftOut(list, time.date) }

    // MARK: Snapshots

    /// Returns the position of a snapshot. Starts or recovers the log if the response states another epoch.
    ///
    /// - Parameters:
    ///   - stated: The position in the response; `nil` from a server without a log.
    ///   - start: The position of the log when the snapshot was requested.
    func place(of stated: LogPosition?, requestedAt start: LogPosition) -> LogPosition {
        guard let stated else { return start }
        if isDeviceOnly {
            // The first position from the server: everything known so far came from this device.
            begin(at: stated)
        } else if position?.epoch != stated.epoch, start.epoch != stated.epoch {
            // If the snapshot has the epoch that the log had at the request, the log has started over since then. The
            // snapshot is too old, and the log needs no recovery.
            recover(at: stated)
        }
        return stated
    }

    /// Returns the position of the log for a request of a snapshot. Starts the device's own log if there is no
    /// position.
    func startOfRequest() -> LogPosition {
        if let position { return position }
        let start = LogPosition(epoch: Self.ownEpoch, seq: 0)
        begin(at: start)
        return start
    }

    /// Returns the events since a snapshot; `nil` if the log no longer contains all of them. The snapshot then has to
    /// be requested again.
    func events(since snapshot: LogPosition) -> ArraySlice<LogEvent>? {
        guard let position, let recent, snapshot.epoch == position.epoch else { return nil }
        return snapshot.seq >= position.seq ? [] : recent.since(snapshot)
    }

    // MARK: Events

    /// Processes events from the server.
    public func receive(_ slice: LogSlice) {
        receive(slice, isOwn: false)
    }

    private func receive(_ slice: LogSlice, isOwn: Bool) {
        if slice.isResync { return startOver(at: slice.at) }
        guard let position, !isDeviceOnly else {
            begin(at: slice.start)
            if !slice.events.isEmpty { fold(slice.events, upTo: slice.at, isOwn: isOwn) }
            return
        }
        guard slice.at.epoch == position.epoch else { return recover(at: slice.at) }
        guard let fresh = slice.events(after: position) else { return hold(slice, isOwn: isOwn) }
        if !fresh.isEmpty { fold(fresh, upTo: slice.at, isOwn: isOwn) }
        foldHeld()
    }

    /// Processes the receipt in the response to an action.
    public func receive(_ receipt: LogReceipt) {
        if let action = receipt.action {
            pending.confirm(action, at: receipt.at)
            if let position, pending.settle(by: [], at: position) { publish() }
        }
        receive(LogSlice(at: receipt.at, events: receipt.events), isOwn: true)
    }

    /// Creates an `Idempotency-Key` for an action without an expected effect.
    public func newKey() -> IdempotencyKey { .random(from: random) }

    /// Repeats the failed loads of all followers, after the connection was restored.
    package func connectionDidRestore() {
        for follower in followers.compactMap(\.value) { follower.connectionDidRestore() }
    }

    /// Counts the automatic loads in progress.
    package func noteRefresh(begins: Bool) {
        refreshCount += begins ? 1 : -1
        guard refreshCount == 0 else { return }
        for waiter in refreshWaiters { waiter.resume() }
        refreshWaiters = []
    }

    /// Waits until no automatic load is in progress.
    package func refreshesEnd() async {
        while refreshCount > 0 {
            await withCheckedContinuation { refreshWaiters.append($0) }
        }
    }

    /// Waits for a random part of two seconds.
    package func pauseBeforeRefresh() async {
        // A cancelled pause ends early, and the waiting code checks for cancellation itself.
        try? await time.sleep(for: .seconds(2) * random.unit())
    }

    /// Continues a log that was stored at a position. Does nothing if the log has begun.
    func resume(at stored: LogPosition) {
        if position == nil { begin(at: stored) }
    }

    /// Whether events are missing, or whether it is unknown if events are missing.
    var isCatchingUp: Bool { catchUp != nil || !held.isEmpty }

    private func begin(at start: LogPosition) {
        position = start
        recent = RecentEvents(after: start)
        pending.settle(by: [], at: start)
    }

    private func fold(_ events: [LogEvent], upTo end: LogPosition, isOwn: Bool = false) {
        recent?.append(events)
        position = end
        pending.settle(by: events, at: end)
        let living = followers.compactMap(\.value)
        for follower in living { follower.apply(events, through: end, isOwn: isOwn) }
        for follower in living { follower.publish() }
    }

    private func foldHeld() {
        while let position, let index = held.firstIndex(where: { $0.events(after: position) != nil }) {
            let slice = held.remove(at: index)
            if let fresh = slice.events(after: position), !fresh.isEmpty { fold(fresh, upTo: slice.at) }
        }
    }

    private func hold(_ slice: LogSlice, isOwn: Bool) {
        guard source != nil else {
            startOver(at: slice.start)
            if !slice.events.isEmpty { fold(slice.events, upTo: slice.at, isOwn: isOwn) }
            return
        }
        guard held.count < Self.maxPendingSlices else { return startOver(at: nil) }
        held.append(slice)
        fetchMissing()
    }

    /// Handles a position in another epoch. Fetches the log; without a transport, starts over at the position that the
    /// server stated.
    private func recover(at stated: LogPosition) {
        if source == nil { startOver(at: stated) } else { fetchMissing() }
    }

    /// Starts over because the state cannot be continued. All followers load again, and the log continues from `next`.
    ///
    /// - Parameter next: The new position; `nil` waits for the first response that states a position.
    private func startOver(at next: LogPosition?) {
        held = []
        hasFailedFetch = false
        let confirmed = pending.takeConfirmed()
        position = nil
        recent = nil
        if let next { begin(at: next) }
        let living = followers.compactMap(\.value)
        for follower in living { follower.reset() }
        // Confirmed effects remain on the screen until everything is loaded again.
        if !confirmed.isEmpty {
            let end = next ?? LogPosition(epoch: Self.noEpoch, seq: 0)
            let events = confirmed.map { $0.numbered(end.seq) }
            for follower in living { follower.apply(events, through: end, isOwn: false) }
        }
        for follower in living { follower.publish() }
    }

    /// Fetches the events between the log's position and the held slices.
    func fetchMissing() {
        guard catchUp == nil, let source else { return }
        catchUp = Task { [weak self] in
            let start = self?.position
            await self?.fetch(from: source)
            guard let self else { return }
            catchUp = nil
            if !held.isEmpty, position != start { fetchMissing() }  // another gap
        }
    }

    /// Fetches the missing events again if their last fetch has failed. The heartbeats of the followed stream limit the
    /// rate.
    func repeatFailedFetch() {
        if hasFailedFetch { fetchMissing() }
    }

    /// Waits until no fetch of missing events is in progress.
    func isCaughtUp() async { await catchUp?.value }

    private func fetch(from source: any EventTransport) async {
        hasFailedFetch = false
        do {
            let stream = try await source.open(after: position)
            defer { stream.close() }
            while let message = try await stream.next() {
                switch message {
                case .slice(let slice): return receive(slice)
                case .heartbeat: return
                case .retry: continue
                }
            }
        } catch {
            // The next heartbeat repeats the fetch, unless the followed stream fails as well.
        }
        hasFailedFetch = true
    }

    // MARK: Actions

    /// Shows the expected effects of an action.
    func begin(_ key: IdempotencyKey, expecting events: [LogEvent]) {
        pending.begin(key, expecting: events)
        if !events.isEmpty { publish() }
    }

    /// Whether the recent events of the log include the effect of this action.
    func hasEffect(of key: IdempotencyKey) -> Bool { recent?.holds(key.rawValue) ?? false }

    /// Applies the effects of an action that has succeeded.
    ///
    /// - Parameters:
    ///   - key: The key of the action.
    ///   - events: All effects of the action. They are used only if the server has no log.
    func complete(_ key: IdempotencyKey, with events: [LogEvent]) {
        if isDeviceOnly {
            pending.remove(key)
            let start = startOfRequest()
            let numbered = deviceEvents(events).enumerated().map { $1.numbered(start.seq + $0 + 1) }
            if !numbered.isEmpty { return fold(numbered, upTo: start.advanced(by: numbered.count), isOwn: true) }
            publish()
        } else if pending.contains(key), !pending.isConfirmed(key) {
            // The response has not stated the position of the effect. The fetched log shows whether the effect
            // occurred.
            pending.remove(key)
            fetchMissing()
            publish()
        }
    }

    /// Returns the events of an action for the device's own log, without events about people hidden on this device. No
    /// server orders these events. So a late event could show a hidden person again.
    private func deviceEvents(_ events: [LogEvent]) -> [LogEvent] {
        events.filter { event in
            guard let subject = event.subject else { return true }
            switch event.kind {
            case .personHidden: hiddenHere.insert(subject)
            case .personShown: hiddenHere.remove(subject)
            default: return !hiddenHere.contains(subject)
            }
            return true
        }
    }

    /// Reverts the expected effects of an action that has failed, and no other effects.
    ///
    /// - Returns: Whether the action has succeeded nevertheless, as the log has shown meanwhile.
    func abandon(_ key: IdempotencyKey) -> Bool {
        let wasPending = pending.remove(key)
        if wasPending { publish() }
        return !wasPending
    }

    func publish() {
        for follower in followers.compactMap(\.value) { follower.publish() }
    }
}

extension LogSlice {
    /// The position before the events of the slice.
    fileprivate var start: LogPosition { at.advanced(by: -events.count) }

    /// Returns the events after a position, or an empty array if all are known. Returns `nil` if events before them are
    /// missing, or if they are not in order.
    fileprivate func events(after position: LogPosition) -> [LogEvent]? {
        guard at.seq > position.seq else { return [] }
        if isNext(after: position) { return events }
        let fresh = events.filter { $0.seq > position.seq }
        guard fresh.count == at.seq - position.seq, fresh.last?.seq == at.seq,
            zip(fresh, fresh.dropFirst()).allSatisfy({ $0.seq < $1.seq })
        else { return nil }
        return fresh
    }

    /// Whether the slice begins directly after a position, as nearly all slices do. Its events then need no copy.
    private func isNext(after position: LogPosition) -> Bool {
        guard events.count == at.seq - position.seq else { return false }
        return events.indices.allSatisfy { events[$0].seq == position.seq + 1 + $0 }
    }
}

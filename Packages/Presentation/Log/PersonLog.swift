public import Foundation
public import Networking
public import Observation
public import OrbitModels
public import TimeAndChance

/// One person's log on this device: it counts the events that come, fills gaps, and has every list fold them.
///
/// Events come with the responses to the person's own actions and from an `EventTransport`, whichever is first. What
/// is known already is dropped; after a gap everything waits until what is missing has been fetched.
///
/// ```swift
/// let log = PersonLog()
/// let pokes = PokesViewModel(service: service, log: log)
/// await log.follow([ServerSentEvents(client: client), PolledEvents(client: client)])  // until it is cancelled
/// ```
///
/// Against a server that keeps no log it keeps its own: the effects of what was done on this device, so that a page
/// that was requested before an action cannot undo it on the screen.
@MainActor @Observable public final class PersonLog {
    /// Whether events come in by themselves.
    public internal(set) var connection = LogConnection.off

    /// Up to where everything is folded; `nil` before the first response.
    @ObservationIgnored package private(set) var position: LogPosition?
    @ObservationIgnored private(set) var pending = PendingActions()
    @ObservationIgnored private var recent: RecentEvents?
    @ObservationIgnored private var followers: [WeakFollower] = []
    /// What came after a gap.
    @ObservationIgnored private var held: [LogSlice] = []
    /// Fetches what is missing, once for any number of gaps.
    @ObservationIgnored private var catchUp: Task<Void, Never>?
    /// Who was hidden on this device, where no log says so.
    @ObservationIgnored private var hiddenHere: Set<UserID> = []
    /// Where missing events are fetched from.
    @ObservationIgnored package var source: (any EventTransport)?
    /// The clock of everything that follows this log.
    public let time: any TimeSource
    /// The clock that notifies screens when time changes a value of a model on this log, while a front end runs it.
    public let clock: ScreenClock
    /// The words of every failure of an action or load on this log.
    public let words: Words
    let random: RandomSource
    @ObservationIgnored private var refreshCount = 0
    @ObservationIgnored private var refreshWaiters: [CheckedContinuation<Void, Never>] = []
    @ObservationIgnored private var leftOut: @MainActor (ListName, Date) -> Set<UserID> = { _, _ in [] }
    /// Counts the times at which others may be left out than before.
    @ObservationIgnored private(set) var reviews = 0

    /// More than this many slices after a gap are not kept: the log starts over.
    private static let mostHeld = 64
    /// The epoch of a log that only this device keeps.
    private static let ownEpoch = "device"
    /// The epoch of no log at all.
    private static let noEpoch = "none"

    private struct WeakFollower {
        weak var value: (any LogFollower)?
    }

    /// Creates an empty log.
    ///
    /// - Parameter clock: A clock over `time` that several logs share; `nil` creates one.
    public init(
        time: any TimeSource = SystemClock(), random: RandomSource = .system, words: Words = .english,
        clock: ScreenClock? = nil
    ) {
        self.time = time
        self.clock = clock ?? ScreenClock(time: time)
        self.random = random
        self.words = words
    }

    /// Whether the server keeps no log, as far as is known.
    var isDeviceOnly: Bool { position.map { $0.epoch == Self.ownEpoch } ?? true }

    /// Has `follower` told of all events from now on, for as long as it exists.
    public func attach(_ follower: any LogFollower) {
        followers.removeAll { $0.value == nil }
        followers.append(WeakFollower(value: follower))
    }

    /// Whether an action that is in flight hides this person.
    public func isHiding(_ person: UserID) -> Bool {
        pending.events(missingAt: position).contains { $0.kind == .personHidden && $0.subject == person }
    }

    // MARK: Leaving people out

    /// Has lists and resources leave out people the user does not want to see in them, such as those they have muted.
    /// It changes what is shown and nothing else: what is loaded and folded goes on, so that a person who is no longer
    /// left out stands there as if nothing had been.
    ///
    /// - Parameter people: the people that a list leaves out at a time; asked whenever a list is shown.
    public func leaveOut(_ people: @escaping @MainActor (_ list: ListName, _ now: Date) -> Set<UserID>) {
        leftOut = people
        review()
    }

    /// Shows everything again: others may be left out than before.
    public func review() {
        reviews += 1
        publish()
    }

    /// The people that a list leaves out now.
    func peopleLeftOut(of list: ListName) -> Set<UserID> { leftOut(list, time.date) }

    // MARK: Snapshots

    /// Where a snapshot stands that was requested when the log stood at `start`, and whose response may say more.
    ///
    /// - Parameter stated: what the response says; `nil` from a server without a log.
    func place(of stated: LogPosition?, requestedAt start: LogPosition) -> LogPosition {
        guard let stated else { return start }
        if isDeviceOnly {
            // The first word of a log: everything known so far was this device's own.
            begin(at: stated)
        } else if position?.epoch != stated.epoch, start.epoch != stated.epoch {
            // It is not from before the log began anew: then it would only be too old.
            recover(at: stated)
        }
        return stated
    }

    /// Where the log stands when a snapshot is requested.
    func startOfRequest() -> LogPosition {
        if let position { return position }
        let start = LogPosition(epoch: Self.ownEpoch, seq: 0)
        begin(at: start)
        return start
    }

    /// What has happened since a snapshot; `nil` if that is not known any more: it has to be requested again.
    func events(since snapshot: LogPosition) -> ArraySlice<LogEvent>? {
        guard let position, let recent, snapshot.epoch == position.epoch else { return nil }
        return snapshot.seq >= position.seq ? [] : recent.since(snapshot)
    }

    // MARK: Events

    /// Takes in what the server has sent.
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

    /// Takes in what the response to an action says of the log.
    public func receive(_ receipt: LogReceipt) {
        if let action = receipt.action {
            pending.confirm(action, at: receipt.at)
            if let position, pending.settle(by: [], at: position) { publish() }
        }
        receive(LogSlice(at: receipt.at, events: receipt.events), isOwn: true)
    }

    /// An `Idempotency-Key` for an action that shows no effect of its own.
    public func newKey() -> IdempotencyKey { .random(from: random) }

    /// Has all followers load again what could not be loaded, after the connection was lost.
    package func revive() {
        for follower in followers.compactMap(\.value) { follower.revive() }
    }

    /// Counts what is being loaded again by itself.
    func noteRefresh(begins: Bool) {
        refreshCount += begins ? 1 : -1
        guard refreshCount == 0 else { return }
        for waiter in refreshWaiters { waiter.resume() }
        refreshWaiters = []
    }

    /// Returns once nothing is being loaded again by itself.
    package func refreshesEnd() async {
        while refreshCount > 0 {
            await withCheckedContinuation { refreshWaiters.append($0) }
        }
    }

    /// A random part of two seconds.
    func pauseBeforeRefresh() async {
        // A cancelled pause is a short one: the waiting code looks for itself whether to go on.
        try? await time.sleep(for: .seconds(2) * random.unit())
    }

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
        for follower in living { follower.absorb(events, upTo: end, isOwn: isOwn) }
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
        guard held.count < Self.mostHeld else { return startOver(at: nil) }
        held.append(slice)
        fetchMissing()
    }

    /// The server counts by another epoch: the log tells how to go on, or where no log can be read, the server's word.
    private func recover(at stated: LogPosition) {
        if source == nil { startOver(at: stated) } else { fetchMissing() }
    }

    /// What is held cannot be continued: everything is loaded again, and the log goes on from `next`.
    ///
    /// - Parameter next: `nil` waits for the first response that says.
    private func startOver(at next: LogPosition?) {
        held = []
        let confirmed = pending.takeConfirmed()
        position = nil
        recent = nil
        if let next { begin(at: next) }
        let living = followers.compactMap(\.value)
        for follower in living { follower.reset() }
        // What has happened for certain stays on the screen until all is loaded again.
        if !confirmed.isEmpty {
            let end = next ?? LogPosition(epoch: Self.noEpoch, seq: 0)
            let events = confirmed.map { $0.numbered(end.seq) }
            for follower in living { follower.absorb(events, upTo: end, isOwn: false) }
        }
        for follower in living { follower.publish() }
    }

    /// Fetches what lies between the log's position and what is held.
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

    /// Returns once nothing is being fetched that was missing.
    func isCaughtUp() async { await catchUp?.value }

    private func fetch(from source: any EventTransport) async {
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
            return  // the stream that is followed fails of the same cause, and begins again where the log stands
        }
    }

    // MARK: Actions

    /// Shows the effects that an action is expected to have.
    func begin(_ key: IdempotencyKey, expecting events: [LogEvent]) {
        pending.begin(key, expecting: events)
        if !events.isEmpty { publish() }
    }

    /// Whether the log has shown lately that this action has had its effect.
    func hasEffect(of key: IdempotencyKey) -> Bool { recent?.holds(key.rawValue) ?? false }

    /// The action has succeeded, with these effects.
    ///
    /// - Parameter events: all of them; used where no log says so.
    func complete(_ key: IdempotencyKey, with events: [LogEvent]) {
        if isDeviceOnly {
            pending.remove(key)
            let start = startOfRequest()
            let numbered = deviceEvents(events).enumerated().map { $1.numbered(start.seq + $0 + 1) }
            if !numbered.isEmpty { return fold(numbered, upTo: start.advanced(by: numbered.count), isOwn: true) }
            publish()
        } else if pending.contains(key), !pending.isConfirmed(key) {
            // The response has not said where the log has it: find out, and let the log decide.
            pending.remove(key)
            fetchMissing()
            publish()
        }
    }

    /// Without a log no server decides what came first: what is about a person who was hidden meanwhile is left out.
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

    /// The action has failed: its effects are taken back, and no others.
    ///
    /// - Returns: whether it did happen all the same, as the log has shown meanwhile.
    func abandon(_ key: IdempotencyKey) -> Bool {
        let wasPending = pending.remove(key)
        if wasPending { publish() }
        return !wasPending
    }

    private func publish() {
        for follower in followers.compactMap(\.value) { follower.publish() }
    }
}

extension LogSlice {
    /// The position before its events.
    fileprivate var start: LogPosition { at.advanced(by: -events.count) }

    /// The events that follow a position, none if all are known; `nil` if some before them are missing, or if they are
    /// not in order.
    fileprivate func events(after position: LogPosition) -> [LogEvent]? {
        let fresh = events.filter { $0.seq > position.seq }
        guard at.seq > position.seq else { return [] }
        guard fresh.count == at.seq - position.seq, fresh.last?.seq == at.seq,
            zip(fresh, fresh.dropFirst()).allSatisfy({ $0.seq < $1.seq })
        else { return nil }
        return fresh
    }
}

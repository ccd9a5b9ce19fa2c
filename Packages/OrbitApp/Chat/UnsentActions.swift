import Chat
import DurableFiles
import Foundation
import Networking
public import Observation
public import OrbitModels
import Outbox
public import Presentation
import TimeAndChance

/// The actions of the user that the server has not acknowledged: messages, edits, deletions and reactions, and the
/// pokes, requests to join and ratings that had no network.
///
/// They are stored in the outbox of the account, are sent in the background, and survive a restart:
///
/// ```swift
/// if user.unsent.count > 0 { show(user.unsent.text) }
/// for action in user.unsent.refused { show(action.failure.message) }
/// ```
///
/// A sign-out asks the user what to do with them; see ``AppModel/logout(unsent:)``.
@MainActor @Observable public final class UnsentActions {
    /// An action that the server refused for good. Later actions on the same object wait until it is retried or
    /// removed.
    public struct Refused: Hashable, Sendable, Identifiable {
        /// The identifier of the action.
        public let id: String
        /// The kind of the action, such as `chat.send` or `poke`.
        public let kind: String
        /// The reason.
        public let failure: Failure
    }

    /// The number of unsent actions, refused actions included.
    public private(set) var count = 0
    /// The refused actions, the oldest first. Screens of conversations show refused messages in their rows as well.
    public private(set) var refused: [Refused] = []
    /// The reason why the outbox cannot be opened, for example because another process uses it. Without the outbox, no
    /// messages can be written; ``SignedInUser/reopenOutbox()`` tries again.
    public private(set) var failure: Failure?

    /// The outbox of the account; `nil` before it is open, and after the end of the session.
    @ObservationIgnored private(set) var outbox: Outbox?
    /// Whether another process, or an earlier session in this process, has the outbox open.
    @ObservationIgnored private(set) var isInUse = false
    /// The clock of the disk, on which another session may have the outbox open.
    var diskTime: any TimeSource { directory.time }
    /// Whether the end of the session removes the actions from the device.
    @ObservationIgnored var isDiscarded = false
    @ObservationIgnored private var entries: [String: OutboxEntry] = [:]
    /// The refused entries among them, so that a change does not visit all entries.
    @ObservationIgnored private var rejected: [String: OutboxEntry] = [:]
    @ObservationIgnored private var work: [Task<Void, Never>] = []
    /// The account whose outbox was opened, or could not be opened.
    @ObservationIgnored private var account: String?
    @ObservationIgnored private var opening: Task<Void, Never>?
    @ObservationIgnored private var closing: Task<Void, any Error>?
    @ObservationIgnored private var hasEnded = false
    private let directory: PrivateDirectory
    private let random: RandomSource
    private let log: EventLog

    /// Creates a value without an outbox.
    ///
    /// - Parameters:
    ///   - directory: The directory of the outboxes of all accounts.
    ///   - log: The log of the user, whose queue has the kinds of actions besides those of chat.
    ///   - random: The source of jitter.
    init(in directory: PrivateDirectory, log: EventLog, random: RandomSource) {
        (self.directory, self.log, self.random) = (directory, log, random)
    }

    deinit {
        for task in work { task.cancel() }
    }

    /// A sentence with the number of unsent actions, for the question before a sign-out; `nil` without unsent actions.
    public var text: String? {
        guard count > 0 else { return nil }
        return log.words.text(count == 1 ? "one" : "many", in: .unsentActions, ["count": .integer(count)])
    }

    // MARK: Changes by the user

    /// Sends everything that can be sent now, without the pauses after failures.
    ///
    /// - Parameter limit: The maximum time to wait. The function returns earlier if nothing more can be sent, such as
    ///   without a network.
    /// - Returns: The number of actions that are still unsent.
    @discardableResult
    public func send(within limit: Duration) async -> Int {
        guard let outbox else { return count }
        await outbox.retryNow()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await outbox.drain() }
            group.addTask { [time = log.time] in
                // The sleep ends early once everything is sent.
                _ = try? await time.sleep(for: limit)
            }
            _ = await group.next()
            group.cancelAll()
        }
        return await outbox.unsentCount
    }

    /// Sends a refused action again.
    @discardableResult
    public func retry(_ action: Refused) async -> ActionOutcome {
        await change { outbox in
            try await outbox.retry(action.id)
            if let entry = self.entries[action.id] { self.show(entry) }
        }
    }

    /// Removes a refused action, so that later actions on the same object are sent.
    @discardableResult
    public func remove(_ action: Refused) async -> ActionOutcome {
        await change { outbox in try await outbox.remove(action.id) }
    }

    private func change(_ work: (Outbox) async throws -> Void) async -> ActionOutcome {
        guard let outbox else { return .skipped }
        do {
            try await work(outbox)
            return .done
        } catch let error as OutboxError {
            return .failed(Failure(error, in: log.words))
        } catch {
            return .skipped  // only the outbox throws
        }
    }

    // MARK: The session

    /// Opens the outbox of an account, shows its entries, and begins to send them. Does nothing if it is open.
    ///
    /// If it cannot be opened, ``failure`` has the reason. Concurrent calls share one attempt, because a second attempt
    /// would find the outbox in use.
    func open(as user: UserID) async {
        guard outbox == nil, !hasEnded else { return }
        account = user.rawValue
        let opening = opening ?? Task { await openNow(as: user) }
        self.opening = opening
        await opening.value
        if self.opening == opening { self.opening = nil }
    }

    private func openNow(as user: UserID) async {
        (failure, isInUse) = (nil, false)
        do {
            let opened = try await Outbox.open(
                in: directory, account: user.rawValue, time: log.time, random: random)
            let (stored, changes) = await opened.observe()
            guard outbox == nil, !hasEnded else { return await opened.close() }
            begin(opened, with: stored, then: changes)
        } catch let error as OutboxError {
            (failure, isInUse) = (Failure(error, in: log.words), error == .inUse)
        } catch {
            // Only a cancelled task ends here, and no task cancels this one.
        }
    }

    private func begin(_ opened: Outbox, with stored: [OutboxEntry], then changes: AsyncStream<OutboxChange>) {
        outbox = opened
        for entry in stored {
            take(.entry(entry))
            show(entry)
        }
        log.queue.store = { item in
            _ = try await opened.add(id: item.id, lane: item.lane, kind: item.kind, payload: item.content)
        }
        let kinds = log.queue.kindNames
        work = [
            Task { [weak self] in for await change in changes { self?.take(change) } },
            Task { [weak self] in
                for kind in kinds {
                    await opened.register(kind) { [weak self] entry async throws(SendFailure) in
                        guard let attempt = await self?.attempt(entry) else {
                            throw .transient(mayHaveArrived: false)
                        }
                        if let failure = attempt.failure { throw failure }
                    }
                }
                await opened.run()
            },
        ]
    }

    /// Ends sending, and closes the outbox. Removes its entries if ``isDiscarded`` is `true`, also if it could not be
    /// opened.
    func end() {
        hasEnded = true
        log.queue.store = nil
        for task in work { task.cancel() }
        let opened = outbox
        outbox = nil
        if isDiscarded {
            closing = Task { try await discard(opened) }
        } else if let opened {
            closing = Task { await opened.close() }
        }
    }

    private func discard(_ opened: Outbox?) async throws {
        if let opened { return try await opened.erase() }
        // An outbox that is being opened is closed then, because the session has ended.
        await opening?.value
        // Another process that has the outbox open still shows and sends its entries.
        guard let account, !isInUse else { return }
        try await Outbox.erase(account: account, in: directory)
    }

    /// Waits until the outbox is closed.
    ///
    /// - Throws: `OutboxError` if discarded actions are still on disk.
    func closed() async throws { try await closing?.value }

    // MARK: Entries

    private func take(_ change: OutboxChange) {
        switch change {
        case .entry(let entry):
            (entries[entry.id], rejected[entry.id]) = (entry, nil)
            switch entry.state {
            case .acknowledged:
                entries[entry.id] = nil
                log.queue.withdraw(entry.queueItem.key)
            case .rejected:
                rejected[entry.id] = entry
                log.queue.withdraw(entry.queueItem.key)
            default: break
            }
        case .removed(let id):
            (entries[id], rejected[id]) = (nil, nil)
            log.queue.withdraw(IdempotencyKey(rawValue: id))
        default: return  // the outbox repeats a failed write
        }
        update()
    }

    /// Shows the effect of an entry of an earlier start, or of a retried entry. `ActionQueue` shows new entries itself.
    private func show(_ entry: OutboxEntry) {
        if case .rejected = entry.state { return }
        // An unreadable entry has no visible effect, and is refused when it is sent.
        try? log.queue.show(entry.queueItem)
    }

    private func update() {
        if count != entries.count { count = entries.count }
        let all = rejected.values.sorted { $0.sequence < $1.sequence }.compactMap { entry -> Refused? in
            guard case .rejected(let rejection) = entry.state else { return nil }
            return Refused(id: entry.id, kind: entry.kind, failure: Failure(rejection, in: log.words))
        }
        if refused != all { refused = all }
    }

    // MARK: Sending

    /// The result of an attempt to send an entry.
    private struct Attempt: Sendable {
        /// The failure; `nil` after success.
        var failure: SendFailure?
    }

    private func attempt(_ entry: OutboxEntry) async -> Attempt {
        do {
            try await log.queue.send(entry.queueItem)
            return Attempt()
        } catch {
            let failure = Failure(error, in: log.words)
            // A limit of pokes can last for days. The user decides whether to try again then.
            guard failure.kind == .limited else { return Attempt(failure: SendFailure(error, in: log.words)) }
            return Attempt(
                failure: .permanent(OutboxRejection(code: ProblemCode.rateLimited.rawValue, reason: failure.message)))
        }
    }
}

extension OutboxEntry {
    /// The entry as an item of `ActionQueue`.
    fileprivate var queueItem: ActionQueue.Item {
        ActionQueue.Item(key: IdempotencyKey(rawValue: id), kind: kind, lane: lane, content: payload)
    }
}

extension Vocabulary {
    /// The sentences with the number of unsent actions, before a sign-out. `many` has the parameter `count`.
    public static let unsentActions = Vocabulary(
        "unsent_actions",
        [
            "one": "1 action is not sent yet. It is deleted if you sign out now.",
            "many": "{count} actions are not sent yet. They are deleted if you sign out now.",
        ])
}

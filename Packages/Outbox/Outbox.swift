public import DurableFiles
public import TimeAndChance

/// Requests that are stored on the device until the server has acknowledged them.
///
/// An entry is durable before ``add(id:lane:kind:payload:after:)`` returns, and is sent until it is acknowledged, fails
/// for good or is cancelled. The entries of a lane are sent one after the other. Repeated attempts have the same id, so
/// a server that recognizes ids applies each entry exactly once.
///
/// An outbox belongs to one account. Its file is in a directory for this account alone.
///
/// ```swift
/// let directory = PrivateDirectory(".orbit", under: NSHomeDirectory())
/// let outbox = try await Outbox.open(in: directory, account: "u_1")
/// await outbox.register("note") { entry async throws(SendFailure) in try await server.store(entry.id, entry.payload) }
/// try await outbox.add(id: "n_1", lane: "notes", kind: "note", payload: Data("See you at noon".utf8))
/// await outbox.run()
/// ```
public actor Outbox {
    /// Sends an entry, and returns once the server has acknowledged it. It does not run on the actor.
    ///
    /// It must send ``OutboxEntry/id`` with the request, because the server may have received the entry before. If its
    /// task is cancelled, it throws a transient failure.
    public typealias Sender = @Sendable (OutboxEntry) async throws(SendFailure) -> Void

    /// The account to which all entries belong.
    public nonisolated let account: String
    /// The maximum size of the outbox.
    public nonisolated let limits: OutboxLimits
    /// Whether the file was damaged when it was opened. Entries that may have been cancelled are rejected.
    public nonisolated let wasDamaged: Bool

    let time: any TimeSource
    let random: RandomSource
    var state: OutboxState
    var senders: [String: Sender] = [:]
    var schedule = SendSchedule()
    /// Records that need not be durable at once. They are stored with the next write.
    var unwritten: [OutboxRecord] = []
    var writes = WriteQueue()
    /// `nil` once the outbox is closed.
    var journal: Journal?
    private var observers: [AsyncStream<OutboxChange>.Continuation] = []

    private init(
        journal: Journal, state: OutboxState, limits: OutboxLimits, wasDamaged: Bool, time: any TimeSource,
        random: RandomSource
    ) {
        self.journal = journal
        self.state = state
        self.limits = limits
        self.wasDamaged = wasDamaged
        self.time = time
        self.random = random
        account = state.account
    }

    /// Opens the outbox of an account, and creates it if it does not exist.
    ///
    /// - Parameters:
    ///   - directory: The directory for the outboxes of all accounts. Each gets a directory in it.
    ///   - account: The id of the account, at most 256 bytes.
    ///   - limits: The maximum size.
    ///   - time: The clock for pauses after failures.
    ///   - random: The source of jitter.
    /// - Throws: ``OutboxError``, for example ``OutboxError/inUse`` if another process has it open, or
    ///   `CancellationError`.
    /// - Complexity: O(size of the file).
    @concurrent
    public static func open(
        in directory: PrivateDirectory, account: String, limits: OutboxLimits = OutboxLimits(),
        time: any TimeSource = SystemClock(), random: RandomSource = .system
    ) async throws -> Outbox {
        guard !account.isEmpty else { throw OutboxError.missingText }
        guard account.utf8.count <= OutboxLimits.maxTextBytes else { throw OutboxError.tooLarge }
        do {
            let (journal, contents) = try await Journal.open(
                "entries", in: folder(of: account, in: directory), sizeLimit: limits.maxFileBytes, random: random)
            let state = try OutboxState(replaying: contents.entries, account: account)
            let outbox = Outbox(
                journal: journal, state: state, limits: limits, wasDamaged: contents.isDamaged, time: time,
                random: random)
            if contents.isDamaged {
                try await journal.replace(with: state.snapshot.map(\.encoded))
            } else if contents.entries.isEmpty {
                try await journal.append([OutboxRecord.header(account: account, nextSequence: 1).encoded])
            }
            await outbox.prepare()
            return outbox
        } catch let error as DurableFileError {
            throw OutboxError(error)
        }
    }

    /// The account's name can have any characters, so a hash of it names the directory. The file has the whole name.
    static func folder(of account: String, in directory: PrivateDirectory) -> PrivateDirectory {
        let digits = String(StableHash(account).value, radix: 16)
        return directory.subdirectory("outbox-" + String(repeating: "0", count: 16 - digits.count) + digits)
    }

    private func prepare() {
        writes.nextCompaction = limits.compactionThreshold + 4 * (state.payloadBytes + 256 * state.items.count)
        for lane in state.lanes.keys.sorted() { wake(lane) }
        publish()
    }

    /// Sets the function that sends the entries of a kind, and replaces an earlier one.
    ///
    /// Entries of a kind without a sender stay in the outbox unchanged, for a later version of the app. They hold no
    /// entries but those that depend on them.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - sender: Sends an entry.
    /// - Complexity: O(entries of the lanes that have entries of the kind).
    public func register(_ kind: String, sender: @escaping Sender) {
        senders[kind] = sender
        for lane in state.unpark(kind: kind) { wake(lane) }
    }

    /// The number of entries that are not acknowledged: queued, in flight, rejected, and without a sender.
    ///
    /// Show it before the user signs out. The entries stay in the file, and are sent after the next sign-in to this
    /// account.
    public var unsentCount: Int { state.items.values.count(where: \.isStored) }

    /// The entries that are not acknowledged, in the order of their sequences.
    ///
    /// - Complexity: O(n log n) for n entries.
    public var entries: [OutboxEntry] {
        state.items.values.filter(\.isStored).map(\.entry).sorted { $0.sequence < $1.sequence }
    }

    /// Returns the entry with an id; `nil` if it is acknowledged, cancelled, removed or was never added.
    public func entry(_ id: String) -> OutboxEntry? {
        state[id].flatMap { $0.isStored ? $0.entry : nil }
    }

    /// Returns the present entries, and all changes after them.
    ///
    /// A stream that is not read keeps its changes in memory. It ends when the outbox is closed.
    public func observe() -> (entries: [OutboxEntry], changes: AsyncStream<OutboxChange>) {
        let (stream, continuation) = AsyncStream.makeStream(of: OutboxChange.self)
        observers.append(continuation)
        return (entries, stream)
    }

    /// Sends the changes of the state to the observers, and wakes the lanes that may be able to send.
    func publish() {
        for change in state.takeChanges() { notify(change) }
        for lane in state.takeWokenLanes() { wake(lane) }
    }

    func notify(_ change: OutboxChange) {
        observers.removeAll { observer in
            if case .terminated = observer.yield(change) { true } else { false }
        }
    }

    /// Closes the outbox, so that it can be opened again. Cancel the task of ``run()`` before. Later changes throw
    /// ``OutboxError/closed``.
    public func close() async {
        // If the disk refuses the outcomes, the entries are sent again with the same ids.
        if !unwritten.isEmpty { try? await write([]) }
        await waitUntilWritten()
        end()
    }

    /// Removes all entries and their files, and closes the outbox. Unsent entries are lost, so ask the user first.
    ///
    /// - Throws: ``OutboxError`` if the files cannot be removed. The outbox is closed nevertheless.
    public func erase() async throws(OutboxError) {
        await waitUntilWritten()
        guard let journal else { throw .closed }
        end()
        do throws(DurableFileError) {
            try await journal.remove()
        } catch {
            throw OutboxError(error)
        }
    }

    /// Removes the files of an outbox that is not open, for example because it is damaged. Does nothing if there are
    /// none. Unsent entries are lost, so ask the user first.
    ///
    /// - Parameters:
    ///   - account: The id of the account.
    ///   - directory: The directory for the outboxes of all accounts.
    /// - Throws: ``OutboxError``, for example ``OutboxError/inUse`` if the outbox is open, or `CancellationError`.
    @concurrent
    public static func erase(account: String, in directory: PrivateDirectory) async throws {
        do {
            try await DurableFile("entries", in: folder(of: account, in: directory), lockTimeout: .zero).remove()
        } catch let error as DurableFileError {
            throw OutboxError(error)
        }
    }

    private func end() {
        journal = nil
        for observer in observers { observer.finish() }
        observers = []
        schedule.wakeWaiting()
    }
}

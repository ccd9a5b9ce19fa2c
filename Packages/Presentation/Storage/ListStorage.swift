import DurableFiles
import Foundation
public import OrbitModels
import TimeAndChance

/// A storage that keeps the last content of the lists and resources of a log on this device, so that the app starts
/// with it, also without a network.
///
/// A list takes part with one line, usually in the initializer of its view model:
///
/// ```swift
/// incoming = PagedList(.incomingPokes, on: log) { try await service.incoming(after: $0) }
/// log.storage.add(incoming, as: "incoming_pokes")
/// ```
///
/// Call ``begin(as:)`` before the first request and before `EventLog.follow(_:)`. It shows the stored content, which
/// `PagedList.isStored` and `Resource.isStored` mark, and continues the log at the stored position. The log then catches
/// up: it requests the events after this position and folds them into the lists. If the server answers with a resync or
/// another epoch, the lists are loaded again, and keep the stored content until the response. A server without a log
/// sends no events, so a list keeps the mark until a screen loads it.
///
/// Content is stored with a delay after a change, at once after a person was hidden, and by ``flush()``. One write
/// replaces the position and all lists, so that no list is older or newer than the position. Pending actions are not
/// stored.
///
/// The content is limited to the size limit of the file. If it is larger, the lists that screens have requested least
/// recently are left out. Lists without a strong reference are left out as well.
///
/// Stored content that belongs to another person, that another version has written, or that is damaged is ignored. A
/// failed write is not a failure for the user: the next change writes again.
@MainActor public final class ListStorage {
    /// The time between a change and its write.
    public nonisolated static let delay = Duration.seconds(10)
    /// The recommended size limit of the file in bytes. Reading a file of this size takes a part of the 50 milliseconds
    /// in which the app has to show its last content.
    public nonisolated static let recommendedSizeLimit = 2 << 20

    private let file: DurableFile?
    private let time: any TimeSource
    private weak var log: EventLog?
    private var members: [StoredMember] = []
    private var state = State.idle
    /// The content that no list has asked for yet, with the position of the log that it belongs to.
    private var unclaimed: [String: (part: StoredSnapshot.Part, body: Data)] = [:]
    private var restoredPosition: LogPosition?
    /// Whether restored lists may lack events.
    private var awaitsCatchUp = false
    /// The last time at which the server has responded.
    private var lastContact: Date?
    private var delayedWrite: Task<Void, Never>?
    private var lastWrite: Task<Void, Never>?
    /// The encoded content of the last write, by name.
    private var encoded: [String: EncodedContent] = [:]
    /// The number of lists that were added, to find out if one was replaced during a write.
    private var additionCount = 0
    /// Whether a person was hidden since the last successful write.
    private var hasHidden = false

    private enum State: Equatable {
        case idle, reading
        case open(UserID)
        case ended
    }

    /// Creates a storage.
    ///
    /// - Parameters:
    ///   - file: The file; `nil` stores nothing.
    ///   - time: The clock of the delay and of all dates.
    init(_ file: DurableFile?, time: any TimeSource) {
        self.file = file
        self.time = time
    }

    func follow(_ log: EventLog) {
        guard file != nil else { return }
        self.log = log
        log.attach(self)
    }

    // MARK: Taking part

    /// Stores a list from now on. If its content was read by ``begin(as:)``, the list shows the content.
    ///
    /// - Parameters:
    ///   - list: The list. The storage does not retain it.
    ///   - name: A name that no other list or resource of the log has. Features of other packages begin it with the name
    ///     of the feature and a dot. A list replaces an earlier list of the same name.
    ///   - isEssential: Whether other content cannot be shown without this list, such as a list of muted people. It is
    ///     stored first, and nothing is restored if it cannot be read.
    ///   - reloads: Whether the log does not announce all changes of the list, such as a new day. A restored list is then
    ///     loaded again when the connection is restored.
    public func add<Element: Codable>(
        _ list: PagedList<Element>, as name: String, isEssential: Bool = false, reloads: Bool = false
    ) where Element.ID: Codable {
        add(list.member(name, isEssential: isEssential, reloads: reloads))
    }

    /// Stores a resource from now on. If its value was read by ``begin(as:)``, the resource shows the value.
    ///
    /// The parameters are those of ``add(_:as:isEssential:reloads:)`` for lists.
    public func add<Value: Codable>(
        _ resource: Resource<Value>, as name: String, isEssential: Bool = false, reloads: Bool = false
    ) {
        add(resource.member(name, isEssential: isEssential, reloads: reloads))
    }

    private func add(_ member: StoredMember) {
        guard file != nil, state != .ended else { return }
        members.removeAll { $0.name == member.name || !$0.isAlive() }
        members.append(member)
        encoded[member.name] = nil
        additionCount += 1
        guard case .open = state, let found = unclaimed.removeValue(forKey: member.name),
            // Content that cannot be decoded is ignored.
            let show = try? member.decode(found.body)
        else { return }
        _ = show(StoredMember.Source(part: found.part, hasLog: restoredPosition != nil, isLate: true))
        if !awaitsCatchUp { member.noteCatchUp() }
    }

    // MARK: Reading

    /// Reads the content of a person and shows it in the lists that take part. Call it once, before the first request.
    ///
    /// Does nothing if the log has begun.
    ///
    /// - Parameter owner: The person who is signed in.
    public func begin(as owner: UserID) async {
        guard state == .idle, let file else { return }
        state = .reading
        let members = members.map { (name: $0.name, isEssential: $0.isEssential, decode: $0.decode) }
        let found = await StoredSnapshot.read(from: file, of: owner)
        let reading = await Reading.decode(found, for: members)
        guard state == .reading else { return }  // the session has ended
        // Not earlier, because showing stored content is no change to write.
        defer { state = .open(owner) }
        guard let reading, let log, log.position == nil else { return }
        show(reading, on: log)
    }

    /// Shows all content within one turn of the main actor.
    private func show(_ reading: Reading, on log: EventLog) {
        restoredPosition = reading.snapshot.at
        awaitsCatchUp = true
        if let position = reading.snapshot.at { log.resume(at: position) }
        // Essential lists first, because they determine what other lists show.
        for member in members.sorted(by: { $0.isEssential && !$1.isEssential }) {
            guard let (part, show) = reading.shows[member.name] else { continue }
            let source = StoredMember.Source(part: part, hasLog: restoredPosition != nil, isLate: false)
            if show(source), let body = reading.bodies[member.name], let content = member.content() {
                encoded[member.name] = EncodedContent(of: content, body: body)
            }
        }
        let names = Set(members.map(\.name))
        unclaimed = reading.unclaimed.filter { !names.contains($0.key) }
    }

    /// Notes that the server has sent a message of the log.
    func noteContact() {
        lastContact = time.date
        guard awaitsCatchUp, log?.isCatchingUp == false else { return }
        awaitsCatchUp = false
        for member in members { member.noteCatchUp() }
    }

    // MARK: Writing

    /// Stores changed content after a delay.
    func contentDidChange() {
        guard case .open = state, delayedWrite == nil else { return }
        delayedWrite = Task { [weak self, time] in
            // The sleep is cancelled only by another write or by the end, which need no write here.
            do { try await time.sleep(for: Self.delay) } catch { return }
            self?.delayedWrite = nil
            self?.startWrite(onlyChanges: true)
        }
    }

    /// Stores the content now, for example because the app goes to the background. Returns when the content is durable
    /// or could not be written.
    public func flush() async {
        delayedWrite?.cancel()
        delayedWrite = nil
        await startWrite(onlyChanges: false).value
    }

    /// Starts a write after the write in progress.
    @discardableResult private func startWrite(onlyChanges: Bool) -> Task<Void, Never> {
        let previous = lastWrite
        let write = Task { [weak self] in
            await previous?.value
            await self?.writeNow(onlyChanges: onlyChanges)
        }
        lastWrite = write
        return write
    }

    /// Waits until no write is in progress.
    ///
    /// - Parameter includesDelayed: Whether to wait for the end of the delay after a change as well.
    package func writesEnd(includesDelayed: Bool = false) async {
        if includesDelayed { await delayedWrite?.value }
        await lastWrite?.value
    }

    private func writeNow(onlyChanges: Bool) async {
        guard case .open(let owner) = state, let file, let log else { return }
        members.removeAll { !$0.isAlive() }
        let contents = members.compactMap { member in member.content().map { (member, $0) } }
        let isUnchanged =
            contents.count == encoded.count
            && contents.allSatisfy { encoded[$0.name]?.isSame(as: $1) ?? false }
        guard !contents.isEmpty, !(onlyChanges && isUnchanged) else { return }
        let position = log.isDeviceOnly ? nil : log.position
        // Nothing applies events to this content, so it must not outlast them.
        if position != restoredPosition || hasHidden { unclaimed = [:] }
        let parts = contents.map { member, content in
            UnwrittenPart(
                name: member.name, isEssential: member.isEssential, content: content,
                currentAt: currentDate(of: content, hasLog: position != nil), now: time.date,
                encoded: encoded[member.name])
        }
        let hides = hasHidden
        hasHidden = false
        let job = WriteJob(
            owner: owner, at: position, parts: parts, unclaimed: Array(unclaimed.values), file: file,
            mustReplace: hides)
        let count = additionCount
        let (bodies, isReplaced) = await job.run()
        // The content of a replaced list must not be stored at the positions of the new list.
        encoded = additionCount == count ? bodies : [:]
        if !isReplaced, hides { hasHidden = true }
    }

    private func currentDate(of content: StoredMember.Content, hasLog: Bool) -> Date {
        if let stored = content.storedDate { return stored }
        let dates = [content.loadedAt, hasLog ? lastContact : nil].compactMap(\.self)
        return dates.max() ?? time.date
    }

    // MARK: The end of the session

    /// Stores nothing from now on, because the session has ended. ``removeFile()`` removes the content.
    public func end() {
        state = .ended
        delayedWrite?.cancel()
        delayedWrite = nil
        (unclaimed, encoded, members) = ([:], [:], [])
    }

    /// Removes the file, even that of another person or of an earlier launch. Call it after ``end()``.
    ///
    /// - Throws: `DurableFileError` if content remains on disk.
    public func removeFile() async throws {
        await lastWrite?.value
        try await file?.remove()
    }
}

extension ListStorage: LogFollower {
    /// Stores the content at once if an event hides a person, so that a crash cannot show the person again.
    public func apply(_ events: [LogEvent], through position: LogPosition, isOwn: Bool) {
        guard case .open = state, events.contains(where: { $0.kind == .personHidden }) else { return }
        hasHidden = true
        // The write begins after this turn of the main actor, in which all lists apply the events.
        startWrite(onlyChanges: false)
    }

    /// Does nothing.
    public func publish() {}
    /// Does nothing.
    public func reset() {}
    /// Does nothing.
    public func connectionDidRestore() {}
}

import Foundation
import Networking
import OrbitModels
import Presentation
import TimeAndChance

extension ConversationViewModel {
    /// The maximum number of pages that fill a gap. After that, the messages at the end replace the window.
    private nonisolated static var maxGapPages: Int { 4 }

    /// Loads the first unread message with the messages around it, or the end if all messages are read.
    public func open() async {
        guard let known, known.unreadCount > 0 else { return await load() }
        firstUnread = known.readThrough + 1
        await load(at: known.lastSeq - known.readThrough < pageSize ? .end : .around(known.readThrough + 1))
    }

    /// Loads the messages at the end, around a number, or in another part. Always sends a request. Returns early if a
    /// later load replaces this load.
    public func load(at anchor: MessageAnchor = .end) async {
        generation += 1
        let ticket = generation
        move(to: .loading)
        do {
            let isCurrent = try await merge(anchor) { self.generation == ticket }
            guard isCurrent else { return }
            move(to: .settled)
        } catch {
            guard generation == ticket else { return }
            let failed = Failure(error, at: log.time.date, in: log.words)
            move(to: error is CancellationError ? (window.isLoaded ? .settled : .idle) : .failed(failed))
        }
        if window.isOutdated, phase == .settled { refreshLater(isOwn: true) }
    }

    /// Loads the messages before the loaded messages. Does nothing at the beginning or while a load is in flight.
    public func loadEarlier() async {
        guard window.hasEarlier, !isLoadingEarlier, phase != .loading else { return }
        isLoadingEarlier = true
        defer { isLoadingEarlier = false }
        await extend(.before(window.lower))
    }

    /// Loads the messages after the loaded messages. Does nothing at the end or while a load is in flight.
    public func loadLater() async {
        guard window.hasLater, !isLoadingLater, phase != .loading else { return }
        isLoadingLater = true
        defer { isLoadingLater = false }
        await extend(.after(window.upper))
    }

    /// Keeps the conversation up to date with a server without a log, until the task is cancelled.
    ///
    /// Polls every three seconds while ``isOnScreen`` is `true`, and otherwise less often, up to every 30 seconds. Sends
    /// no request while the log is followed.
    public func followWithoutLog() async {
        var interval = PollingInterval()
        while !Task.isCancelled {
            var waited = Duration.zero
            // In short steps, because the conversation can come to the screen meanwhile.
            repeat {
                do { try await log.time.sleep(for: PollingInterval.shortest) } catch { return }
                waited += PollingInterval.shortest
            } while !isOnScreen && waited < interval.current
            guard log.connection == .unavailable || log.connection == .off else { continue }
            let hasNews = await poll()
            interval.next(hasNews: hasNews, isOpen: isOnScreen)
            // No log states that the connection is back.
            await sendMarks()
        }
    }

    /// Requests the end of the conversation without showing a load. Returns whether anything has changed.
    private func poll() async -> Bool {
        guard phase != .loading else { return false }
        let ticket = generation
        let before = (window.lastSeq, window.count)
        let request = window.request(.end)
        // A failed poll is repeated at the next interval.
        guard let page = try? await service.messages(in: id, at: .end, limit: pageSize).value, generation == ticket
        else { return false }
        guard window.isAtEnd || !window.isLoaded else {
            if let last = page.messages.elements.last { window.noteEnd(last.seq) }
            show()
            return before.0 != window.lastSeq
        }
        let changes = take(page, answering: request)
        if phase != .settled { move(to: .settled) } else { show() }
        if changes > 0 { await conversation.load() }
        return changes > 0 || before != (window.lastSeq, window.count)
    }

    private func extend(_ anchor: MessageAnchor) async {
        let ticket = generation
        do {
            _ = try await merge(anchor) { self.generation == ticket }
        } catch {
            guard generation == ticket, !(error is CancellationError) else { return }
            failure = Failure(error, at: log.time.date, in: log.words)
        }
        show()
        if window.isOutdated { refreshLater(isOwn: true) }
    }

    /// Requests a page and merges it, unless another load has begun meanwhile.
    ///
    /// - Returns: Whether the page was merged.
    private func merge(_ anchor: MessageAnchor, if isCurrent: () -> Bool) async throws -> Bool {
        let request = window.request(anchor)
        let page = try await service.messages(in: id, at: anchor, limit: pageSize).value
        guard isCurrent() else { return false }
        take(page, answering: request)
        return true
    }

    @discardableResult
    private func take(_ page: MessagePage, answering request: MessageWindow.Request) -> Int {
        let result = merge(page, answering: request)
        let own = result.missing.filter { $0.senderID == me && !$0.isDeleted && $0.kind == .text }
        // The server has accepted these messages and no longer has them.
        if !own.isEmpty { outbox.noteLost(own) }
        outbox.confirm(in: window)
        return result.changeCount
    }

    private func move(to next: Phase) {
        phase = next
        show()
    }

    func show() {
        hasNews = true
        publish()
    }

    // MARK: Refreshing

    /// Loads missing or outdated messages, once for any number of events.
    ///
    /// - Parameter isOwn: Whether an action on this device is the cause. If not, the load starts within two seconds, so
    ///   that not all recipients of an event send a request at the same moment.
    func refreshLater(isOwn: Bool) {
        guard refresh == nil, phase != .loading, phase != .idle else { return }
        log.noteRefresh(begins: true)
        refresh = Task { [weak self, log] in
            if !isOwn { await log.pauseBeforeRefresh() }
            await self?.refreshNow()
            self?.refresh = nil
            log.noteRefresh(begins: false)
        }
    }

    private func refreshNow() async {
        if case .failed = phase {
            await reload(at: .end)
            return
        }
        for _ in 0..<Self.maxGapPages where window.hasGap && window.isOutdated && !window.isInvalid {
            let (ticket, end) = (generation, window.upper)
            do {
                guard try await merge(.after(end), if: { self.generation == ticket }) else { return }
            } catch {
                return  // the next event, or the restored connection, repeats the request
            }
            show()
        }
        guard window.isOutdated else { return }
        repeat {
            let center = window.isInvalid && window.hasLater ? lastVisible : nil
            guard await reload(at: center.map(MessageAnchor.around) ?? .end) else { return }
            // An event during the request has made its page outdated.
        } while window.isInvalid
    }

    /// Replaces outdated messages. Keeps them on the screen until the page arrives.
    ///
    /// - Returns: Whether the page has arrived, and no other load has begun meanwhile.
    @discardableResult
    private func reload(at anchor: MessageAnchor) async -> Bool {
        generation += 1
        let ticket = generation
        do {
            guard try await merge(anchor, if: { self.generation == ticket }) else { return false }
            if phase != .settled { phase = .settled }
        } catch {
            return false  // see above
        }
        show()
        return true
    }
}

import Foundation
import TimeAndChance

/// Sending the entries.
extension Outbox {
    /// The number of entries that a lane sends before other lanes have their turn. A crash leaves at most as many
    /// entries of a lane that count as possibly sent although they were not.
    static let windowSize = 16

    /// Sends entries until the caller's task is cancelled or the outbox is closed.
    ///
    /// Several lanes send at the same time, up to ``OutboxLimits/maxLanesInFlight``. A lane whose entry failed for now
    /// pauses, for 30 seconds at most unless the server asks for more. Concurrent calls share the work.
    public func run() async {
        await send(untilIdle: false)
    }

    /// Sends the entries that can be sent now. Returns when all remaining entries are rejected, pause after a failure,
    /// have no sender or wait for such entries, or when the caller's task is cancelled.
    public func drain() async {
        await send(untilIdle: true)
    }

    /// Ends all pauses after failures, for example because the network is back.
    public func retryNow() {
        for lane in state.lanes.keys.sorted() where state.lanes[lane]?.retryAt != nil {
            state.lanes[lane]?.retryAt = nil
            wake(lane)
        }
    }

    private func send(untilIdle: Bool) async {
        await withDiscardingTaskGroup { group in
            while let work = await nextWork(untilIdle: untilIdle) {
                switch work {
                case .send(let lane): group.addTask { await self.send(lane: lane) }
                case .wait(let timer): group.addTask { await self.wait(for: timer) }
                }
            }
        }
    }

    private func nextWork(untilIdle: Bool) async -> SendSchedule.Work? {
        while !Task.isCancelled, journal != nil {
            if untilIdle {
                endElapsedPauses()
            } else if let timer = schedule.timers.popLast() {
                return .wait(timer)
            }
            if schedule.running < limits.maxLanesInFlight, let lane = schedule.ready.removeFirst() {
                schedule.running += 1
                state.lanes[lane]?.isReady = false
                state.lanes[lane]?.isRunning = true
                return .send(lane: lane)
            }
            if untilIdle, schedule.running == 0 { return nil }
            await schedule.waitForWork().wait()
        }
        return nil
    }

    /// Puts a lane into the queue of lanes that can send, if its first entry can be sent.
    func wake(_ lane: String) {
        guard let found = state.lanes[lane], !found.isRunning, !found.isReady, found.retryAt == nil else { return }
        guard state.nextToSend(of: lane, hasSender: { senders[$0] != nil }) != nil else {
            state.removeIfIdle(lane)
            return
        }
        state.lanes[lane]?.isReady = true
        schedule.ready.append(lane)
        schedule.wakeWaiting()
    }

    /// Sends up to ``windowSize`` entries of a lane.
    private func send(lane: String) async {
        let window = state.window(of: lane, limit: Self.windowSize) { senders[$0] != nil }
        if await reserve(window) {
            for _ in window {
                guard !Task.isCancelled, await sendNext(of: lane) else { break }
            }
            await release(window, of: lane)
        } else {
            pause(lane, retryAfter: nil)
        }
        schedule.running -= 1
        state.lanes[lane]?.isRunning = false
        wake(lane)
        schedule.wakeWaiting()
    }

    /// Stores that the entries may leave the device from now on. After a crash they cannot be cancelled.
    private func reserve(_ window: [UInt64]) async -> Bool {
        let new = window.filter { state.items[$0]?.isReserved == false }
        guard !new.isEmpty else { return true }
        do {
            try await write([.attempting(new)])
            return true
        } catch {
            notify(.storageFailed(error))
            return false
        }
    }

    /// Stores that the other entries of the window have not left the device, and the outcomes of those that have.
    private func release(_ window: [UInt64], of lane: String) async {
        let unsent = window.filter { sequence in
            guard let item = state.items[sequence] else { return false }
            return item.isReserved && !item.entry.mayHaveArrived
        }
        // The next window of the lane stores the outcomes of this window.
        let continues = state.nextToSend(of: lane, hasSender: { senders[$0] != nil }) != nil && !Task.isCancelled
        guard !unsent.isEmpty || !(unwritten.isEmpty || continues) else { return }
        do {
            try await write(unsent.isEmpty ? [] : [.unsent(unsent)])
        } catch {
            // After a crash, the entries are sent again with the same ids.
            notify(.storageFailed(error))
        }
    }

    /// Sends the first entry of a lane. Returns whether it was acknowledged.
    private func sendNext(of lane: String) async -> Bool {
        guard let sequence = state.nextToSend(of: lane, hasSender: { senders[$0] != nil }),
            let item = state.items[sequence], item.isReserved, let sender = senders[item.entry.kind]
        else { return false }
        let mayHaveArrived = item.entry.mayHaveArrived
        state.change(sequence) { item in
            item.entry.state = .inFlight
            item.entry.mayHaveArrived = true
            item.entry.attempts += 1
        }
        publish()
        guard let entry = state.items[sequence]?.entry else { return false }
        do throws(SendFailure) {
            try await Self.send(entry, with: sender)
            state.lanes[lane]?.failures = 0
            finish(.acknowledged(sequence))
            return true
        } catch {
            switch error {
            case .permanent(let rejection):
                // The refused attempt had no effect. An earlier attempt may have had one.
                state.change(sequence) { $0.entry.mayHaveArrived = mayHaveArrived }
                finish(.rejected(sequence, rejection))
            case .transient(let retryAfter, let leftDevice):
                state.change(sequence) { item in
                    item.entry.state = .queued
                    item.entry.mayHaveArrived = mayHaveArrived || leftDevice
                }
                // The end of a run is no failure of the lane.
                if !Task.isCancelled { pause(lane, retryAfter: retryAfter) }
                publish()
            }
            return false
        }
    }

    // The function of an app must not block the actor.
    @concurrent
    private static func send(_ entry: OutboxEntry, with sender: Sender) async throws(SendFailure) {
        try await sender(entry)
    }

    /// Applies an outcome. If a crash prevents it from being stored, the entry is sent again with the same id.
    private func finish(_ record: OutboxRecord) {
        state.apply(record)
        unwritten.append(record)
        publish()
    }
}

/// Pauses after failures.
extension Outbox {
    private func pause(_ lane: String, retryAfter: Duration?) {
        guard let failures = state.lanes[lane]?.failures else { return }
        let deadline = time.uptime + LaneBackoff.pause(after: failures + 1, retryAfter: retryAfter, random: random)
        state.lanes[lane]?.failures = failures + 1
        state.lanes[lane]?.retryAt = deadline
        schedule.timers.append(SendSchedule.Timer(lane: lane, deadline: deadline))
        schedule.wakeWaiting()
    }

    private func wait(for timer: SendSchedule.Timer) async {
        do {
            try await time.sleep(until: timer.deadline)
            end(timer)
        } catch {
            // The next run waits for the rest of the pause.
            if state.lanes[timer.lane]?.retryAt == timer.deadline { schedule.timers.append(timer) }
        }
    }

    private func endElapsedPauses() {
        let now = time.uptime
        let elapsed = schedule.timers.filter { $0.deadline <= now }
        schedule.timers.removeAll { $0.deadline <= now }
        for timer in elapsed { end(timer) }
    }

    private func end(_ timer: SendSchedule.Timer) {
        guard state.lanes[timer.lane]?.retryAt == timer.deadline else { return }
        state.lanes[timer.lane]?.retryAt = nil
        wake(timer.lane)
    }
}

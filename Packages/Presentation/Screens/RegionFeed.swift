public import TimeAndChance

/// The changed regions of one or more screens, for a front end that sends them to another process such as a browser.
///
/// ```swift
/// let feed = RegionFeed(time: time) { screen(of: user) }
/// while let changed = await feed.next(within: .seconds(20)) {
///     if changed.isEmpty { sendHeartbeat() } else { send(changed) }
/// }
/// ```
///
/// The feed evaluates the expression on the main actor and observes all models that it reads. After a change, it
/// compares the fingerprint of each region with the last fingerprint and returns the regions that differ. Changes
/// within ``interval`` give one result. The expression also observes the clock of the models, so run `AppModel.clock`
/// beside the feed.
///
/// A feed retains the fingerprints and not the texts. Only one task may call ``next(within:)`` at a time.
@MainActor public final class RegionFeed {
    /// The shortest time between two results.
    public let interval: Duration

    private let time: any TimeSource
    private let regions: @MainActor () -> [ScreenRegion]
    private var fingerprints: [String: UInt64]
    /// Sent before the next change after the last evaluation, and by ``end()``.
    private var change: AsyncSignal?
    private var lastResult: Duration?
    private var hasEnded = false

    /// Creates a feed. It evaluates nothing before the first call of ``next(within:)``.
    ///
    /// - Parameters:
    ///   - shown: The fingerprints of the regions that the receiver shows already, by id.
    ///   - interval: The shortest time between two results.
    ///   - time: The clock of the interval and of heartbeats.
    ///   - regions: Renders all regions. The ids are unique.
    public init(
        shown: [String: UInt64] = [:], interval: Duration = .milliseconds(50), time: any TimeSource,
        regions: @escaping @MainActor () -> [ScreenRegion]
    ) {
        fingerprints = shown
        self.interval = interval
        self.time = time
        self.regions = regions
    }

    /// Waits for changed regions. The first call compares with the regions that the receiver shows, without waiting for
    /// a change.
    ///
    /// - Parameter heartbeat: The longest wait without a change.
    /// - Returns: The regions that differ; empty after `heartbeat` without a change; `nil` after ``end()`` or if the
    ///   task is cancelled.
    public func next(within heartbeat: Duration) async -> [ScreenRegion]? {
        let deadline = time.uptime + heartbeat
        while !hasEnded, !Task.isCancelled {
            if let change { await wait(for: change, until: deadline) }
            await pause()
            guard !hasEnded, !Task.isCancelled else { return nil }
            let changed = evaluate()
            guard changed.isEmpty else {
                lastResult = time.uptime
                return changed
            }
            if time.uptime >= deadline { return [] }
        }
        return nil
    }

    /// Ends the feed: the present and every later call of ``next(within:)`` return `nil`.
    public func end() {
        hasEnded = true
        change?.send()
    }

    private func evaluate() -> [ScreenRegion] {
        let (all, change) = AsyncSignal.observing(regions)
        self.change = change
        return all.filter { region in
            let fingerprint = region.fingerprint
            return fingerprints.updateValue(fingerprint, forKey: region.id) != fingerprint
        }
    }

    private func wait(for change: AsyncSignal, until deadline: Duration) async {
        let timer = Task { [time] in
            do { try await time.sleep(until: deadline) } catch { return }
            change.send()
        }
        await change.wait()
        timer.cancel()
    }

    /// Waits until `interval` has passed since the last result.
    private func pause() async {
        guard let lastResult else { return }
        // A cancelled task ends in `next(within:)`.
        try? await time.sleep(until: lastResult + interval)
    }
}

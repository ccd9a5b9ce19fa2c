public import Foundation
public import OrbitModels
public import TimeAndChance

/// A scheduler that keeps a notification centre in accordance with the plan.
///
/// ```swift
/// let scheduler = NotificationScheduler(centre: centre, clock: SystemClock())
/// let report = await scheduler.reschedule(PlanRequest(facts, zone: .current))
/// ```
///
/// Call ``reschedule(_:)`` in these cases:
///
/// - The facts or the preferences have changed.
/// - The app has entered the foreground or the background.
/// - The user signs out. The request then has no facts.
///
/// Call ``reschedule(in:)`` when the time zone or the clock has changed. If calls overlap, the last call wins.
public actor NotificationScheduler {
    private let centre: any NotificationCentre
    private let clock: any TimeSource
    private let words: LocalizedStrings
    private let budget: NotificationBudget
    private var latest: PlanRequest?
    private var turn = 0
    private var running: Task<RescheduleResult, Never>?
    /// The notifications in the centre after the last call, with their times.
    private var scheduled: [NotificationIdentifier: Date] = [:]
    private var delivered: Set<NotificationIdentifier> = []

    /// Creates a scheduler. A centre must have only one scheduler.
    ///
    /// - Parameters:
    ///   - centre: The centre to update.
    ///   - clock: The source of the date.
    ///   - words: The texts of notifications.
    ///   - budget: The maximum number of pending notifications.
    public init(
        centre: any NotificationCentre, clock: any TimeSource, words: LocalizedStrings = .english,
        budget: NotificationBudget = .standard
    ) {
        (self.centre, self.clock, self.words, self.budget) = (centre, clock, words, budget)
    }

    /// Asks the user for permission, if they were not asked before, and then plans again.
    ///
    /// - Returns: The permission after the answer.
    /// - Throws: The error of the centre if the user cannot be asked.
    public func requestPermission() async throws(NotificationSchedulingError) -> NotificationPermission {
        let permission = try await centre.requestPermission()
        if let latest { await reschedule(latest) }
        return permission
    }

    /// Plans the last request again, after a change of the clock or of the user's time zone.
    ///
    /// - Parameter zone: The time zone of the user.
    /// - Returns: `nil` if there was no request yet.
    @discardableResult public func reschedule(in zone: TimeZone) async -> RescheduleResult? {
        guard var request = latest else { return nil }
        request.zone = zone
        return await reschedule(request)
    }

    /// Plans a request and updates the centre. Never throws: the report contains all failures.
    @discardableResult public func reschedule(_ request: PlanRequest) async -> RescheduleResult {
        latest = request
        turn += 1
        let turn = turn
        while let running { _ = await running.value }
        guard turn == self.turn else { return await superseded(request) }
        let task = Task {
            let report = await apply(request, turn: turn)
            running = nil
            return report
        }
        running = task
        return await task.value
    }

    private func superseded(_ request: PlanRequest) async -> RescheduleResult {
        RescheduleResult(
            plan: plan(request, budget: budget), permission: await centre.permission(), changes: nil, failures: [],
            delivered: delivered, scheduled: scheduled, isSuperseded: true)
    }

    private func plan(_ request: PlanRequest, budget: NotificationBudget) -> NotificationPlan {
        var request = request
        request.delivered.formUnion(delivered)
        return NotificationPlanner.plan(request, now: clock.date, budget: budget)
    }

    private func apply(_ request: PlanRequest, turn: Int) async -> RescheduleResult {
        let permission = await centre.permission()
        let pending: [PendingNotification]
        do {
            pending = try await centre.pending()
        } catch {
            return RescheduleResult(
                plan: plan(request, budget: budget), permission: permission, changes: nil,
                failures: [RescheduleResult.Failure(identifier: nil, error: error)], delivered: delivered,
                scheduled: scheduled, isSuperseded: false)
        }
        noteDelivered(pending)
        let room = NotificationBudget.largest - pending.count { !$0.isOurs }
        let plan = plan(request, budget: NotificationBudget(min(budget.count, room)))
        let wanted = plan.notifications.map { PendingNotification($0, words: words) }
        let changes = NotificationChanges(
            wanted: permission.allowsScheduling ? wanted : [], pending: pending,
            check: DeliveryCheck(request.facts, zone: request.zone), now: clock.date)
        var failures = await carryOut(changes, turn: turn)
        if !permission.allowsScheduling {
            failures += wanted.map { RescheduleResult.Failure(identifier: $0.identifier, error: .notPermitted) }
        }
        failures += await verify(changes, except: Set(failures.compactMap(\.identifier)), turn: turn)
        return RescheduleResult(
            plan: plan, permission: permission, changes: changes, failures: failures, delivered: delivered,
            scheduled: scheduled, isSuperseded: turn != self.turn)
    }

    /// Removes notifications first to make room, then adds notifications, soonest first. Stops when a later call has
    /// begun.
    private func carryOut(_ changes: NotificationChanges, turn: Int) async -> [RescheduleResult.Failure] {
        var failures: [RescheduleResult.Failure] = []
        if !changes.removed.isEmpty {
            do {
                try await centre.remove(changes.removed)
            } catch {
                failures += changes.removed.map { RescheduleResult.Failure(identifier: $0, error: error) }
            }
        }
        for notification in changes.replaced + changes.added {
            guard turn == self.turn else { return failures }
            do {
                try await centre.add(notification)
            } catch {
                failures.append(RescheduleResult.Failure(identifier: notification.identifier, error: error))
                await withdraw(notification, in: changes)
            }
        }
        return failures
    }

    /// Removes the old version of a notification whose new version was refused.
    private func withdraw(_ notification: PendingNotification, in changes: NotificationChanges) async {
        guard changes.replaced.contains(notification) else { return }
        try? await centre.remove([notification.identifier])  // the failed addition is reported already
    }

    /// Checks that the centre holds the accepted notifications, and records them as scheduled.
    private func verify(
        _ changes: NotificationChanges, except failed: Set<String>, turn: Int
    ) async -> [RescheduleResult.Failure] {
        guard turn == self.turn else { return [] }
        let pending: [PendingNotification]
        do {
            pending = try await centre.pending()
        } catch {
            return [RescheduleResult.Failure(identifier: nil, error: error)]
        }
        scheduled = [:]
        for one in pending {
            if let identifier = NotificationIdentifier(rawValue: one.identifier) { scheduled[identifier] = one.fire }
        }
        let held = Set(pending.map(\.identifier))
        return (changes.replaced + changes.added)
            .filter { !held.contains($0.identifier) && !failed.contains($0.identifier) && !isDue($0) }
            .map { RescheduleResult.Failure(identifier: $0.identifier, error: .lost) }
            + changes.removed.filter { held.contains($0) && !failed.contains($0) }
            .map { RescheduleResult.Failure(identifier: $0, error: .refused("it was not removed")) }
    }

    private func isDue(_ notification: PendingNotification) -> Bool {
        notification.fire.map { $0 <= clock.date } ?? false
    }

    /// Records scheduled notifications as shown if they are due and no longer pending.
    private func noteDelivered(_ pending: [PendingNotification]) {
        let held = Set(pending.map(\.identifier))
        for (identifier, fire) in scheduled where fire <= clock.date && !held.contains(identifier.rawValue) {
            delivered.insert(identifier)
            scheduled[identifier] = nil
        }
    }
}

/// The result of planning and updating the centre.
public struct RescheduleResult: Sendable {
    /// A difference between the centre and the plan, such as a notification that the centre has refused. The next
    /// call retries the change.
    public struct Failure: Hashable, Sendable {
        /// The identifier of the notification; `nil` if the centre could not list the pending notifications.
        public let identifier: String?
        /// The error of the centre.
        public let error: NotificationSchedulingError
    }

    /// All notifications for the user, including those that the centre does not hold. An inbox in the app shows them.
    public let plan: NotificationPlan
    /// The permission of the user.
    public let permission: NotificationPermission
    /// The attempted changes; see ``failures``. `nil` if nothing was attempted.
    public let changes: NotificationChanges?
    /// The differences between the centre and the plan.
    public let failures: [Failure]
    /// All notifications that were shown, as far as is known. Pass them to ``PlanRequest/delivered`` after a restart.
    public let delivered: Set<NotificationIdentifier>
    /// The notifications in the centre, with their times. After a restart, also pass those that are due by then to
    /// ``PlanRequest/delivered``, because they were shown.
    public let scheduled: [NotificationIdentifier: Date]
    /// Whether a later call has replaced this call, so that only its result matters.
    public let isSuperseded: Bool
}

public import Foundation
public import OrbitModels
public import TimeAndChance

/// Keeps a notification centre at what the plan wants.
///
/// ```swift
/// let scheduler = NotificationScheduler(centre: centre, clock: SystemClock())
/// let report = await scheduler.replan(PlanRequest(facts, zone: .current))
/// ```
///
/// Re-plan when the facts or preferences change, when the app comes to the front or goes to the background, and, with
/// ``replan(in:)``, when the zone or the clock changes. Of re-plans at the same time the last wins. Signing out is a
/// re-plan without facts.
public actor NotificationScheduler {
    private let centre: any NotificationCentre
    private let clock: any TimeSource
    private let words: Words
    private let budget: NotificationBudget
    private var latest: PlanRequest?
    private var turn = 0
    private var running: Task<ReplanReport, Never>?
    /// What the centre held after the last re-plan, with its time.
    private var scheduled: [NotificationIdentifier: Date] = [:]
    private var told: Set<NotificationIdentifier> = []

    /// Creates a scheduler. Only one may use a centre.
    public init(
        centre: any NotificationCentre, clock: any TimeSource, words: Words = .english,
        budget: NotificationBudget = .standard
    ) {
        (self.centre, self.clock, self.words, self.budget) = (centre, clock, words, budget)
    }

    /// Asks the user for permission, if they were not asked before, and re-plans with the answer.
    ///
    /// - Throws: what the centre says if the user cannot be asked.
    public func requestPermission() async throws(NotificationSchedulingError) -> NotificationPermission {
        let permission = try await centre.requestPermission()
        if let latest { await replan(latest) }
        return permission
    }

    /// Plans the last request anew: after a change of the clock, or for a user who has come to another zone.
    ///
    /// - Returns: `nil` if there was no request yet.
    @discardableResult public func replan(in zone: TimeZone) async -> ReplanReport? {
        guard var request = latest else { return nil }
        request.zone = zone
        return await replan(request)
    }

    /// Plans, and brings the centre to what the plan wants. Never throws: what fails is in the report.
    @discardableResult public func replan(_ request: PlanRequest) async -> ReplanReport {
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

    private func superseded(_ request: PlanRequest) async -> ReplanReport {
        ReplanReport(
            plan: plan(request, budget: budget), permission: await centre.permission(), changes: nil, failures: [],
            told: told, scheduled: scheduled, isSuperseded: true)
    }

    private func plan(_ request: PlanRequest, budget: NotificationBudget) -> NotificationPlan {
        var request = request
        request.told.formUnion(told)
        return NotificationPlanner.plan(request, now: clock.date, budget: budget)
    }

    private func apply(_ request: PlanRequest, turn: Int) async -> ReplanReport {
        let permission = await centre.permission()
        let pending: [PendingNotification]
        do {
            pending = try await centre.pending()
        } catch {
            return ReplanReport(
                plan: plan(request, budget: budget), permission: permission, changes: nil,
                failures: [ReplanReport.Failure(identifier: nil, error: error)], told: told,
                scheduled: scheduled, isSuperseded: false)
        }
        noteTold(pending)
        let room = NotificationBudget.largest - pending.count { !$0.isOurs }
        let plan = plan(request, budget: NotificationBudget(min(budget.count, room)))
        let wanted = plan.notifications.map { PendingNotification($0, words: words) }
        let changes = NotificationChanges(
            wanted: permission.allowsScheduling ? wanted : [], pending: pending,
            check: DeliveryCheck(request.facts, zone: request.zone), now: clock.date)
        var failures = await carryOut(changes, turn: turn)
        if !permission.allowsScheduling {
            failures += wanted.map { ReplanReport.Failure(identifier: $0.identifier, error: .notPermitted) }
        }
        failures += await verify(changes, except: Set(failures.compactMap(\.identifier)), turn: turn)
        return ReplanReport(
            plan: plan, permission: permission, changes: changes, failures: failures, told: told,
            scheduled: scheduled, isSuperseded: turn != self.turn)
    }

    /// Removes first, so that there is room, then adds, soonest first. Stops when a later re-plan has come.
    private func carryOut(_ changes: NotificationChanges, turn: Int) async -> [ReplanReport.Failure] {
        var failures: [ReplanReport.Failure] = []
        if !changes.removed.isEmpty {
            do {
                try await centre.remove(changes.removed)
            } catch {
                failures += changes.removed.map { ReplanReport.Failure(identifier: $0, error: error) }
            }
        }
        for notification in changes.replaced + changes.added {
            guard turn == self.turn else { return failures }
            do {
                try await centre.add(notification)
            } catch {
                failures.append(ReplanReport.Failure(identifier: notification.identifier, error: error))
                await withdraw(notification, in: changes)
            }
        }
        return failures
    }

    /// An older version must not stay where the new one was refused.
    private func withdraw(_ notification: PendingNotification, in changes: NotificationChanges) async {
        guard changes.replaced.contains(notification) else { return }
        try? await centre.remove([notification.identifier])  // the failure to add is reported already
    }

    /// Looks whether the centre holds what it accepted, and notes that it will be shown.
    private func verify(
        _ changes: NotificationChanges, except failed: Set<String>, turn: Int
    ) async -> [ReplanReport.Failure] {
        guard turn == self.turn else { return [] }
        let pending: [PendingNotification]
        do {
            pending = try await centre.pending()
        } catch {
            return [ReplanReport.Failure(identifier: nil, error: error)]
        }
        scheduled = [:]
        for one in pending {
            if let identifier = NotificationIdentifier(rawValue: one.identifier) { scheduled[identifier] = one.fire }
        }
        let held = Set(pending.map(\.identifier))
        return (changes.replaced + changes.added)
            .filter { !held.contains($0.identifier) && !failed.contains($0.identifier) && !isDue($0) }
            .map { ReplanReport.Failure(identifier: $0.identifier, error: .lost) }
            + changes.removed.filter { held.contains($0) && !failed.contains($0) }
            .map { ReplanReport.Failure(identifier: $0, error: .refused("it was not removed")) }
    }

    private func isDue(_ notification: PendingNotification) -> Bool {
        notification.fire.map { $0 <= clock.date } ?? false
    }

    /// What was scheduled, is due and is not pending any more was shown.
    private func noteTold(_ pending: [PendingNotification]) {
        let held = Set(pending.map(\.identifier))
        for (identifier, fire) in scheduled where fire <= clock.date && !held.contains(identifier.rawValue) {
            told.insert(identifier)
            scheduled[identifier] = nil
        }
    }
}

/// What planning anew has come to.
public struct ReplanReport: Sendable {
    /// A notification that is not as the plan wants it. The next re-plan tries again.
    public struct Failure: Hashable, Sendable {
        /// The notification; `nil` if the centre could not even say what is pending.
        public let identifier: String?
        /// What went wrong.
        public let error: NotificationSchedulingError
    }

    /// What the user is to be notified of, whether the centre holds it or not: what an inbox in the app shows.
    public let plan: NotificationPlan
    /// What the user allows.
    public let permission: NotificationPermission
    /// What was done, or tried: see ``failures``.
    public let changes: NotificationChanges?
    /// What is not as the plan wants it.
    public let failures: [Failure]
    /// Everything that was shown, as far as it is known; for ``PlanRequest/told`` after a restart.
    public let told: Set<NotificationIdentifier>
    /// What the centre holds, with its time. What is due by a restart was shown, too.
    public let scheduled: [NotificationIdentifier: Date]
    /// A later re-plan has taken over; what it does counts.
    public let isSuperseded: Bool
}

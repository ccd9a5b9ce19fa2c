import Foundation
import Meetups
public import NotificationScheduling
public import Observation
import OrbitModels
import Presentation

/// The user's reminders: planned from the meetups, requests and invitations as they are now, and planned anew whenever
/// one of them changes, on this device, on another, or by another person.
///
/// Nothing is planned before all three were loaded once: what was planned when the app last ran stays as it is.
///
/// ```swift
/// await app.reminders.refresh()
/// for reminder in app.reminders.plan?.notifications ?? [] { print(reminder.fire, reminder.kind) }
/// ```
@MainActor @Observable public final class RemindersModel {
    /// What the user is to be notified of, whether the system shows it or not: the inbox. `nil` until it was planned.
    public private(set) var plan: NotificationPlan?
    /// What is not as the plan wants it.
    public private(set) var failures: [ReplanReport.Failure] = []
    /// What the user wants to be notified of, and when not.
    public var preferences = NotificationPreferences() {
        didSet { if preferences != oldValue { planSoon() } }
    }

    private let meetups: MyMeetupsViewModel
    private let requests: MeetupRequestsViewModel
    private let invitations: InvitationsViewModel
    private let answered: AnsweredMeetups
    private let scheduler: NotificationScheduler
    private let zone: @Sendable () -> TimeZone
    @ObservationIgnored private var isOver = false
    /// Whether all lists were loaded once.
    @ObservationIgnored private var isLoaded = false
    @ObservationIgnored private var planning: Task<Void, Never>?
    /// What the last plan was made of.
    @ObservationIgnored private var planned: PlanRequest?

    init(
        meetups: MyMeetupsViewModel, requests: MeetupRequestsViewModel, invitations: InvitationsViewModel,
        answered: AnsweredMeetups, scheduler: NotificationScheduler, zone: @escaping @Sendable () -> TimeZone
    ) {
        self.meetups = meetups
        self.requests = requests
        self.invitations = invitations
        self.answered = answered
        self.scheduler = scheduler
        self.zone = zone
        follow()
    }

    /// Asks the user for permission, if they were not asked before.
    public func requestPermission() async throws(NotificationSchedulingError) -> NotificationPermission {
        try await scheduler.requestPermission()
    }

    /// Plans again: when the app comes to the front, and after a change of the zone or the clock. Loads the lists that
    /// were not loaded yet.
    public func refresh() async {
        if !meetups.meetups.items.isSettled { await meetups.meetups.load() }
        if !requests.requests.items.isSettled { await requests.requests.load() }
        if !invitations.invitations.items.isSettled { await invitations.invitations.load() }
        planned = nil
        planSoon()
        await planning?.value
    }

    /// Takes all reminders back: the user signs out.
    func end() async {
        isOver = true
        await planning?.value
        await scheduler.replan(PlanRequest([], zone: zone()))
        plan = nil
    }

    /// Plans as soon as one of the lists changes.
    private func follow() {
        withObservationTracking {
            _ = (facts, noteLoading())
        } onChange: { [weak self] in
            Task { @MainActor in
                guard let self, !self.isOver else { return }
                self.follow()
                self.planSoon()
            }
        }
    }

    /// A list that was not loaded says nothing of what it has: its reminders would be taken back.
    private func noteLoading() {
        isLoaded =
            isLoaded
            || meetups.meetups.items.isSettled && requests.requests.items.isSettled
                && invitations.invitations.items.isSettled
    }

    private var facts: [NotificationFact] {
        meetups.meetups.known.compactMap { NotificationFact($0, isAnswered: answered.ids.contains($0.id)) }
            + requests.requests.known.compactMap { NotificationFact($0) }
            + invitations.invitations.known.compactMap { NotificationFact($0) }
    }

    /// One plan after the other; what has changed meanwhile is planned next.
    private func planSoon() {
        noteLoading()
        guard planning == nil, !isOver, isLoaded else { return }
        planning = Task { [weak self] in
            while let self, !self.isOver {
                let request = PlanRequest(self.facts, preferences: self.preferences, zone: self.zone())
                if request == self.planned { break }
                self.planned = request
                let report = await self.scheduler.replan(request)
                (self.plan, self.failures) = (report.plan, report.failures)
            }
            self?.planning = nil
        }
    }
}

extension LoadState {
    /// Whether it was loaded, even if it is loading again.
    fileprivate var isSettled: Bool {
        if case .empty = self { true } else { value != nil }
    }
}

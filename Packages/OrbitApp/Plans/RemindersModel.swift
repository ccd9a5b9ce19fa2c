import DurableFiles
import Foundation
import Meetups
public import NotificationScheduling
public import Observation
import OrbitModels
public import Presentation
import Reputation
import Safety
import TimeAndChance

/// The user's reminders.
///
/// The model plans reminders from the current meetups, requests, invitations, due ratings and safety check-ins. It
/// plans again after a change of these lists, on any device or by another person. Muted people cause no reminders.
///
/// A plan is made only after all values were loaded once. Until then, the reminders of the last launch stay unchanged.
/// The user's decisions, and the shown notifications, are stored on this device until the user signs out.
///
/// ```swift
/// await user.reminders.refresh()
/// for reminder in user.reminders.plan?.notifications ?? [] { print(reminder.fire, reminder.kind) }
/// ```
@MainActor @Observable public final class RemindersModel {
    /// The inbox: all notifications for the user, whether or not the system shows them. `nil` until the first plan.
    public private(set) var plan: NotificationPlan?
    /// The notifications that differ from the plan, each with the error of the notification centre. The next plan
    /// retries them.
    public private(set) var failures: [RescheduleResult.Failure] = []
    /// The reason why the last decision is not stored on this device; `nil` if it is. Such a decision applies until the
    /// app ends.
    public private(set) var failure: Failure?
    private var notes = ReminderNotes()

    private let meetups: MyMeetupsViewModel
    private let requests: MeetupRequestsViewModel
    private let invitations: InvitationsViewModel
    private let ratings: RatingsViewModel
    private let checkIns: CheckInsViewModel
    private let mutes: MutesViewModel
    private let scheduler: NotificationScheduler
    private let file: PerUserFile<ReminderNotes>
    private let words: LocalizedStrings
    private let travel: TravelTimes
    private let time: any TimeSource
    private let zone: @Sendable () -> TimeZone
    @ObservationIgnored private var owner: UserID?
    @ObservationIgnored private var hasEnded = false
    /// Whether all lists were loaded once.
    @ObservationIgnored private var isLoaded = false
    @ObservationIgnored private var planning: Task<Void, Never>?
    /// The last write to the file.
    @ObservationIgnored private(set) var keeping: Task<Void, Never>?
    /// The request of the last plan.
    @ObservationIgnored private var planned: PlanRequest?

    /// Creates the reminders.
    ///
    /// - Parameter file: The file of the user's decisions; `nil` keeps them in memory only.
    init(
        meetups: MyMeetupsViewModel, requests: MeetupRequestsViewModel, invitations: InvitationsViewModel,
        ratings: RatingsViewModel, checkIns: CheckInsViewModel, mutes: MutesViewModel,
        scheduler: NotificationScheduler, file: DurableFile? = nil, words: LocalizedStrings = .english,
        time: any TimeSource,
        zone: @escaping @Sendable () -> TimeZone,
        travelTime: @escaping @Sendable (MeetupPlan) async -> Duration? = { _ in nil }
    ) {
        self.meetups = meetups
        self.requests = requests
        self.invitations = invitations
        self.ratings = ratings
        self.checkIns = checkIns
        self.mutes = mutes
        self.scheduler = scheduler
        self.file = PerUserFile(file)
        self.words = words
        self.time = time
        self.zone = zone
        travel = TravelTimes(travelTime)
        travel.onChange = { [weak self] in self?.planSoon() }
        follow()
    }

    /// The kinds of notifications that the user wants, and the times without notifications.
    public var preferences: NotificationPreferences {
        get { notes.preferences }
        set { decide { $0.preferences = newValue } }
    }

    /// Snoozes a notification. It is shown again unless its subject has changed by then.
    public func snooze(_ snooze: Snooze) {
        decide { notes in
            notes.snoozes.removeAll { $0.identifier == snooze.identifier }
            notes.snoozes.append(snooze)
        }
    }

    /// Asks the user for permission, if the app has not asked before.
    public func requestPermission() async throws(NotificationSchedulingError) -> NotificationPermission {
        try await scheduler.requestPermission()
    }

    /// Plans the reminders again, and loads the lists that were not loaded yet. Call it when the app comes to the
    /// foreground, and after a change of the time zone or the clock.
    public func refresh() async {
        if !meetups.meetups.items.isSettled { await meetups.meetups.load() }
        if !requests.requests.items.isSettled { await requests.requests.load() }
        if !invitations.invitations.items.isSettled { await invitations.invitations.load() }
        // A rating becomes due at the end of a meetup, which no event reports.
        await ratings.loadDue()
        if !checkIns.checkIns.items.isSettled { await checkIns.checkIns.load() }
        if !mutes.muted.items.isSettled { await mutes.load() }
        guard !hasEnded else { return }
        planned = nil
        travel.refresh(destinations)
        planSoon()
        await planning?.value
    }

    /// Assigns the reminders to a user.
    func begin(as user: UserID) async {
        if let kept = await file.value(of: user) { notes = notes.following(kept.restored(at: time.date)) }
        owner = user
        planSoon()
    }

    /// Records that the user has said how a meetup was.
    func answer(_ meetup: MeetupID) {
        decide { $0.answered.insert(meetup) }
    }

    /// Whether the user has said how a meetup was.
    func isAnswered(_ meetup: MeetupID) -> Bool { notes.answered.contains(meetup) }

    /// Deletes the file on this device.
    func removeTraces() async throws {
        try await file.end()
    }

    /// Withdraws all reminders when the user signs out.
    func end() async {
        hasEnded = true
        travel.follow([])
        await planning?.value
        await scheduler.reschedule(PlanRequest([], zone: zone()))
        plan = nil
    }

    /// Plans again as soon as a list changes.
    private func follow() {
        withObservationTracking {
            _ = (facts, noteLoading())
        } onChange: { [weak self] in
            Task { @MainActor in
                guard let self, !self.hasEnded else { return }
                self.follow()
                self.planSoon()
            }
        }
    }

    /// Updates ``isLoaded``. Planning without all lists would withdraw the reminders of a list that was not loaded.
    private func noteLoading() {
        isLoaded =
            isLoaded
            || meetups.meetups.items.isSettled && requests.requests.items.isSettled
                && invitations.invitations.items.isSettled && checkIns.checkIns.items.isSettled
                && mutes.muted.items.isSettled && ratings.due.items.isSettled
    }

    /// The future meetups that the user attends.
    private var destinations: [Meetup] {
        meetups.meetups.known.map(\.meetup).filter {
            $0.status != .cancelled && $0.attendance.isAttending && $0.plan.span.start > time.date
        }
    }

    private var facts: [NotificationFact] {
        meetups.meetups.known.compactMap {
            NotificationFact($0, isAnswered: isAnswered($0.id), travelTime: travel.time(to: $0.meetup))
        }
            + requests.requests.known.filter { !mutes.isMuted($0.person.id, on: .requests) }
            .compactMap { NotificationFact($0) }
            + invitations.invitations.known.filter { !mutes.isMuted($0.inviter.id, on: .invitations) }
            .compactMap { NotificationFact($0) }
            + checkIns.checkIns.known.compactMap { NotificationFact($0) }
            + NotificationFact.ofRatings(due: ratings.due.known)
    }

    /// Starts planning unless it is running. Changes in the meantime are planned next.
    private func planSoon() {
        noteLoading()
        guard planning == nil, !hasEnded, isLoaded, owner != nil else { return }
        planning = Task { [weak self] in
            while let self, !self.hasEnded {
                self.travel.follow(self.destinations)
                let request = PlanRequest(
                    self.facts, preferences: self.preferences, zone: self.zone(), snoozes: self.notes.snoozes,
                    delivered: self.notes.delivered)
                if request == self.planned { break }
                self.planned = request
                let report = await self.scheduler.reschedule(request)
                (self.plan, self.failures) = (report.plan, report.failures)
                self.note(report)
            }
            self?.planning = nil
        }
    }

    /// Stores the shown notifications, so that they are not shown again after a restart.
    private func note(_ report: RescheduleResult) {
        guard !hasEnded else { return }
        var notes = notes
        notes.delivered.formUnion(report.delivered)
        notes.scheduled = report.scheduled
        let areAllKnown =
            !meetups.meetups.hasMore && !requests.requests.hasMore && !invitations.invitations.hasMore
            && !ratings.due.hasMore
        if areAllKnown { notes.forgetAll(but: Set(facts.map(\.subject.entity))) }
        guard notes != self.notes else { return }
        self.notes = notes
        keep()
    }

    private func decide(_ change: (inout ReminderNotes) -> Void) {
        let before = notes
        change(&notes)
        guard notes != before else { return }
        planSoon()
        keep()
    }

    private func keep() {
        guard let owner, !hasEnded else { return }
        let notes = notes
        keeping = Task {
            do {
                try await file.keep(notes, of: owner)
                failure = nil
            } catch {
                failure = Failure(error, in: words)
            }
        }
    }
}

extension LoadState {
    /// Whether a value was loaded, even if it is loading again.
    fileprivate var isSettled: Bool {
        if case .empty = self { true } else { value != nil }
    }
}

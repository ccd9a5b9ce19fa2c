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

/// The user's reminders: planned from the meetups, requests, invitations, due ratings and safety check-ins as they are
/// now, and planned anew whenever one of them changes, on this device, on another, or by another person. People the
/// user has muted cause none.
///
/// Nothing is planned before all of them were loaded once: what was planned when the app last ran stays as it is. What the
/// user has decided, and was shown, is kept on this device until they sign out.
///
/// ```swift
/// await user.reminders.refresh()
/// for reminder in user.reminders.plan?.notifications ?? [] { print(reminder.fire, reminder.kind) }
/// ```
@MainActor @Observable public final class RemindersModel {
    /// What the user is to be notified of, whether the system shows it or not: the inbox. `nil` until it was planned.
    public private(set) var plan: NotificationPlan?
    /// What is not as the plan wants it.
    public private(set) var failures: [ReplanReport.Failure] = []
    /// Why the last decision is not kept on this device; `nil` if it is. It holds until the app ends.
    public private(set) var failure: Failure?
    private var notes = ReminderNotes()

    private let meetups: MyMeetupsViewModel
    private let requests: MeetupRequestsViewModel
    private let invitations: InvitationsViewModel
    private let ratings: RatingsViewModel
    private let checkIns: CheckInsViewModel
    private let mutes: MutesViewModel
    private let scheduler: NotificationScheduler
    private let file: PersonalFile<ReminderNotes>
    private let words: Words
    private let travel: TravelTimes
    private let time: any TimeSource
    private let zone: @Sendable () -> TimeZone
    @ObservationIgnored private var owner: UserID?
    @ObservationIgnored private var isOver = false
    /// Whether all lists were loaded once.
    @ObservationIgnored private var isLoaded = false
    @ObservationIgnored private var planning: Task<Void, Never>?
    /// The last that was written to the file.
    @ObservationIgnored private(set) var keeping: Task<Void, Never>?
    /// What the last plan was made of.
    @ObservationIgnored private var planned: PlanRequest?

    /// - Parameter file: where decisions are kept; `nil` keeps them in memory only.
    init(
        meetups: MyMeetupsViewModel, requests: MeetupRequestsViewModel, invitations: InvitationsViewModel,
        ratings: RatingsViewModel, checkIns: CheckInsViewModel, mutes: MutesViewModel,
        scheduler: NotificationScheduler, file: DurableFile? = nil, words: Words = .english, time: any TimeSource,
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
        self.file = PersonalFile(file)
        self.words = words
        self.time = time
        self.zone = zone
        travel = TravelTimes(travelTime)
        travel.onChange = { [weak self] in self?.planSoon() }
        follow()
    }

    /// What the user wants to be notified of, and when not.
    public var preferences: NotificationPreferences {
        get { notes.preferences }
        set { decide { $0.preferences = newValue } }
    }

    /// Puts a notification off: it comes again, unless its subject has changed by then.
    public func snooze(_ snooze: Snooze) {
        decide { notes in
            notes.snoozes.removeAll { $0.identifier == snooze.identifier }
            notes.snoozes.append(snooze)
        }
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
        // What is due begins with the end of a meetup, of which no event tells.
        await ratings.loadDue()
        if !checkIns.checkIns.items.isSettled { await checkIns.checkIns.load() }
        if !mutes.muted.items.isSettled { await mutes.load() }
        guard !isOver else { return }
        planned = nil
        travel.refresh(destinations)
        planSoon()
        await planning?.value
    }

    /// From now on the reminders are those of this user.
    func begin(as user: UserID) async {
        if let kept = await file.value(of: user) { notes = notes.following(kept.restored(at: time.date)) }
        owner = user
        planSoon()
    }

    /// Takes note that the user has said how a meetup was.
    func answer(_ meetup: MeetupID) {
        decide { $0.answered.insert(meetup) }
    }

    /// Whether the user has said how a meetup was.
    func isAnswered(_ meetup: MeetupID) -> Bool { notes.answered.contains(meetup) }

    /// Removes what is kept on this device.
    func removeTraces() async throws {
        try await file.end()
    }

    /// Takes all reminders back: the user signs out.
    func end() async {
        isOver = true
        travel.follow([])
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
                && invitations.invitations.items.isSettled && checkIns.checkIns.items.isSettled
                && mutes.muted.items.isSettled && ratings.due.items.isSettled
    }

    /// The meetups to come that the user attends.
    private var destinations: [Meetup] {
        meetups.meetups.known.map(\.meetup).filter {
            $0.status != .cancelled && $0.standing.isAttending && $0.plan.span.start > time.date
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

    /// One plan after the other; what has changed meanwhile is planned next.
    private func planSoon() {
        noteLoading()
        guard planning == nil, !isOver, isLoaded, owner != nil else { return }
        planning = Task { [weak self] in
            while let self, !self.isOver {
                self.travel.follow(self.destinations)
                let request = PlanRequest(
                    self.facts, preferences: self.preferences, zone: self.zone(), snoozes: self.notes.snoozes,
                    told: self.notes.told)
                if request == self.planned { break }
                self.planned = request
                let report = await self.scheduler.replan(request)
                (self.plan, self.failures) = (report.plan, report.failures)
                self.note(report)
            }
            self?.planning = nil
        }
    }

    /// What was shown is not shown again after a restart.
    private func note(_ report: ReplanReport) {
        guard !isOver else { return }
        var notes = notes
        notes.told.formUnion(report.told)
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
        guard let owner, !isOver else { return }
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
    /// Whether it was loaded, even if it is loading again.
    fileprivate var isSettled: Bool {
        if case .empty = self { true } else { value != nil }
    }
}

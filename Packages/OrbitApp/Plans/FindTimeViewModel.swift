public import Calendars
public import Foundation
public import Meetups
public import Observation
public import OrbitModels
public import Presentation
import Profiles

/// From people to a meetup: the times at which all are free, and the form that one of them begins.
///
/// ```swift
/// let find = user.findTime(with: [ana, liam])
/// find.optional = [liam]
/// await find.load()
/// if let slot = find.slots.first { show(find.form(for: slot)) }
/// ```
///
/// It is computed on this device, from the hours that the others show to the user and from what stands in the user's own
/// calendar: so the server is told nothing, and the user learns nothing but what the others show.
@MainActor @Observable public final class FindTimeViewModel {
    /// Those to meet, each once, in the order given; no more than ``mostPeople``.
    public let people: [UserID]
    /// Those of them who need not come.
    public var optional: Set<UserID> = []
    /// How long to meet, in seconds.
    public var duration: TimeInterval = 3_600
    /// How many days ahead to look, as ``daysAhead``.
    public var days = 14
    /// How long from now to the meetup at least, in seconds.
    public var notice: TimeInterval = 86_400
    /// Those who could not be invited when they were last, and why.
    public private(set) var refused: [RefusedInvitee] = []

    /// The most people to meet at once.
    public nonisolated static let mostPeople = 9
    /// How many days ahead can be looked.
    public nonisolated static let daysAhead = 1...56
    /// How many times to offer at most.
    public static let count = 5

    private let sheets: [PersonViewModel]
    private let user: SignedInUser
    @ObservationIgnored private let found = LastResult<TimeSearch, MeetingTimes?>()

    init(with others: [UserID], user: SignedInUser) {
        var seen: Set<UserID> = []
        let own = user.profile.saved.value?.userID
        people = Array(others.filter { $0 != own && seen.insert($0).inserted }.prefix(Self.mostPeople))
        self.user = user
        sheets = people.map { PersonViewModel($0, person: nil, user: user) }
    }

    /// One of ``people``, as the user sees them.
    public func person(_ id: UserID) -> LoadState<Person> { sheets.first { $0.id == id }?.person ?? .empty }

    /// Those whose hours are not known: they show none to the user, or cannot be seen. Which of both it is, is not
    /// told.
    public var notShown: [UserID] { sheets.filter(\.showsNoHours).map(\.id) }

    /// Why the hours of a person could not be asked for; ``load()`` tries again.
    public var failure: Failure? {
        sheets.lazy.filter { !$0.showsNoHours }.compactMap(\.person.failure).first
    }

    /// Asks what hours the others show, and for what already stands in the user's calendar.
    public func load() async {
        await withTaskGroup { group in
            for sheet in sheets { group.addTask { await sheet.load() } }
        }
        await user.myMeetups.meetups.load()
    }

    /// The best times, best first; empty while there are none in common, or too few hours are known.
    public var slots: [MeetingSlot] { times?.best(Self.count) ?? [] }

    /// Why there is no time; empty if there is one.
    public var obstacles: [String] {
        guard let times, times.slots.isEmpty else { return [] }
        return times.explanationOfObstacles(in: user.words, name: name)
    }

    /// A time in words: a line about all, then one for each person, in their own local time.
    public func explanation(of slot: MeetingSlot) -> [String] {
        times?.explanation(of: slot.span, in: user.words, name: name) ?? []
    }

    /// What a time means for each person, in their own local time: the user, then ``people`` but for those of
    /// ``notShown``.
    public func attendance(at slot: MeetingSlot) -> [ParticipantAttendance] { times?.attendance(at: slot.span) ?? [] }

    /// The times at which those whose hours are known are free, outside of what the user has planned or imported; `nil`
    /// while the user has no hours, or no other person shows any. Computed again only when one of these changes, and each
    /// minute.
    public var times: MeetingTimes? {
        guard let search else { return nil }
        return found.value(of: search) { $0.times() }
    }

    /// The form of a meetup at a time, by invitation only. Once it is saved, ``invite(to:)`` asks the others.
    public func form(for slot: MeetingSlot) -> MeetupFormViewModel {
        let form = user.meetupForm()
        form.draft.entry.title = title
        form.draft.entry.eventType = .social
        form.draft.entry.capacity = people.count + 1
        form.draft.entry.visibility = .invited
        form.draft.start = ClockEntry(slot.span.start, in: form.draft.zone)
        form.draft.end = ClockEntry(slot.span.end, in: form.draft.zone)
        return form
    }

    /// Invites all to a meetup that was saved; ``refused`` says who could not be. Those who are optional are asked to come
    /// if they like.
    @discardableResult
    public func invite(to meetup: MeetupID) async -> ActionOutcome {
        refused = []
        var outcome = ActionOutcome.skipped
        for (role, invited) in [
            (InvitationRole.attendee, people.filter { !optional.contains($0) }),
            (.optional, people.filter(optional.contains)),
        ] where !invited.isEmpty && outcome.failure == nil {
            let invitations = user.sentInvitations(to: meetup)
            outcome = await invitations.invite(invited, role: role)
            refused += invitations.refused
        }
        return outcome
    }

    private var search: TimeSearch? {
        guard let own = user.profile.saved.value, let mine = own.profile?.availability else { return nil }
        let others = sheets.compactMap { sheet in
            sheet.person.value?.profile.availability.map {
                Participant(
                    id: sheet.id, isRequired: !optional.contains(sheet.id), availability: Availability(week: $0))
            }
        }
        guard !others.isEmpty else { return nil }
        let now = user.now.timeIntervalSince1970
        return TimeSearch(
            user: own.userID, week: mine,
            planned: TimeSet(user.myMeetups.appointments.filter { !$0.isCancelled }.map(\.span)),
            imported: user.importedCalendars.busy, others: others, duration: duration, notice: notice, days: days,
            now: Date(timeIntervalSince1970: (now / 60).rounded(.up) * 60))
    }

    private func name(_ id: UserID) -> String {
        guard people.contains(id) else { return user.words.sentence("you", in: .findTime) }
        return person(id).value?.profile.name ?? user.words.sentence("someone", in: .findTime)
    }

    /// Names two at most.
    private var title: String {
        let names = people.map(name)
        guard let first = names.first else { return "" }
        let code = names.count == 1 ? "one" : names.count == 2 ? "two" : "many"
        return user.words.sentence(
            code, in: .findTime,
            ["first": .text(first), "second": .text(names[names.count - 1]), "count": .integer(names.count - 1)])
    }

    /// All that common times depend on: equal searches have equal times.
    private struct TimeSearch: Hashable {
        let user: UserID
        /// The user's own hours. The starts are round on the wall clock of their zone.
        let week: WeeklyAvailability
        /// What the user has planned.
        let planned: TimeSet
        /// When the user is busy by other calendars.
        let imported: TimeSet
        let others: [Participant]
        let duration: TimeInterval
        let notice: TimeInterval
        let days: Int
        /// The next full minute, so that a search stays the same for a while.
        let now: Date

        /// `nil` if there is no meeting of such a length.
        func times() -> MeetingTimes? {
            let days = min(max(days, FindTimeViewModel.daysAhead.lowerBound), FindTimeViewModel.daysAhead.upperBound)
            guard let window = TimeSpan(start: now, end: now.addingTimeInterval(Double(days) * 86_400)),
                let request = try? MeetingRequest(  // an unusable duration has no times
                    in: window, lasting: duration, zone: week.timeZone, now: now, notice: notice)
            else { return nil }
            let own = Availability(week: week, busy: planned.union(imported))
            return request.times(for: [Participant(id: user, availability: own)] + others)
        }
    }

    /// The last result of something that is read more often than what it depends on changes.
    final class LastResult<Key: Equatable, Value> {
        private var last: (key: Key, value: Value)?

        func value(of key: Key, _ make: (Key) -> Value) -> Value {
            if let last, last.key == key { return last.value }
            let value = make(key)
            last = (key, value)
            return value
        }
    }
}

extension PersonViewModel {
    /// Whether it is known that there are no hours to see, whyever.
    fileprivate var showsNoHours: Bool {
        switch person {
        case .empty: true
        case .failed(let failure, previous: nil): failure.kind == .refused(.notFound)
        case .idle, .loading, .loaded, .failed: person.value.map { $0.profile.availability == nil } ?? false
        }
    }
}

public import Calendars
public import Foundation
public import Meetups
public import Observation
public import OrbitModels
public import Presentation
import Profiles

/// A search for a time to meet: the times at which all are free, and the form of a meetup at a time.
///
/// ```swift
/// let find = user.findTime(with: [ana, liam])
/// find.optional = [liam]
/// await find.load()
/// if let slot = find.slots.first { show(find.form(for: slot)) }
/// ```
///
/// The times are computed on this device, from the hours that the other people show to the user and from the user's own
/// calendar. So the server receives no new data, and the user learns only the hours that other people show.
@MainActor @Observable public final class FindTimeViewModel {
    /// The people to meet, without duplicates, in the given order; at most ``maxPeople``.
    public let people: [UserID]
    /// The people who do not have to come.
    public var optional: Set<UserID> = []
    /// The length of the meeting, in seconds.
    public var duration: TimeInterval = 3_600
    /// The number of days to search ahead, within ``daysAhead``.
    public var days = 14
    /// The minimum time from now to the meetup, in seconds.
    public var leadTime: TimeInterval = 86_400
    /// The people who could not be invited by the last ``invite(to:)``, with the reasons.
    public private(set) var refused: [RefusedInvitee] = []

    /// The maximum number of people to meet at once.
    public nonisolated static let maxPeople = 9
    /// The allowed values of ``days``.
    public nonisolated static let daysAhead = 1...56
    /// The maximum number of times to offer.
    public static let maxSlots = 5

    private let sheets: [PersonViewModel]
    private let user: SignedInUser
    @ObservationIgnored private let found = LastResult<TimeSearch, MeetingTimes?>()

    init(with others: [UserID], user: SignedInUser) {
        var seen: Set<UserID> = []
        let own = user.profile.saved.value?.userID
        people = Array(others.filter { $0 != own && seen.insert($0).inserted }.prefix(Self.maxPeople))
        self.user = user
        sheets = people.map { PersonViewModel($0, person: nil, user: user) }
    }

    /// Returns a person of ``people``, as the user sees them.
    public func person(_ id: UserID) -> LoadState<Person> { sheets.first { $0.id == id }?.person ?? .empty }

    /// The people with unknown hours. They show no hours to the user, or the user may not see them. The app does not
    /// say which of the two applies.
    public var peopleWithoutHours: [UserID] { sheets.filter(\.showsNoHours).map(\.id) }

    /// The reason why the hours of a person could not be loaded; ``load()`` tries again.
    public var failure: Failure? {
        sheets.lazy.filter { !$0.showsNoHours }.compactMap(\.person.failure).first
    }

    /// Loads the hours that the people show, and the meetups in the user's calendar.
    public func load() async {
        await withTaskGroup { group in
            for sheet in sheets { group.addTask { await sheet.load() } }
        }
        await user.myMeetups.meetups.load()
    }

    /// The best times, best first. Empty if there is no time in common, or too few hours are known.
    public var slots: [MeetingSlot] { times?.best(Self.maxSlots) ?? [] }

    /// The reasons why there is no time; empty if there is a time.
    public var obstacles: [String] {
        guard let times, times.slots.isEmpty else { return [] }
        return times.explanationOfObstacles(in: user.words, name: name)
    }

    /// Returns a time in words: a line about all people, then a line for each person in their own local time.
    public func explanation(of slot: MeetingSlot) -> [String] {
        times?.explanation(of: slot.span, in: user.words, name: name) ?? []
    }

    /// Returns the attendance of each person at a time, in their own local time. The user is first, followed by
    /// ``people`` without those of ``peopleWithoutHours``.
    public func attendance(at slot: MeetingSlot) -> [ParticipantAttendance] { times?.attendance(at: slot.span) ?? [] }

    /// The times at which all people with known hours are free, without the times that the user has planned or
    /// imported.
    ///
    /// `nil` while the user has no hours, or no other person shows any hours. The times are computed again after a
    /// change of these hours or plans, and each minute.
    public var times: MeetingTimes? {
        guard let search else { return nil }
        return found.value(of: search) { $0.times() }
    }

    /// Returns the form of a meetup at a time, by invitation only. After it is saved, ``invite(to:)`` invites the
    /// people.
    public func form(for slot: MeetingSlot) -> MeetupFormViewModel {
        let form = user.meetupForm()
        form.draft.entry.title = title
        form.draft.entry.eventType = .social
        form.draft.entry.capacity = people.count + 1
        form.draft.entry.visibility = .invited
        form.draft.start = LocalTimeField(slot.span.start, in: form.draft.zone)
        form.draft.end = LocalTimeField(slot.span.end, in: form.draft.zone)
        return form
    }

    /// Invites all people to a saved meetup. ``refused`` contains the people who could not be invited. People in
    /// ``optional`` get an optional invitation.
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
            imported: user.importedCalendars.busy, others: others, duration: duration, leadTime: leadTime, days: days,
            now: Date(timeIntervalSince1970: (now / 60).rounded(.up) * 60))
    }

    private func name(_ id: UserID) -> String {
        guard people.contains(id) else { return user.words.sentence("you", in: .findTime) }
        return person(id).value?.profile.name ?? user.words.sentence("someone", in: .findTime)
    }

    /// The title of the meetup. It contains at most two names.
    private var title: String {
        let names = people.map(name)
        guard let first = names.first else { return "" }
        let code = names.count == 1 ? "one" : names.count == 2 ? "two" : "many"
        return user.words.sentence(
            code, in: .findTime,
            ["first": .text(first), "second": .text(names[names.count - 1]), "count": .integer(names.count - 1)])
    }

    /// The inputs of common times. Equal searches have equal times.
    private struct TimeSearch: Hashable {
        let user: UserID
        /// The user's own hours. Common times begin at full hours in the time zone of these hours.
        let week: WeeklyAvailability
        /// The times that the user has planned.
        let planned: TimeSet
        /// The times at which the user is busy according to other calendars.
        let imported: TimeSet
        let others: [Participant]
        let duration: TimeInterval
        let leadTime: TimeInterval
        let days: Int
        /// The next full minute, so that a search stays the same for a while.
        let now: Date

        /// Returns the common times; `nil` if the duration is invalid.
        func times() -> MeetingTimes? {
            let days = min(max(days, FindTimeViewModel.daysAhead.lowerBound), FindTimeViewModel.daysAhead.upperBound)
            guard let window = TimeSpan(start: now, end: now.addingTimeInterval(Double(days) * 86_400)),
                let request = try? MeetingRequest(  // an invalid duration has no times
                    in: window, lasting: duration, zone: week.timeZone, now: now, notice: leadTime)
            else { return nil }
            let own = Availability(week: week, busy: planned.union(imported))
            return request.times(for: [Participant(id: user, availability: own)] + others)
        }
    }

    /// A cache of the last result, for a value that is read more often than its inputs change.
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
    /// Whether the person is known to have no visible hours, for any reason.
    fileprivate var showsNoHours: Bool {
        switch person {
        case .empty: true
        case .failed(let failure, previous: nil): failure.kind == .refused(.notFound)
        case .idle, .loading, .loaded, .failed: person.value.map { $0.profile.availability == nil } ?? false
        }
    }
}

import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// A meetup with its exact place and its counters. ``AttendanceLedger`` makes all changes of its guests.
struct MeetupRecord: ExpiringRecord, Equatable {
    static let table = "meetups"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.ofHost,
                exported: ExportSection(
                    "meetups_hosted", of: "Meetups",
                    "A meetup with its plan and place, `link` (the secret part of its address), `number` (in its series)"
                ), erase: .ofHost
            ) { meetup, exporting in
                let view = exporting.view
                let shown = try view.visible(
                    view.meetup(meetup, nil), of: meetup, in: exporting.reader, counts: exporting.counts())
                return ExportedMeetup(meetup: shown, number: meetup.series?.number, link: meetup.link)
            },
            remark: "Guests keep the title, time and kind of a meetup for 400 days after its end."
        )
    }
    /// The index of a host's meetups that are not cancelled, by end.
    static let byHost = "host"
    /// The index of all meetups of a host.
    static let ofHost = "of host"
    /// The index of the occurrences of a series, by number.
    static let bySeries = "series"
    /// The seconds for which a meetup is stored after its end.
    static let retention: TimeInterval = 400 * 86_400

    let id: MeetupID
    private(set) var hostID: UserID
    let campus: String
    let createdAt: Date
    private(set) var plan: MeetupPlan
    /// The words for searches; `nil` if the meetup is not listed, and in a record of an earlier version.
    private(set) var words: SearchableWords?
    /// The square of the campus's grid that contains the place.
    private(set) var square: Square?
    private(set) var cancelReason: CancelReason?
    private(set) var cancelledAt: Date?
    /// The last change of the time or the exact place. A person who agreed to come before that agreed to another plan.
    private(set) var arrangedAt: Date
    private(set) var series: SeriesPart?
    /// The secret part of the meetup's address.
    let link: String

    /// The number of taken places at the last write: of the host, attendees, guests with an offer, and their
    /// companions. The counts that people see depend on the time; see ``taken(at:)``.
    private(set) var taken = 1
    /// The number of waiting guests at the last write; see ``waiting(at:)``.
    private(set) var waiting = 0
    /// The places in ``taken`` that are only offered, by the expiry of their offers; `nil` in a record of an earlier
    /// version.
    private var offers: [Date: Int]? = [:]
    /// The number of guests who have checked in, without companions.
    var arrived = 0
    /// The places of guests who have checked in; `nil` in a record of an earlier version.
    private var arrivedPlaces: Int? = 0
    /// The last number that was given to a guest or to a position on the wait list.
    private(set) var counter: Int64 = 0

    /// Whether a higher feature is notified of the people who join and leave, such as for a conversation; see
    /// ``observe()``. `nil` in a record of an earlier version.
    private var hasObserver: Bool?

    /// The changes that attendees see, and the changes that all other people see. A move of the exact place inside its
    /// square changes nothing for other people, not even a number of changes.
    private(set) var forAttendees: Changes
    private(set) var forOthers: Changes

    /// A square of a `CampusGrid`.
    struct Square: Codable, Hashable {
        let column: Int
        let row: Int
    }

    struct Changes: Codable, Hashable {
        /// The SEQUENCE of RFC 5545: the number of changes of the time, the place or the title, and of cancellations.
        var revision = 0
        /// The number of all changes.
        var edits = 0
        var updatedAt: Date
    }

    /// Creates a meetup.
    ///
    /// - Parameters:
    ///   - words: The words of the plan, if they were computed before.
    ///   - link: The secret part of its address.
    init(
        id: MeetupID, host: AccountRecord, plan: MeetupPlan, words: SearchableWords? = nil, square: Square?,
        series: SeriesPart? = nil, link: String, at now: Date
    ) {
        self.id = id
        hostID = host.id
        campus = host.campus
        self.plan = plan
        self.words = plan.isListed ? words ?? SearchableWords(of: plan) : nil
        self.square = square
        self.series = series
        self.link = link
        createdAt = now
        arrangedAt = now
        (forAttendees, forOthers) = (Changes(updatedAt: now), Changes(updatedAt: now))
    }

    var key: String { id.rawValue }
    var times: MeetupTimes { MeetupTimes(of: plan) }
    var isCancelled: Bool { cancelReason != nil }
    var expiresAt: Date { plan.span.end.addingTimeInterval(Self.retention) }

    var indexEntries: [IndexEntry] {
        var entries = [expiryEntry, IndexEntry(Self.ofHost, group: hostID.rawValue, at: plan.span.start)]
        if let series {
            entries.append(IndexEntry(Self.bySeries, group: series.place.id.rawValue, rank: Int64(series.number)))
        }
        guard !isCancelled else { return entries }
        entries.append(IndexEntry(Self.byHost, group: hostID.rawValue, at: plan.span.end))
        return entries + MeetupFacet.entries(of: self)
    }

    func status(at now: Date) -> MeetupStatus {
        isCancelled ? .cancelled : now >= plan.span.end ? .finished : .scheduled
    }

    /// Whether the meetup was cancelled or has ended, so that nothing can be changed.
    func isClosed(at now: Date) -> Bool { status(at: now) != .scheduled }

    /// Whether the meetup ever had an attendance record of another person than the host.
    var hasHadGuests: Bool { counter > 1 }

    /// Whether a higher feature is notified of the people who join and leave, and of a cancellation.
    var isObserved: Bool { hasObserver ?? false }

    /// Notifies observers from now on; see `LogTransaction.notifyObservers(of:)`. A meetup without observers takes no
    /// store calls for them.
    mutating func observe() { hasObserver = true }

    /// Whether the host sees a change since an earlier record.
    func isShownOtherwise(than before: MeetupRecord) -> Bool {
        (taken, waiting, forAttendees.edits) != (before.taken, before.waiting, before.forAttendees.edits)
    }

    mutating func next() -> Int64 {
        counter += 1
        return counter
    }

    /// Replaces the plan.
    ///
    /// - Parameters:
    ///   - plan: The new plan.
    ///   - square: The square of the new place.
    ///   - series: The new position in a series.
    ///   - now: The current time.
    /// - Returns: The effect of the change; `nil` if no person sees a change.
    mutating func edit(_ plan: MeetupPlan, square: Square?, series: SeriesPart?, at now: Date) -> Edit? {
        let before = self.plan
        let isMoved = series?.place != self.series?.place
        guard plan != before || isMoved else { return nil }
        var (shown, shownBefore) = (plan, before)
        (shown.place, shownBefore.place) = (Place(), Place())
        let edit = Edit(
            isTime: plan.span != before.span,
            isForAttendeesOnly: shown == shownBefore && square == self.square && !isMoved)
        if edit.isTime || plan.place != before.place { arrangedAt = now }
        let isRevision = plan.title != before.title || edit.isTime
        forAttendees.note(isRevision: isRevision || plan.place != before.place, at: now)
        if !edit.isForAttendeesOnly { forOthers.note(isRevision: isRevision || square != self.square, at: now) }
        if !plan.isListed {
            words = nil
        } else if words == nil || !plan.hasWords(of: before) {
            words = SearchableWords(of: plan)
        }
        (self.plan, self.square, self.series) = (plan, square, series)
        return edit
    }

    struct Edit {
        let isTime: Bool
        /// Whether only the exact place has changed, inside its square.
        let isForAttendeesOnly: Bool
    }

    mutating func cancel(_ reason: CancelReason, at now: Date) {
        cancelReason = reason
        cancelledAt = now
        forAttendees.note(isRevision: true, at: now)
        forOthers.note(isRevision: true, at: now)
    }

    /// Removes the host, and the values of the plan that the host wrote or chose. Keeps the title, the kind, the time,
    /// the capacity and the approval rule. The host's place stays counted.
    mutating func loseHost(at now: Date) {
        hostID = FormerHost.id
        (square, words) = (nil, nil)
        plan = MeetupPlan(
            title: plan.title, eventType: plan.eventType, sport: plan.sport, span: plan.span, timeZone: plan.timeZone,
            capacity: plan.capacity, visibility: .invited, approval: plan.approval)
        forAttendees.note(isRevision: true, at: now)
        forOthers.note(isRevision: true, at: now)
    }

    static func of(_ id: MeetupID, in reader: any StoreReader) throws -> MeetupRecord? {
        try reader.get(Self.self, id.rawValue)
    }

    /// Returns a host's meetups that are neither cancelled nor over, at most `MeetupLimits.maxHosted`.
    static func hosted(by host: UserID, in reader: any StoreReader, now: Date) throws -> [MeetupRecord] {
        let query = IndexQuery(
            byHost, group: host.rawValue, ranks: now.milliseconds ... .max, limit: MeetupLimits.maxHosted)
        return try reader.list(Self.self, query)
    }
}

/// The counts of guests. Changes of attendance records change them. Time changes them in the same way as the records;
/// see ``GuestRecord/state(at:now:)``.
extension MeetupRecord {
    /// Returns the number of taken places at a time: of the host, attendees, guests with an open offer, and their
    /// companions. After check-in has closed, only guests who have checked in count.
    func taken(at now: Date) -> Int {
        if !isCancelled, now >= times.checkIn.upperBound, let arrivedPlaces { return 1 + arrivedPlaces }
        let isClosed = isCancelled || now >= plan.span.start
        return taken - (offers ?? [:]).reduce(0) { $0 + (isClosed || $1.key <= now ? $1.value : 0) }
    }

    /// Returns the number of waiting guests at a time; 0 after the start.
    func waiting(at now: Date) -> Int { isCancelled || now >= plan.span.start ? 0 : waiting }

    /// Replaces an attendance record in the counts with the record after a step.
    mutating func recount(_ before: GuestRecord, as after: GuestRecord) {
        count(before, -1)
        count(after, 1)
    }

    /// Subtracts an attendance record that is deleted without a further step.
    ///
    /// - Returns: Whether the record was counted.
    mutating func forget(_ guest: GuestRecord) -> Bool {
        count(guest, -1)
        return guest.state.takesPlace || guest.state == .waiting
    }

    private mutating func count(_ guest: GuestRecord, _ sign: Int) {
        let places = sign * guest.places
        taken = max(0, taken + places)
        switch guest.state {
        case .waiting: waiting = max(0, waiting + sign)
        case .checkedIn: arrivedPlaces = arrivedPlaces.map { max(0, $0 + places) }
        case .offered:
            guard let until = guest.until else { return }
            var offers = self.offers ?? [:]
            let open = (offers[until] ?? 0) + places
            // Records of an earlier version have no offers, so the sum can be negative.
            offers[until] = open > 0 ? open : nil
            self.offers = offers
        default: return
        }
    }
}

extension MeetupPlan {
    /// Whether people find the meetup without an invitation or its address.
    var isListed: Bool { [.campus, .matches].contains(visibility) }

    fileprivate func hasWords(of other: MeetupPlan) -> Bool {
        (title, description) == (other.title, other.description)
            && interestTags.map(\.label) == other.interestTags.map(\.label)
    }
}

extension MeetupRecord.Changes {
    fileprivate mutating func note(isRevision: Bool, at now: Date) {
        edits += 1
        if isRevision { revision += 1 }
        updatedAt = now
    }
}

/// A placeholder that replaces a host whose account was erased. It is the same for all meetups, and attendees see it.
enum FormerHost {
    static let id = UserID("former-host")
    static let person = Person(id: id, profile: Profile(name: "Former host"))
}

extension MeetupRecord {
    /// Whether the account of the host was erased. Then only its attendees find the meetup.
    var isWithoutHost: Bool { hostID == FormerHost.id }

    /// The subject of events that show the meetup to other people.
    var hostSubject: UserID? { isWithoutHost ? nil : hostID }
}

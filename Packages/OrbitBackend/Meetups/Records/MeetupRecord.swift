import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// A meetup as it is, with its exact place and its counters. All changes to its guests go through ``GuestBook``.
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
            remark: "Title, time and kind of a meetup stay for those who had a part in it, for 400 days beyond its end."
        )
    }
    /// Those of a host that are not cancelled, by their end.
    static let byHost = "host"
    /// All of a host.
    static let ofHost = "of host"
    /// The occurrences of a series, by number.
    static let bySeries = "series"
    /// How long it is kept beyond its end.
    static let retention: TimeInterval = 400 * 86_400

    let id: MeetupID
    private(set) var hostID: UserID
    let campus: String
    let createdAt: Date
    private(set) var plan: MeetupPlan
    /// The words by which it is found; `nil` in a record of earlier versions, and unless it can be found by words.
    private(set) var words: SearchableWords?
    /// The square of the campus's grid that the place lies in.
    private(set) var square: Square?
    private(set) var cancelReason: CancelReason?
    private(set) var cancelledAt: Date?
    /// Since when its time and its exact place are what they are. A person who agreed to come before has agreed to
    /// something else.
    private(set) var arrangedAt: Date
    private(set) var series: SeriesPart?
    /// The secret part of its address.
    let link: String

    /// How many take a place as of the last write: the host, those who attend or have an offer, and their companions.
    /// Counts that a person sees are those of a time; see ``taken(at:)``.
    private(set) var taken = 1
    /// How many wait as of the last write; see ``waiting(at:)``.
    private(set) var waiting = 0
    /// The places in ``taken`` that are only offered, by the expiry of their offers; `nil` in a record of earlier
    /// versions.
    private var offers: [Date: Int]? = [:]
    /// How many guests have checked in, companions aside.
    var arrived = 0
    /// The places of guests who have checked in; `nil` in a record of earlier versions.
    private var arrivedPlaces: Int? = 0
    /// Counts everything that is put in order: guests, and those who wait.
    private(set) var counter: Int64 = 0

    /// What has changed for people who attend, and for all others. What only moves the exact place inside its square
    /// changes nothing for the others, not even a number.
    private(set) var forAttendees: Changes
    private(set) var forOthers: Changes

    /// See `CampusGrid`.
    struct Square: Codable, Hashable {
        let column: Int
        let row: Int
    }

    struct Changes: Codable, Hashable {
        /// Of the SEQUENCE of RFC 5545: time, place, title.
        var revision = 0
        /// Of anything.
        var edits = 0
        var updatedAt: Date
    }

    /// - Parameter words: those of the plan, if they are known.
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
        var entries = [
            expiryEntry, IndexEntry(Self.ofHost, group: hostID.rawValue, rank: plan.span.start.milliseconds),
        ]
        if let series {
            entries.append(IndexEntry(Self.bySeries, group: series.place.id.rawValue, rank: Int64(series.number)))
        }
        guard !isCancelled else { return entries }
        entries.append(IndexEntry(Self.byHost, group: hostID.rawValue, rank: plan.span.end.milliseconds))
        return entries + MeetupFacet.entries(of: self)
    }

    func status(at now: Date) -> MeetupStatus {
        isCancelled ? .cancelled : now >= plan.span.end ? .finished : .scheduled
    }

    /// Whether nothing can be done with it any more.
    func isOver(at now: Date) -> Bool { status(at: now) != .scheduled }

    /// Whether anyone but the host was ever anything to it.
    var hasHadGuests: Bool { counter > 1 }

    /// Whether its host sees anything else than before.
    func isShownOtherwise(than before: MeetupRecord) -> Bool {
        (taken, waiting, forAttendees.edits) != (before.taken, before.waiting, before.forAttendees.edits)
    }

    mutating func next() -> Int64 {
        counter += 1
        return counter
    }

    /// - Parameter series: its part in its series from now on.
    /// - Returns: what the change concerns; `nil` if nothing is another that anyone sees.
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
        /// Only the exact place is another, inside its square.
        let isForAttendeesOnly: Bool
    }

    mutating func cancel(_ reason: CancelReason, at now: Date) {
        cancelReason = reason
        cancelledAt = now
        forAttendees.note(isRevision: true, at: now)
        forOthers.note(isRevision: true, at: now)
    }

    /// Takes the host out, and what the host wrote or chose beside the title and the time. Their place stays counted.
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

    /// A host's that are neither cancelled nor over; as many as the limit at most.
    static func hosted(by host: UserID, in reader: any StoreReader, now: Date) throws -> [MeetupRecord] {
        let query = IndexQuery(
            byHost, group: host.rawValue, ranks: now.milliseconds ... .max, limit: MeetupLimits.hosted)
        return try reader.list(Self.self, query)
    }
}

/// The counts of guests. They change with the parts of guests, and time changes them as it changes the parts; see
/// ``GuestRecord/state(at:now:)``.
extension MeetupRecord {
    /// How many take a place at a time: the host, those who attend or have an offer then, and their companions.
    func taken(at now: Date) -> Int {
        if !isCancelled, now >= times.checkIn.upperBound, let arrivedPlaces { return 1 + arrivedPlaces }
        let isClosed = isCancelled || now >= plan.span.start
        return taken - (offers ?? [:]).reduce(0) { $0 + (isClosed || $1.key <= now ? $1.value : 0) }
    }

    /// How many wait at a time: nobody after the start.
    func waiting(at now: Date) -> Int { isCancelled || now >= plan.span.start ? 0 : waiting }

    /// Counts a part as it is after a step, and no more as it was before.
    mutating func recount(_ before: GuestRecord, as after: GuestRecord) {
        count(before, -1)
        count(after, 1)
    }

    /// Counts a person no more whose part is deleted without a further step; returns whether they were counted.
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
            // An earlier version did not note its offers.
            offers[until] = open > 0 ? open : nil
            self.offers = offers
        default: return
        }
    }
}

extension MeetupPlan {
    /// Whether people find it without an invitation or its address.
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

/// Who stands in the place of a host whose account is erased, for those who attended: the same for all meetups.
enum FormerHost {
    static let id = UserID("former-host")
    static let person = Person(id: id, profile: Profile(name: "Former host"))
}

extension MeetupRecord {
    /// Whether the account of its host is erased. Only people who attend find it then.
    var isWithoutHost: Bool { hostID == FormerHost.id }

    /// The person that an event says it is about when it shows the meetup to others.
    var hostSubject: UserID? { isWithoutHost ? nil : hostID }
}

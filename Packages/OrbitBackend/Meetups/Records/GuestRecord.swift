import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// The attendance of one person at one meetup. The host has a record, too.
struct GuestRecord: ExpiringRecord, Equatable {
    static let table = "meetup_guests"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.ofPerson,
                exported: ExportSection(
                    "meetup_parts", of: "Meetups", "The person's attendance of a meetup: `meetup_id`, `attendance`"),
                erase: .ofGuest
            ) { guest, exporting in
                guard let meetup = try MeetupRecord.of(guest.meetupID, in: exporting.reader),
                    try meetup.isWithoutHost || exporting.sees(meetup.hostID)
                else { return nil }
                return ExportedAttendance(
                    meetupID: guest.meetupID, attendance: guest.attendance(at: meetup, now: exporting.now))
            }, .group(of: Self.ofHost, erase: .ofHost))
    }
    /// The index of all records of a person.
    static let ofPerson = "of person"
    /// The index of all records at a host's meetups.
    static let ofHost = "of host"
    /// The index of a person's records that concern the person, by the start of the meetup.
    static let byPerson = "person"
    /// The same index without invitations, and without the meetups that the person hosts.
    static let byGuest = "guest"
    /// The index of meetups that a person attends or hosts, by start. Other people cannot add entries to it.
    private static let attendedByPerson = "person attends"
    /// The index of all records of a meetup, by number.
    static let byMeetup = "meetup"
    /// The indexes of the people who attend, and of all people that the host sees, by the time of the last change of
    /// state.
    static let attending = "attending"
    static let seenByHost = "seen"
    /// The index of the wait list, in order.
    private static let waitlist = "line"
    /// The index of the records that concern a person at the meetups of one host, by the end of the meetup.
    private static let byPair = "pair"
    /// The index of a meetup's records that time changes, by the instant of the change.
    private static let dueHere = "due here"
    /// The index of a person's records whose outcome is not counted yet, by the end of the meetup.
    private static let uncounted = "uncounted"

    let meetupID: MeetupID
    let userID: UserID
    private(set) var hostID: UserID
    /// A number that orders the people of a meetup by their first contact with it.
    let number: Int64
    private(set) var state: AttendanceState
    private(set) var companions = 0
    private(set) var since: Date
    /// The position on the wait list; 0 for a person who never waited.
    private(set) var waitlistNumber: Int64 = 0
    /// The expiry of an offer or invitation. It also expires at the start of the meetup.
    private(set) var until: Date?
    /// The open request that the host has to decide.
    private(set) var requestID: JoinRequestID?
    private(set) var invitationID: InvitationID?
    /// The time span of the meetup at the last write of this record.
    private(set) var span: TimeSpan
    private var dueAt: Date?
    /// The last time at which the person agreed to come. For a request that the host approved, usually the time of the
    /// request.
    private(set) var agreedAt: Date?
    /// The first late cancellation after the person agreed to the time and place; `nil` after a later check-in.
    private(set) var lateCancelledAt: Date?
    /// Whether the person's ``AttendanceStatisticsRecord`` contains the outcome.
    private(set) var isCounted = false

    private enum CodingKeys: String, CodingKey {
        case meetupID, userID, hostID, number, state, companions, since, until, requestID, invitationID, span, dueAt
        case agreedAt, lateCancelledAt, isCounted
        case waitlistNumber = "turn"
    }

    /// Creates a record, and takes the next number of the meetup.
    ///
    /// - Parameters:
    ///   - userID: The person.
    ///   - meetup: The meetup.
    ///   - state: The state. It is `host` for the host.
    ///   - since: The time from which the state applies.
    init(_ userID: UserID, at meetup: inout MeetupRecord, _ state: AttendanceState = .unrelated, since: Date) {
        meetupID = meetup.id
        self.userID = userID
        self.state = state
        hostID = meetup.hostID
        number = meetup.next()
        self.since = since
        span = meetup.plan.span
    }

    var key: String { Self.key(meetupID, userID) }
    /// The number of places that the person takes, or would take.
    var party: Int { 1 + companions }
    var expiresAt: Date { span.end.addingTimeInterval(MeetupRecord.retention) }

    static func key(_ meetup: MeetupID, _ person: UserID) -> String { "\(meetup)>\(person)" }

    var indexEntries: [IndexEntry] {
        let order = SortRank.rank(since, number: number)
        let start = SortRank.rank(span.start, meetupID.rawValue)
        var entries = [
            expiryEntry, IndexEntry(Self.byMeetup, group: meetupID.rawValue, rank: number),
            IndexEntry(Self.ofPerson, group: userID.rawValue, rank: start),
            IndexEntry(Self.ofHost, group: hostID.rawValue, rank: start),
        ]
        if state.isConcerned {
            entries.append(IndexEntry(Self.byPerson, group: userID.rawValue, rank: start))
            if userID != hostID, state != .invited {
                entries.append(IndexEntry(Self.byGuest, group: userID.rawValue, rank: start))
            }
            entries.append(IndexEntry(Self.byPair, group: "\(hostID)>\(userID)", at: span.end))
        }
        if state.isAttending {
            entries.append(IndexEntry(Self.attending, group: meetupID.rawValue, rank: order))
            entries.append(IndexEntry(Self.attendedByPerson, group: userID.rawValue, rank: start))
        }
        if state.isListed(forHost: true) {
            entries.append(IndexEntry(Self.seenByHost, group: meetupID.rawValue, rank: order))
        }
        if state == .waiting {
            entries.append(IndexEntry(Self.waitlist, group: meetupID.rawValue, rank: waitlistNumber))
        }
        if let dueAt {
            entries.append(Self.dueEntry(at: dueAt))
            entries.append(IndexEntry(Self.dueHere, group: meetupID.rawValue, at: dueAt))
        }
        if mayCount { entries.append(IndexEntry(Self.uncounted, group: userID.rawValue, at: span.end)) }
        return entries
    }
}

extension GuestRecord {
    /// Changes the state of the person from now on.
    ///
    /// - Parameters:
    ///   - state: The new state.
    ///   - meetup: The meetup. A person who begins to wait takes its next number.
    ///   - companions: The new number of companions; `nil` for no change.
    ///   - until: The expiry of an offer or invitation.
    ///   - now: The current time.
    mutating func move(
        to state: AttendanceState, at meetup: inout MeetupRecord, companions: Int? = nil, until: Date? = nil, now: Date
    ) {
        if [.going, .reconfirmed].contains(state) {
            agreedAt = self.state == .requested ? agreedByAsking(meetup, now) : now
        }
        if state == .cancelledLate, lateCancelledAt == nil, hasAgreed(to: meetup) { lateCancelledAt = now }
        if state == .checkedIn { lateCancelledAt = nil }
        self.state = state
        since = now
        self.until = until
        if let companions { self.companions = companions }
        if state == .waiting { waitlistNumber = meetup.next() }
        if state != .requested { requestID = nil }
        if state != .invited { invitationID = nil }
        follow(meetup)
    }

    /// Returns the time at which a requester agreed to come. It is called when the host approves the request, and the
    /// time is that of the request.
    ///
    /// Returns `nil` if the host approves more than three hours after the request and within a day of the start. The
    /// requester may not know of such an approval. So the requester counts as having agreed only after a
    /// reconfirmation.
    private func agreedByAsking(_ meetup: MeetupRecord, _ now: Date) -> Date? {
        let isSoon = now > meetup.plan.span.start.addingTimeInterval(-86_400)
        return isSoon && now > since.addingTimeInterval(3 * 3_600) ? nil : since
    }

    /// Stores the id of the person's open request.
    mutating func attach(_ request: JoinRequestID) { requestID = request }

    /// Stores the id of the person's open invitation.
    mutating func attach(_ invitation: InvitationID) { invitationID = invitation }

    /// Updates the times of the record after a change of the meetup.
    mutating func follow(_ meetup: MeetupRecord) {
        span = meetup.plan.span
        if meetup.isCancelled, state != .host { isCounted = true }  // it has no outcome
        let change = meetup.isCancelled ? nil : change(at: meetup)?.date
        let count = mayCount ? meetup.times.checkIn.upperBound : nil
        dueAt = [change, count].compactMap(\.self).min()
    }

    /// Marks the outcome as counted.
    mutating func count(at meetup: MeetupRecord) {
        isCounted = true
        follow(meetup)
    }

    /// Updates the record of a meetup that has lost its host.
    mutating func loseHost(of meetup: MeetupRecord) {
        hostID = meetup.hostID
        follow(meetup)
    }

    /// Updates the record after a new time of the meetup. The new time cancels a reconfirmation.
    mutating func followTime(of meetup: MeetupRecord) {
        if state == .reconfirmed { state = .going }
        follow(meetup)
    }

    /// Returns the person's current state: the stored state after the effects of time.
    func state(at meetup: MeetupRecord, now: Date) -> AttendanceState {
        state(by: meetup.plan, isCancelled: meetup.isCancelled, now: now)
    }

    /// Returns the record with its state at a time. This state decides whether the record counts as taken places or as
    /// waiting.
    func updated(at meetup: Meetup, now: Date) -> GuestRecord {
        var guest = self
        guest.state = state(by: meetup.plan, isCancelled: meetup.status == .cancelled, now: now)
        return guest
    }

    private func state(by plan: MeetupPlan, isCancelled: Bool, now: Date) -> AttendanceState {
        if isCancelled { return cancelled.map { after($0) } ?? state }
        guard let change = change(by: plan), change.date <= now else { return state }
        return after(change.action)
    }

    /// Returns the next change of state by time, and its instant; `nil` if time does not change the state.
    func change(at meetup: MeetupRecord) -> (date: Date, action: AttendanceAction)? { change(by: meetup.plan) }

    private func change(by plan: MeetupPlan) -> (date: Date, action: AttendanceAction)? {
        let (times, start) = (MeetupTimes(of: plan), plan.span.start)
        switch state {
        case .requested: return (times.requestExpires(askedAt: since), .lapse)
        case .offered, .invited: return (min(until ?? start, start), .lapse)
        case .waiting: return (start, .lapse)
        case .going, .reconfirmed: return (times.checkIn.upperBound, .close)
        default: return nil
        }
    }

    /// The action of a cancelled meetup on the state: requests, offers, invitations and waits lapse.
    var cancelled: AttendanceAction? {
        [.requested, .offered, .invited, .waiting].contains(state) ? .lapse : nil
    }

    /// Returns the state after an action that only time takes.
    func after(_ action: AttendanceAction) -> AttendanceState {
        do { return try state.after(action) } catch { return state }  // time does not change other states
    }

    func attendance(at meetup: MeetupRecord, now: Date) -> Attendance {
        Attendance(userID: userID, state: state(at: meetup, now: now), companions: companions, since: since)
    }
}

extension GuestRecord {
    static func of(_ person: UserID, at meetup: MeetupID, in reader: any StoreReader) throws -> GuestRecord? {
        try reader.get(Self.self, key(meetup, person))
    }

    /// Returns a person's records of the meetups that they host or attend, by start.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - ranks: The ranks of the starts.
    ///   - order: The order of the starts.
    ///   - limit: The maximum number of records.
    static func attended(
        by person: UserID, _ ranks: ClosedRange<Int64>, _ order: IndexQuery.Order, limit: Int,
        in reader: any StoreReader
    ) throws -> [GuestRecord] {
        try reader.list(
            Self.self,
            IndexQuery(attendedByPerson, group: person.rawValue, ranks: ranks, order: order, limit: limit))
    }

    /// Returns the earliest of a person's records of ended meetups whose outcome is not counted yet.
    static func uncounted(of person: UserID, in reader: any StoreReader, now: Date) throws -> [GuestRecord] {
        let query = IndexQuery(
            uncounted, group: person.rawValue, through: now, limit: JoinMeetup.maxAttendances + MeetupLimits.maxHosted)
        return try reader.list(Self.self, query)
    }

    /// Returns the wait list, in order.
    static func onWaitlist(at meetup: MeetupID, limit: Int, in reader: any StoreReader) throws -> [GuestRecord] {
        try reader.list(Self.self, IndexQuery(waitlist, group: meetup.rawValue, limit: limit))
    }

    /// Returns all records of a guest at the meetups of one host that have not ended. Their number is bounded by the
    /// limit of a guest's meetups, and by invitations.
    static func attendances(
        of guest: UserID, withHost host: UserID, in reader: any StoreReader, now: Date
    ) throws -> [GuestRecord] {
        try reader.list(Self.self, IndexQuery(byPair, group: "\(host)>\(guest)", from: now))
    }

    /// The maximum number of records in a page of ``concernsPage(of:from:after:in:)``.
    private static let concernsOfPage = JoinMeetup.maxAttendances + MeetupLimits.maxHosted

    /// Returns a person's records of meetups that begin at or after a time, or may still run then. Takes at most two
    /// store calls.
    ///
    /// The number of invitations has no limit, because other people send them. The result contains the earliest
    /// records, and all records that are not invitations. Their number is bounded by the limits of hosting and joining.
    static func concerns(
        of person: UserID, from date: Date, in reader: any StoreReader
    ) throws -> [MeetupID: GuestRecord] {
        let first = try concernsPage(of: person, from: date, after: nil, in: reader)
        var records = first.records
        if first.end != nil {
            let ranks = SortRank.ranks(from: date.beforeLongestMeetup)
            let own = [attendedByPerson, byGuest].map { IndexQuery($0, group: person.rawValue, ranks: ranks) }
            records += try reader.list(Self.self, all: own).joined()
        }
        return records.reduce(into: [:]) { $0[$1.meetupID] = $1 }
    }

    /// Returns a page of a person's records of meetups that begin at or after a time, or may still run then, with all
    /// invitations.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - date: The time.
    ///   - place: The end of the previous page; `nil` for the first page.
    /// - Returns: The records by start, and the end of the page; `nil` on the last page.
    static func concernsPage(
        of person: UserID, from date: Date, after place: IndexPosition?, in reader: any StoreReader
    ) throws -> (records: [GuestRecord], end: IndexPosition?) {
        let ranks = SortRank.ranks(from: date.beforeLongestMeetup)
        let records = try reader.list(
            Self.self,
            IndexQuery(byPerson, group: person.rawValue, ranks: ranks, after: place, limit: concernsOfPage))
        guard records.count == concernsOfPage, let last = records.last else { return (records, nil) }
        return (
            records, IndexPosition(rank: SortRank.rank(last.span.start, last.meetupID.rawValue), key: last.key)
        )
    }

    /// Returns the records of a meetup that are due.
    static func due(
        at meetup: MeetupID, limit: Int, in reader: any StoreReader, now: Date
    ) throws -> [GuestRecord] {
        try reader.list(Self.self, IndexQuery(dueHere, group: meetup.rawValue, through: now, limit: limit))
    }

    /// Returns the records of a meetup with a higher number, in order.
    static func list(
        at meetup: MeetupID, after number: Int64, limit: Int, in reader: any StoreReader
    ) throws -> [GuestRecord] {
        let ranks = number + 1...Int64.max
        return try reader.list(Self.self, IndexQuery(byMeetup, group: meetup.rawValue, ranks: ranks, limit: limit))
    }
}

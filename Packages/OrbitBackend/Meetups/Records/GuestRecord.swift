import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// One person's part in one meetup, the host's included.
struct GuestRecord: ExpiringRecord, Equatable {
    static let table = "meetup_guests"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.ofPerson,
                exported: ExportSection(
                    "meetup_parts", of: "Meetups", "What the person is to a meetup: `meetup_id`, `attendance`"),
                erase: .ofGuest
            ) { guest, exporting in
                guard let meetup = try MeetupRecord.of(guest.meetupID, in: exporting.reader),
                    try meetup.isWithoutHost || exporting.sees(meetup.hostID)
                else { return nil }
                return ExportedPart(
                    meetupID: guest.meetupID, attendance: guest.attendance(at: meetup, now: exporting.now))
            }, .group(of: Self.ofHost, erase: .ofHost))
    }
    /// All of a person.
    static let ofPerson = "of person"
    /// All of a host's meetups.
    static let ofHost = "of host"
    /// Those of a person that are their concern, by the start of the meetup.
    static let byPerson = "person"
    /// The same without invitations, and without the meetups that they host.
    static let byGuest = "guest"
    /// Those in which the person attends, alike. No one else can make them more.
    private static let attendedByPerson = "person attends"
    /// All that were ever begun with a meetup, by number.
    static let byMeetup = "meetup"
    /// Those who attend, and those that the host sees beside them, by the time since when.
    static let attending = "attending"
    static let seenByHost = "seen"
    /// Those who wait, in line.
    private static let line = "line"
    /// Parts that are the concern of a person, of one host and that person.
    private static let byPair = "pair"
    /// Those of a meetup that time changes, by when.
    private static let dueHere = "due here"
    /// Those of a person whose outcome is not counted yet, by the end of the meetup.
    private static let uncounted = "uncounted"

    let meetupID: MeetupID
    let userID: UserID
    private(set) var hostID: UserID
    /// In the order in which people came to the meetup for the first time.
    let number: Int64
    private(set) var state: AttendanceState
    private(set) var companions = 0
    private(set) var since: Date
    /// The place in line, of a person who waits.
    private(set) var turn: Int64 = 0
    /// Until when an offer or an invitation holds, unless the meetup begins before.
    private(set) var until: Date?
    /// The request that waits for the host.
    private(set) var requestID: JoinRequestID?
    private(set) var invitationID: InvitationID?
    /// Of the meetup, as it was when this was last written.
    private(set) var span: TimeSpan
    private var dueAt: Date?
    /// When the person last said that they come: asked to, where the host has let them in.
    private(set) var agreedAt: Date?
    /// When the person cancelled late what they had agreed to, and did not come after all.
    private(set) var lateCancelledAt: Date?
    /// Whether what came of it stands in the person's ``AttendanceRecord``.
    private(set) var isCounted = false

    /// - Parameter state: `host` for the host.
    init(_ userID: UserID, at meetup: inout MeetupRecord, _ state: AttendanceState = .absent, since: Date) {
        meetupID = meetup.id
        self.userID = userID
        self.state = state
        hostID = meetup.hostID
        number = meetup.next()
        self.since = since
        span = meetup.plan.span
    }

    var key: String { Self.key(meetupID, userID) }
    /// How many places the person takes, or would take.
    var party: Int { 1 + companions }
    var expiresAt: Date { span.end.addingTimeInterval(MeetupRecord.retention) }

    static func key(_ meetup: MeetupID, _ person: UserID) -> String { "\(meetup)>\(person)" }

    var indexEntries: [IndexEntry] {
        let order = PlaceInOrder.rank(since, number: number)
        let start = PlaceInOrder.rank(span.start, meetupID.rawValue)
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
            let pair = "\(hostID)>\(userID)"
            entries.append(IndexEntry(Self.byPair, group: pair, rank: span.end.milliseconds))
        }
        if state.isAttending {
            entries.append(IndexEntry(Self.attending, group: meetupID.rawValue, rank: order))
            entries.append(IndexEntry(Self.attendedByPerson, group: userID.rawValue, rank: start))
        }
        if state.isListed(forHost: true) {
            entries.append(IndexEntry(Self.seenByHost, group: meetupID.rawValue, rank: order))
        }
        if state == .waiting { entries.append(IndexEntry(Self.line, group: meetupID.rawValue, rank: turn)) }
        if let dueAt {
            entries.append(Self.dueEntry(at: dueAt))
            entries.append(IndexEntry(Self.dueHere, group: meetupID.rawValue, rank: dueAt.milliseconds))
        }
        if mayCount {
            entries.append(IndexEntry(Self.uncounted, group: userID.rawValue, rank: span.end.milliseconds))
        }
        return entries
    }
}

extension GuestRecord {
    /// Puts the person into a state from now on.
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
        if state == .waiting { turn = meetup.next() }
        if state != .requested { requestID = nil }
        if state != .invited { invitationID = nil }
        follow(meetup)
    }

    /// When a person that the host lets in now has agreed to come. A person who is let in long after they have asked,
    /// and shortly before the start, may not know of it, and has agreed to nothing until they say so again.
    private func agreedByAsking(_ meetup: MeetupRecord, _ now: Date) -> Date? {
        let isSoon = now > meetup.plan.span.start.addingTimeInterval(-86_400)
        return isSoon && now > since.addingTimeInterval(3 * 3_600) ? nil : since
    }

    /// Names the request by which the person has asked.
    mutating func attach(_ request: JoinRequestID) { requestID = request }

    /// Names the invitation that the person has.
    mutating func attach(_ invitation: InvitationID) { invitationID = invitation }

    /// Takes over the times of the meetup.
    mutating func follow(_ meetup: MeetupRecord) {
        span = meetup.plan.span
        if meetup.isCancelled, state != .host { isCounted = true }  // it comes to nothing
        let change = meetup.isCancelled ? nil : change(at: meetup)?.date
        let count = mayCount ? meetup.times.checkIn.upperBound : nil
        dueAt = [change, count].compactMap(\.self).min()
    }

    /// Notes that what came of it is counted.
    mutating func count(at meetup: MeetupRecord) {
        isCounted = true
        follow(meetup)
    }

    /// Follows a meetup that has lost its host.
    mutating func loseHost(of meetup: MeetupRecord) {
        hostID = meetup.hostID
        follow(meetup)
    }

    /// Takes over another time of the meetup: it makes void that the person has said again that they come.
    mutating func followTime(of meetup: MeetupRecord) {
        if state == .reconfirmed { state = .going }
        follow(meetup)
    }

    /// What the person is to the meetup now: what is written down, and what time has made of it.
    func state(at meetup: MeetupRecord, now: Date) -> AttendanceState {
        state(by: meetup.plan, isCancelled: meetup.isCancelled, now: now)
    }

    /// What the person takes and waits for at a time: the part with the state that time has made of it.
    func settled(at meetup: Meetup, now: Date) -> GuestRecord {
        var guest = self
        guest.state = state(by: meetup.plan, isCancelled: meetup.status == .cancelled, now: now)
        return guest
    }

    private func state(by plan: MeetupPlan, isCancelled: Bool, now: Date) -> AttendanceState {
        if isCancelled { return cancelled.map { after($0) } ?? state }
        guard let change = change(by: plan), change.date <= now else { return state }
        return after(change.action)
    }

    /// What time does to the state, and when.
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

    /// What a cancelled meetup does to the state: whatever waits for a reply lapses.
    var cancelled: AttendanceAction? {
        [.requested, .offered, .invited, .waiting].contains(state) ? .lapse : nil
    }

    /// The state after what only time does.
    func after(_ action: AttendanceAction) -> AttendanceState {
        do { return try state.after(action) } catch { return state }  // time does nothing to other states
    }

    func attendance(at meetup: MeetupRecord, now: Date) -> Attendance {
        Attendance(userID: userID, state: state(at: meetup, now: now), companions: companions, since: since)
    }
}

extension GuestRecord {
    static func of(_ person: UserID, at meetup: MeetupID, in reader: any StoreReader) throws -> GuestRecord? {
        try reader.get(Self.self, key(meetup, person))
    }

    /// A person's parts in the meetups that they host or attend, by start.
    static func attended(
        by person: UserID, _ ranks: ClosedRange<Int64>, _ order: IndexQuery.Order, limit: Int,
        in reader: any StoreReader
    ) throws -> [GuestRecord] {
        try reader.list(
            Self.self,
            IndexQuery(attendedByPerson, group: person.rawValue, ranks: ranks, order: order, limit: limit))
    }

    /// A person's parts in meetups that have ended, whose outcome is not counted yet; the earliest of them.
    static func uncounted(of person: UserID, in reader: any StoreReader, now: Date) throws -> [GuestRecord] {
        let query = IndexQuery(
            uncounted, group: person.rawValue, ranks: .min...now.milliseconds,
            limit: JoinMeetup.mostParts + MeetupLimits.hosted)
        return try reader.list(Self.self, query)
    }

    /// Those who wait, first in line first.
    static func inLine(at meetup: MeetupID, limit: Int, in reader: any StoreReader) throws -> [GuestRecord] {
        try reader.list(Self.self, IndexQuery(line, group: meetup.rawValue, limit: limit))
    }

    /// A guest's parts in the meetups of one host that have not ended, all of them: as many as a guest may have, and
    /// invitations.
    static func parts(
        of guest: UserID, withHost host: UserID, in reader: any StoreReader, now: Date
    ) throws -> [GuestRecord] {
        let query = IndexQuery(
            byPair, group: "\(host)>\(guest)", ranks: now.milliseconds ... .max)
        return try reader.list(Self.self, query)
    }

    /// A person's parts in meetups that begin at a time or later, or may go on then; no more than a person has meetups.
    static func concerns(of person: UserID, from date: Date, in reader: any StoreReader) throws -> [GuestRecord] {
        let ranks = PlaceInOrder.ranks(from: date.beforeLongestMeetup)
        let limit = JoinMeetup.mostParts + MeetupLimits.hosted
        return try reader.list(
            Self.self, IndexQuery(byPerson, group: person.rawValue, ranks: ranks, limit: limit))
    }

    /// Those of a meetup that are due.
    static func due(
        at meetup: MeetupID, limit: Int, in reader: any StoreReader, now: Date
    ) throws -> [GuestRecord] {
        let query = IndexQuery(dueHere, group: meetup.rawValue, ranks: .min...now.milliseconds, limit: limit)
        return try reader.list(Self.self, query)
    }

    /// Those of a meetup with a higher number, in order.
    static func list(
        at meetup: MeetupID, after number: Int64, limit: Int, in reader: any StoreReader
    ) throws -> [GuestRecord] {
        let ranks = number + 1...Int64.max
        return try reader.list(Self.self, IndexQuery(byMeetup, group: meetup.rawValue, ranks: ranks, limit: limit))
    }
}

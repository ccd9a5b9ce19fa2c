import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore
import Profiles
import Reputation
import Trust

/// A unit of work that changes a meetup and its guests in one transaction.
///
/// The transition table of `AttendanceState` defines every change. When a person leaves the state `requested` or
/// `invited`, the ledger also closes the request or the invitation. Call ``commit()`` at the end: it stores the meetup
/// and appends the events.
struct AttendanceLedger {
    /// The maximum number of due records, and of offers, that one transaction processes.
    static let batch = 8
    /// The maximum number of people on the wait list that are read to find a party that fits.
    private static let maxWaitlistRead = 50
    /// The maximum number of attendees that are read to find the guests who have checked in.
    private static let maxArrivalsRead = 50

    let context: BackendContext
    let transaction: LogTransaction
    private(set) var meetup: MeetupRecord
    private let before: MeetupRecord
    private var changes: [Change] = []
    /// The attendance statistics that have changed, by key. ``commit()`` stores them.
    private var attendance: [String: AttendanceStatisticsRecord] = [:]
    private var arrived: [UserID]?

    /// A changed attendance record, and its state before the change.
    struct Change {
        let before: AttendanceState
        var guest: GuestRecord
    }

    init(of meetup: MeetupRecord, _ context: BackendContext, in transaction: LogTransaction) {
        self.meetup = meetup
        before = meetup
        self.context = context
        self.transaction = transaction
    }

    var now: Date { transaction.now }

    /// Returns the current attendance record of a person, or a new record. Applies the effects of time first.
    mutating func guest(_ id: UserID) throws -> GuestRecord {
        if let change = changes.last(where: { $0.guest.userID == id }) { return change.guest }
        guard let guest = try GuestRecord.of(id, at: meetup.id, in: transaction) else {
            return GuestRecord(id, at: &meetup, since: now)
        }
        return try updated(guest)
    }

    /// Applies an action to an attendance record. Has no effect if the action was applied before.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - guest: The current record, from ``guest(_:)``.
    ///   - conditions: The conditions under which the transition table selects the next state.
    ///   - companions: The new number of companions; `nil` for no change.
    ///   - until: The expiry of an offer or invitation.
    ///   - reason: The reason of the host for a declined request.
    /// - Returns: The record after the action.
    /// - Throws: ``HTTPProblem`` if the table has no transition for the action.
    @discardableResult mutating func perform(
        _ action: AttendanceAction, _ guest: GuestRecord, given conditions: AttendanceConditions = .init(),
        companions: Int? = nil, until: Date? = nil, reason: DeclineReason? = nil
    ) throws -> GuestRecord {
        let next: AttendanceState
        do {
            next = try guest.state.after(action, given: conditions)
        } catch {
            throw HTTPProblem.refusal(error)
        }
        guard next != guest.state else { return guest }
        var moved = guest
        moved.move(to: next, at: &meetup, companions: companions, until: until, now: now)
        meetup.recount(guest, as: moved)
        if next == .checkedIn {
            meetup.arrived += 1
            try PointRecord.earn(.checkedIn, by: guest.userID, at: meetup.id, in: transaction)
        }
        try transaction.put(moved)
        note(moved, before: guest.state)
        if let request = guest.requestID { try close(request, in: next, reason: reason) }
        if let invitation = guest.invitationID { try close(invitation, by: action, companions: moved.companions) }
        return moved
    }

    /// Applies an action that guests take about their own attendance. Has no effect if the action was applied before.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - guest: The current record of the guest.
    ///   - view: The view of the same guest.
    ///   - companions: The new number of companions; `nil` for no change.
    /// - Returns: The record after the action.
    /// - Throws: ``HTTPProblem`` if the table has no transition for the action, or if the action is too early or too
    ///   late.
    mutating func perform(
        _ action: AttendanceAction, asGuest guest: GuestRecord, _ view: MeetupView, companions: Int? = nil
    ) throws -> GuestRecord {
        let shown = view.meetup(meetup, guest)
        if let refusal = shown.refusal(of: action, at: now) { throw HTTPProblem(refusal) }
        var conditions = shown.conditions(at: now)
        conditions.hasRoom = hasRoom(for: 1 + (companions ?? guest.companions))
        return try perform(action, guest, given: conditions, companions: companions)
    }

    /// Stores an attendance record that changed without an action.
    mutating func put(_ guest: GuestRecord) throws {
        try transaction.put(guest)
        if let index = changes.firstIndex(where: { $0.guest.userID == guest.userID }) { changes[index].guest = guest }
    }

    /// Replaces the meetup after a change of its plan or a cancellation.
    mutating func replace(_ meetup: MeetupRecord) { self.meetup = meetup }

    /// Whether a party of this size fits now, and no guest waits.
    func hasRoom(for party: Int) -> Bool {
        meetup.waiting(at: now) == 0 && (meetup.plan.capacity.map { meetup.taken(at: now) + party <= $0 } ?? true)
    }

    /// Whether a party of this size could ever fit beside the host.
    func everHasRoom(for party: Int) -> Bool { meetup.plan.capacity.map { party < $0 } ?? true }

    private mutating func note(_ guest: GuestRecord, before: AttendanceState) {
        if let index = changes.firstIndex(where: { $0.guest.userID == guest.userID }) {
            changes[index].guest = guest
        } else {
            changes.append(Change(before: before, guest: guest))
        }
    }
}

extension AttendanceLedger {
    /// Applies due changes to at most ``batch`` attendance records, and offers the places that become free.
    mutating func applyDueChanges() throws {
        for guest in try GuestRecord.due(at: meetup.id, limit: Self.batch, in: transaction, now: now) {
            _ = try updated(guest)
        }
        try promoteFromWaitlist()
    }

    /// Returns the record after the effects of time or of the end of the meetup. Updates the statistics with the
    /// outcome.
    mutating func updated(_ guest: GuestRecord) throws -> GuestRecord { try counted(changed(guest)) }

    /// Counts the outcome of an attendance record once. The record stores that it was counted.
    private mutating func counted(_ guest: GuestRecord) throws -> GuestRecord {
        guard guest.mayCount, meetup.times.checkIn.upperBound <= now else { return guest }
        var counted = guest
        counted.count(at: meetup)
        try put(counted)
        guard let outcome = guest.outcome(at: meetup, now: now) else { return counted }
        var record = try attendance(guest.userID.rawValue)
        var campus = try attendance(AttendanceStatisticsRecord.key(ofCampus: meetup.campus))
        record.count(outcome, with: guest.otherHost, at: meetup.plan.span.end)
        campus.count(outcome, with: nil, at: meetup.plan.span.end)
        if [.kept, .late].contains(outcome) {
            if !meetup.isWithoutHost {
                var host = try attendance(meetup.hostID.rawValue)
                host.meet(guest.userID, at: meetup.plan.span.end)
                attendance[host.key] = host
            }
            for other in try arrivals() { record.meet(other, at: meetup.plan.span.end) }
        }
        try earn(outcome, guest, record)
        for changed in [campus, record] { attendance[changed.key] = changed }
        return counted
    }

    /// Awards points for an outcome.
    ///
    /// Two accounts that meet repeatedly earn little. A guest earns points for three meetups of the same host. A host
    /// earns points only while the number of hosted meetups exceeds the number of met people by at most one.
    private func earn(_ outcome: AttendanceOutcome, _ guest: GuestRecord, _ record: AttendanceStatisticsRecord) throws {
        let reason: SocialPointReason
        switch outcome {
        case .kept where record.kept(with: meetup.hostID) <= 3: reason = .keptMeetup
        case .hosted where record.counts.hosted <= 1 + record.peopleMet: reason = .hostedMeetup
        default: return
        }
        try PointRecord.earn(reason, by: guest.userID, at: meetup.id, in: transaction)
    }

    private mutating func attendance(_ key: String) throws -> AttendanceStatisticsRecord {
        if let known = attendance[key] { return known }
        return try AttendanceStatisticsRecord.of(key, in: transaction)
    }

    /// Returns the guests who have checked in, from at most ``maxArrivalsRead`` attendees. Only these count as people
    /// that a person has met.
    private mutating func arrivals() throws -> [UserID] {
        if let arrived { return arrived }
        let query = IndexQuery(GuestRecord.attending, group: meetup.id.rawValue, limit: Self.maxArrivalsRead)
        let found = try transaction.list(GuestRecord.self, query).filter { $0.state == .checkedIn }.map(\.userID)
        arrived = found
        return found
    }

    private mutating func changed(_ guest: GuestRecord) throws -> GuestRecord {
        if meetup.isCancelled { return try guest.cancelled.map { try perform($0, guest) } ?? guest }
        guard let change = guest.change(at: meetup), change.date <= now else {
            var followed = guest
            followed.follow(meetup)
            if followed != guest { try transaction.put(followed) }
            return followed
        }
        return try perform(change.action, guest)
    }

    /// Ends the attendance, request or invitation of a person. Has no effect after a check-in or the end of an
    /// attendance.
    mutating func remove(_ guest: GuestRecord) throws {
        switch guest.state {
        case .requested: try perform(.leave, guest)
        case .invited: try perform(.uninvite, guest)
        case .waiting, .offered, .going, .reconfirmed: try perform(.remove, guest)
        default: return
        }
    }

    /// Offers free places to the wait list, in order. Skips a party that is larger than the number of free places.
    mutating func promoteFromWaitlist() throws {
        guard meetup.waiting(at: now) > 0, meetup.plan.capacity.map({ meetup.taken(at: now) < $0 }) ?? true else {
            return
        }
        var offers = 0
        for guest in try GuestRecord.onWaitlist(at: meetup.id, limit: Self.maxWaitlistRead, in: transaction) {
            let free = meetup.plan.capacity.map { $0 - meetup.taken(at: now) } ?? .max
            guard free > 0 else { return }
            guard offers < Self.batch else {
                return try MeetupFanOutJob(.places, of: meetup.id, at: now).save(in: transaction)
            }
            guard guest.party <= free else { continue }
            try perform(.offer, guest, until: meetup.times.offerExpires(offeredAt: now))
            offers += 1
        }
    }
}

extension AttendanceLedger {
    /// Closes the request of a person whose state has changed from `requested`. Notifies the host.
    private func close(_ id: JoinRequestID, in state: AttendanceState, reason: DeclineReason?) throws {
        guard var record = try transaction.get(JoinRequestRecord.self, id.rawValue), record.request.status == .pending
        else { return }
        switch state {
        case .requested: return
        case .going, .waiting: record.close(.approved, at: now)
        case .declined: record.close(.declined, reason: reason, at: now)
        case .expired: record.close(.expired, at: now)
        default: record.close(.withdrawn, at: now)
        }
        try transaction.put(record)
        try transaction.append(
            .meetupRequestClosed, to: meetup.hostID, about: record.request.requesterID, touches: [.meetupRequests],
            data: Keyed(id))
    }

    /// Closes the invitation of a person whose state has changed from `invited`. Notifies the person and the host.
    private func close(_ id: InvitationID, by action: AttendanceAction, companions: Int) throws {
        guard var record = try transaction.get(InvitationRecord.self, id.rawValue), record.invitation.isUnsettled else {
            return
        }
        switch action {
        case .join: record.reply(.yes, companions: companions)
        case .leave: record.reply(.no, companions: 0)
        case .lapse: record.end(.lapsed)
        default: record.end(.withdrawn)
        }
        try transaction.put(record)
        try transaction.append(
            .meetupInvitationClosed, to: record.invitation.inviteeID, about: meetup.hostID,
            touches: [.meetupInvitations], data: Keyed(id))
        try notifyHost(of: record)
    }

    /// Notifies the host of a changed invitation.
    func notifyHost(of record: InvitationRecord) throws {
        guard let host = try transaction.get(AccountRecord.self, meetup.hostID.rawValue),
            let person = try MeetupView(of: host, context, at: now)
                .person(record.invitation.inviteeID, in: transaction)
        else { return }
        let sent = SentInvitation(invitation: record.invitation(at: meetup, now: now), person: person)
        try transaction.append(
            .meetupInvitationChanged, to: meetup.hostID, about: person.id, touches: [.sentMeetupInvitations],
            data: sent)
    }
}

extension AttendanceLedger {
    /// Stores the meetup and the statistics. Notifies the host and each person whose attendance has changed.
    func commit() throws {
        if meetup != before { try transaction.put(meetup) }
        for record in attendance.values.sorted(by: { $0.key < $1.key }) { try transaction.put(record) }
        let host = try transaction.get(AccountRecord.self, meetup.hostID.rawValue)
        for change in changes where change.before != change.guest.state {
            if change.before.isAttending != change.guest.state.isAttending { try noteAttendance(change) }
            try notifyPerson(of: change)
            if let host { try notify(host, of: change) }
        }
        if let host, meetup.isShownOtherwise(than: before) { try sendMeetup(to: host, nil) }
    }

    /// Updates shared plans, blocked-person warnings and higher features after a person joins or leaves.
    private func noteAttendance(_ change: Change) throws {
        // The plan of a guest who did not check in stays shared: that guest may need help.
        guard change.guest.state != .noShow else { return }
        let (person, isComing) = (change.guest.userID, change.guest.state.isAttending)
        if meetup.isObserved {
            try transaction.notifyObservers(of: isComing ? .joined(meetup.id, person) : .left(meetup.id, person))
        }
        if !isComing { try SharedPlanRecord.end(of: person, at: meetup.id, in: transaction) }
        // During an erasure, a blocker is warned of a blocked person who joins, but is not notified of a departure.
        guard isComing || !transaction.isErasing else { return }
        try BlockedGuests.notify(of: person, at: meetup.id, isComing: isComing, in: transaction)
    }

    /// Notifies a person of the meetup as the person sees it now, or that the person no longer finds it.
    func sendMeetup(to account: AccountRecord, _ guest: GuestRecord?) throws {
        let view = MeetupView(of: account, context, at: now)
        let isHost = account.id == meetup.hostID
        let (subject, touches) = (isHost ? nil : meetup.hostSubject, [ListName.meetups, .myMeetups])
        guard let listing = try view.listing(meetup, guest, in: transaction) else { return }
        if try view.finds(meetup, guest, isMatch: try isMatchOfHost(account)) {
            try transaction.append(.meetupChanged, to: account.id, about: subject, touches: touches, data: listing)
        } else {
            try transaction.append(
                .meetupGone, to: account.id, about: subject, touches: touches, data: Keyed(meetup.id))
        }
    }

    private func isMatchOfHost(_ account: AccountRecord) throws -> Bool {
        guard let host = try transaction.get(AccountRecord.self, meetup.hostID.rawValue) else { return false }
        return try Visibility(of: account, in: transaction).viewer(of: host) == .match
    }

    private func notifyPerson(of change: Change) throws {
        // A block between host and guest ends the attendance without an event.
        guard let account = try transaction.get(AccountRecord.self, change.guest.userID.rawValue),
            try meetup.isWithoutHost || Visibility(of: account, in: transaction).account(meetup.hostID) != nil
        else { return }
        try sendMeetup(to: account, change.guest)
        if change.before.isAttending || change.guest.state.isAttending {
            try sendAttendance(of: change.guest, account)
        }
    }

    /// Notifies a person of their own attendance.
    func sendAttendance(of guest: GuestRecord, _ account: AccountRecord) throws {
        guard let person = MeetupView(of: account, context, at: now).oneself else { return }
        try transaction.append(
            .meetupAttendeeChanged, to: account.id, touches: touches(of: guest), data: changed(guest, person))
    }

    /// Notifies the host of a changed attendance.
    func notify(_ host: AccountRecord, of change: Change) throws {
        guard change.before.isListed(forHost: true) || change.guest.state.isListed(forHost: true),
            let person = try MeetupView(of: host, context, at: now).person(change.guest.userID, in: transaction)
        else { return }
        try transaction.append(
            .meetupAttendeeChanged, to: host.id, about: person.id, touches: touches(of: change.guest),
            data: changed(change.guest, person))
    }

    /// Lists that an attendance event changes. After a check-in that follows the end of the meetup, the guest may rate
    /// and be rated.
    private func touches(of guest: GuestRecord) -> [ListName] {
        let isLate = guest.state == .checkedIn && now >= meetup.plan.span.end
        return [.meetupAttendees] + (isLate ? [.dueRatings] : [])
    }

    private func changed(_ guest: GuestRecord, _ person: Person) -> ChangedAttendee {
        ChangedAttendee(meetupID: meetup.id, attendance: guest.attendance(at: meetup, now: now), person: person)
    }
}

extension GuestRecord {
    /// The number of places that the person takes.
    var places: Int { state.takesPlace ? party : 0 }
}

/// Applies changes that are due without a request, such as an expired offer that passes to the next guest on the wait
/// list.
extension GuestRecord: ScheduledRecord {
    func process(_ context: BackendContext, in transaction: LogTransaction) throws {
        guard let meetup = try MeetupRecord.of(meetupID, in: transaction) else { return }
        var ledger = AttendanceLedger(of: meetup, context, in: transaction)
        _ = try ledger.updated(self)
        try ledger.promoteFromWaitlist()
        try ledger.commit()
    }
}

import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore
import Safety
import TimeAndChance
import Validation

/// Does what was agreed for check-ins that were missed, whether the person's phone is alive or not.
///
/// A check-in is marked as missed, and the message to its contact written down, in one transaction; the attempt to hand
/// the message over is noted in that or a later one, before it is made. So no two servers make it at once, and none is
/// lost. An attempt that the mailbox did not accept is repeated with the same identifier, after a pause that doubles.
/// After the last attempt the owner and the operator are notified.
struct AlertContacts {
    /// Of messages about missed check-ins.
    static let perPerson = RateLimit(
        name: "check-in-alerts", tiers: [.init(count: 5, window: 86_400), .init(count: 15, window: 30 * 86_400)])
    /// Of all messages to one address, no matter who causes them.
    static let perAddress = RateLimit(name: "check-in-contact", tiers: [.init(count: 10, window: 86_400)])

    let context: BackendContext
    let transaction: LogTransaction

    private var now: Date { transaction.now }

    /// Notes that a person has not said in time that they are safe, and that their contact is to be told.
    fileprivate func miss(_ record: CheckInRecord) throws {
        var record = record
        // A person who can no longer sign in cannot say that they are safe either.
        let owner = try transaction.certain(AccountRecord.self, record.owner.rawValue)
        guard let owner, context.canCheckIn(owner) else {
            record.end(.ended, at: now)
            return try save(record)
        }
        record.end(.missed, at: now)
        record.noteRefusal(try ContactRecord.isRefusing(record.address, context, in: transaction))
        if !record.checkIn.isContactRefusing {
            try transaction.put(AlertRecord(.missed, of: record.checkIn.id, at: now))
            try Self.perPerson.record(owner.id.rawValue, in: transaction, now: now)
        }
        try save(record)
    }

    /// Attempts to tell a contact.
    func attempt(_ alert: AlertRecord) throws {
        guard var record = try transaction.get(CheckInRecord.self, alert.checkInID.rawValue),
            let owner = try transaction.certain(AccountRecord.self, record.owner.rawValue),
            record.awaits(alert.content)
        else { return try transaction.delete(AlertRecord.self, alert.key) }
        guard let mail = try mail(alert, record, owner) else {
            try transaction.delete(AlertRecord.self, alert.key)
            guard alert.content == .clear || record.checkIn.alertedAt == nil else { return }
            record.noteRefusal(true)
            // Without a failure the owner would read that the contact got the all-clear, or that nobody got an alert
            // that the mailbox may have accepted.
            if alert.content == .clear || record.attemptedAt != nil { record.noteFailure(at: now) }
            return try save(record)
        }
        // The server that made the last attempt has ended before it noted the outcome.
        guard !alert.isSpent else { return try giveUp(alert) }
        if alert.attempts == 0 { try Self.perAddress.record(record.address, in: transaction, now: now) }
        let isInDoubt = record.attemptedAt != nil
        if alert.content == .missed { record.noteAttempt(at: now) }
        try transaction.put(record)
        let noted = try alert.noteAttempt(in: transaction)
        transaction.post(
            PostedAlert(mail: mail) { [context] outcome, transaction in
                try AlertContacts(context: context, transaction: transaction)
                    .note(outcome, of: noted, isInDoubt: isInDoubt)
            })
    }

    /// Notes how the mailbox has responded to an attempt.
    ///
    /// - Parameter isInDoubt: Whether the mailbox may have accepted an earlier attempt.
    func note(_ outcome: MailDelivery.Outcome, of alert: AlertRecord, isInDoubt: Bool = false) throws {
        let isPending = try transaction.get(AlertRecord.self, alert.key)?.attempts == alert.attempts
        switch outcome {
        case .accepted:
            if isPending { try transaction.delete(AlertRecord.self, alert.key) }
            guard var record = try transaction.get(CheckInRecord.self, alert.checkInID.rawValue),
                record.noteAcceptance(of: alert.content, at: now)
            else { return }
            try save(record)
        case .refused, .unknown:
            guard isPending else { return }
            if outcome == .refused, !isInDoubt { try withdrawAttempt(of: alert) }
            if alert.isSpent { return try giveUp(alert) }
            try transaction.put(alert.retried(at: now, jitter: context.random.unit()))
        }
    }

    /// Notes that the mailbox has accepted no attempt of an alert so far. An all-clear that was sent meanwhile states
    /// that the alert may have been sent, and stays.
    private func withdrawAttempt(of alert: AlertRecord) throws {
        guard alert.content == .missed, var record = try transaction.get(CheckInRecord.self, alert.checkInID.rawValue),
            record.awaits(.missed)
        else { return }
        record.withdrawAttempt()
        try transaction.put(record)
    }

    /// Notifies the owner and the operator, unless the owner has said meanwhile that they are safe.
    private func giveUp(_ alert: AlertRecord) throws {
        try transaction.delete(AlertRecord.self, alert.key)
        guard var record = try transaction.get(CheckInRecord.self, alert.checkInID.rawValue),
            record.awaits(alert.content)
        else { return }
        transaction.count(.alertFailed)
        record.noteFailure(at: now)
        try save(record)
    }

    /// `nil` if the contact has refused by now.
    private func mail(_ alert: AlertRecord, _ record: CheckInRecord, _ owner: AccountRecord) throws -> OutgoingMail? {
        let checkIn = record.checkIn
        let token = context.contactToken(record.address)
        let contact = try ContactRecord.of(record.address, context, in: transaction)
        // A text that is no address was never kept.
        guard let recipient = try? EmailAddress(checkIn.contact.email), contact?.refusedAt == nil else { return nil }
        if contact == nil {
            try transaction.put(ContactRecord(key: context.contactKey(token), address: record.address))
        }
        // The alarm reaches a person who has blocked the owner; the owner's own words do not.
        let hasWords = try !isBlocked(owner.id, by: recipient)
        let plan = checkIn.sharesPlan && alert.content == .missed && hasWords ? try plan(of: record, owner) : nil
        let zone = plan.flatMap { TimeZone(identifier: $0.timeZone) } ?? context.timeZone(of: owner.campus)
        let mail = CheckInMail(
            name: TextSafety.separatingLinks(owner.profile?.name ?? ""),
            contact: hasWords ? TextSafety.separatingLinks(checkIn.contact.name) : "",
            dueAt: checkIn.dueAt.clockText(in: zone), zone: zone.identifier, message: hasWords ? checkIn.message : "",
            plan: plan?.lines ?? [], isAlertAccepted: checkIn.alertedAt != nil,
            refusalLink: context.configuration.contactPage + token)
        return OutgoingMail(
            recipient: recipient, content: alert.content == .missed ? .missedCheckIn(mail) : .allClear(mail),
            id: alert.key)
    }

    /// The plan as it is now, as long as the person attends; else as it was when they chose to tell it. Nobody can take
    /// it out of their message, such as by removing or blocking them.
    private func plan(of record: CheckInRecord, _ owner: AccountRecord) throws -> ToldPlan? {
        try reading(orUse: record.plan) {
            guard let id = record.checkIn.meetupID, let meetup = try MeetupRecord.of(id, in: transaction),
                try Visibility(of: owner, in: transaction).account(meetup.hostID) != nil || meetup.hostID == owner.id
            else { return record.plan }
            let guest = try GuestRecord.of(owner.id, at: id, in: transaction)
            let shown = MeetupView(of: owner, context, at: now).meetup(meetup, guest)
            return shown.standing.isAttending ? ToldPlan(shown.plan) : record.plan
        }
    }

    /// Whether the person with an account by an address has blocked another; `true` if the account cannot be read.
    private func isBlocked(_ owner: UserID, by address: EmailAddress) throws -> Bool {
        try reading(orUse: true) {
            // An account is found by an address with and without its tag; no account has a mailbox that is no address.
            let candidates = [address, try? EmailAddress(address.mailbox)].compactMap(\.self)
            let blockers = try candidates.compactMap { try AccountRecord.find($0, in: transaction)?.id }
            return try !blockers.map { BlockRecord.key($0, owner) }.standing(BlockRecord.self, in: transaction).isEmpty
        }
    }

    /// Reads records that an alarm does not wait for.
    ///
    /// - Parameters:
    ///   - fallback: The result if one of the records cannot be read by this version.
    ///   - read: Reads them.
    /// - Throws: Other errors of the store.
    private func reading<Value>(orUse fallback: Value, _ read: () throws -> Value) throws -> Value {
        do {
            return try read()
        } catch StoreError.unreadableRecord, StoreError.newerSchema {
            return fallback
        }
    }

    private func save(_ record: CheckInRecord) throws {
        try transaction.put(record)
        try transaction.appendCheckIn(record)
    }
}

extension BackendContext {
    /// Whether a person can say that they are safe.
    func canCheckIn(_ account: AccountRecord) -> Bool { account.isComplete && !account.isSuspended }
}

extension LogTransaction {
    /// Tells the owner of a check-in how it is now.
    func appendCheckIn(_ record: CheckInRecord) throws {
        try append(.checkInChanged, to: record.owner, touches: [.checkIns], data: Named(record.checkIn))
    }
}

/// Check-ins that were missed.
extension CheckInRecord: DueRecord {
    func settle(_ context: BackendContext, in transaction: LogTransaction) throws {
        try AlertContacts(context: context, transaction: transaction).miss(self)
    }
}

import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore
import Safety
import TimeAndChance
import Validation

/// The sender of alerts and all-clears for check-ins. It runs on the server, so it does not need the person's phone.
///
/// One transaction marks a check-in as missed and stores the message to its contact. The same or a later transaction
/// records each attempt before it is made. So two servers do not attempt at the same time, and no message is lost.
///
/// An attempt that the mail transport did not accept is retried with the same identifier, after a pause that doubles.
/// After the last attempt the owner and the operator are notified.
struct AlertContacts {
    /// Limits alerts of one person.
    static let perPerson = RateLimit(
        name: "check-in-alerts", tiers: [.init(count: 5, window: 86_400), .init(count: 15, window: 30 * 86_400)])
    /// Limits all messages to one address, from all people.
    static let perAddress = RateLimit(name: "check-in-contact", tiers: [.init(count: 10, window: 86_400)])

    let context: BackendContext
    let transaction: LogTransaction

    private var now: Date { transaction.now }

    /// Marks a check-in as missed, and stores the alert to its contact.
    fileprivate func miss(_ record: CheckInRecord) throws {
        var record = record
        // A person who can no longer sign in could not report that they are safe.
        let owner = try transaction.getReadable(AccountRecord.self, record.owner.rawValue)
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

    /// Attempts to send a message to a contact.
    func attempt(_ alert: AlertRecord) throws {
        guard var record = try transaction.get(CheckInRecord.self, alert.checkInID.rawValue),
            let owner = try transaction.getReadable(AccountRecord.self, record.owner.rawValue),
            record.awaits(alert.content)
        else { return try transaction.delete(AlertRecord.self, alert.key) }
        guard let mail = try mail(alert, record, owner) else {
            try transaction.delete(AlertRecord.self, alert.key)
            guard alert.content == .clear || record.checkIn.alertedAt == nil else { return }
            record.noteRefusal(true)
            // Without a recorded failure of an all-clear, the owner would read that the contact got it. Without a
            // recorded failure of an alert, the owner would read that no alert was sent, although the mail transport
            // may have accepted one.
            if alert.content == .clear || record.attemptedAt != nil { record.noteFailure(at: now) }
            return try save(record)
        }
        // The server that made the last attempt stopped before it recorded the outcome.
        guard !alert.isSpent else { return try giveUp(alert) }
        if alert.attempts == 0 { try Self.perAddress.record(record.address, in: transaction, now: now) }
        let isInDoubt = record.attemptedAt != nil
        if alert.content == .missed { record.noteAttempt(at: now) }
        try transaction.put(record)
        let noted = try alert.noteAttempt(in: transaction)
        transaction.post(
            BackgroundMail(mail: mail) { [context] outcome, transaction in
                try AlertContacts(context: context, transaction: transaction)
                    .note(outcome, of: noted, isInDoubt: isInDoubt)
            })
    }

    /// Records the mail transport's response to an attempt.
    ///
    /// - Parameters:
    ///   - outcome: The response.
    ///   - alert: The record that was stored before the attempt.
    ///   - isInDoubt: Whether the mail transport may have accepted an earlier attempt.
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

    /// Records that the mail transport has accepted no attempt of an alert so far. Has no effect on an all-clear that
    /// was sent meanwhile: its text states that the alert may have been sent.
    private func withdrawAttempt(of alert: AlertRecord) throws {
        guard alert.content == .missed, var record = try transaction.get(CheckInRecord.self, alert.checkInID.rawValue),
            record.awaits(.missed)
        else { return }
        record.withdrawAttempt()
        try transaction.put(record)
    }

    /// Deletes the message, and notifies the owner and the operator. Notifies neither if the owner has reported
    /// meanwhile that they are safe.
    private func giveUp(_ alert: AlertRecord) throws {
        try transaction.delete(AlertRecord.self, alert.key)
        guard var record = try transaction.get(CheckInRecord.self, alert.checkInID.rawValue),
            record.awaits(alert.content)
        else { return }
        transaction.count(.alertFailed)
        record.noteFailure(at: now)
        try save(record)
    }

    /// Returns the mail of a message; `nil` if the contact has opted out.
    private func mail(_ alert: AlertRecord, _ record: CheckInRecord, _ owner: AccountRecord) throws -> OutgoingMail? {
        let checkIn = record.checkIn
        let token = context.contactToken(record.address)
        let contact = try ContactRecord.of(record.address, context, in: transaction)
        // Only valid addresses are stored.
        guard let recipient = try? EmailAddress(checkIn.contact.email), contact?.refusedAt == nil else { return nil }
        if contact == nil {
            try transaction.put(ContactRecord(key: context.contactKey(token), address: record.address))
        }
        // A contact who has blocked the owner receives the alert, but not the texts of the owner.
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

    /// Returns the current plan while the owner attends, and otherwise the plan that the owner chose to share.
    ///
    /// So other people cannot remove the plan from the message, for example by removing or blocking the owner.
    private func plan(of record: CheckInRecord, _ owner: AccountRecord) throws -> AlertPlan? {
        try reading(orUse: record.plan) {
            guard let id = record.checkIn.meetupID, let meetup = try MeetupRecord.of(id, in: transaction),
                try Visibility(of: owner, in: transaction).account(meetup.hostID) != nil || meetup.hostID == owner.id
            else { return record.plan }
            let guest = try GuestRecord.of(owner.id, at: id, in: transaction)
            let shown = MeetupView(of: owner, context, at: now).meetup(meetup, guest)
            return shown.attendance.isAttending ? AlertPlan(shown.plan) : record.plan
        }
    }

    /// Whether the account with an address has blocked a person. `true` if the account cannot be read.
    private func isBlocked(_ owner: UserID, by address: EmailAddress) throws -> Bool {
        try reading(orUse: true) {
            // An account is stored under its address with or without the plus tag (`name+tag@…`). If the mailbox is not
            // a valid address, no account has it.
            let candidates = [address, try? EmailAddress(address.mailbox)].compactMap(\.self)
            let blockers = try candidates.compactMap { try AccountRecord.find($0, in: transaction)?.id }
            return try !blockers.map { BlockRecord.key($0, owner) }.existingKeys(of: BlockRecord.self, in: transaction)
                .isEmpty
        }
    }

    /// Reads records that must not delay an alert.
    ///
    /// - Parameters:
    ///   - fallback: The result if this version cannot read one of the records.
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
    /// Whether a person can report that they are safe.
    func canCheckIn(_ account: AccountRecord) -> Bool { account.isComplete && !account.isSuspended }
}

extension LogTransaction {
    /// Notifies the owner of the current state of a check-in.
    func appendCheckIn(_ record: CheckInRecord) throws {
        try append(.checkInChanged, to: record.owner, touches: [.checkIns], data: Keyed(record.checkIn))
    }
}

/// Marks check-ins as missed when they are due.
extension CheckInRecord: ScheduledRecord {
    func process(_ context: BackendContext, in transaction: LogTransaction) throws {
        try AlertContacts(context: context, transaction: transaction).miss(self)
    }
}

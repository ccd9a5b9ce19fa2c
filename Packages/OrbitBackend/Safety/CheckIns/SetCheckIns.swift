import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Safety
import Validation

/// `GET` and `POST /check-ins`, and `extend`, `safe` and `DELETE` of a check-in. Only its owner may call them.
struct SetCheckIns: Operations {
    static let setting = RateLimit(
        name: "check-ins", tiers: [.init(count: 10, window: 3_600), .init(count: 20, window: 86_400)])
    /// Limits check-ins of one person with one address.
    static let settingForOne = RateLimit(
        name: "check-ins-for-one", tiers: [.init(count: 6, window: 86_400)])
    static let extending = RateLimit(name: "check-in-extensions", tiers: [.init(count: 60, window: 3_600)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(CheckInRoutes.list, perform: list),
            context.signedInOnce(
                CheckInRoutes.create, as: .person, BodyReader<CheckInEntry>.json.checked(Self.checked),
                perform: create),
            context.signedInOnce(CheckInRoutes.extend, .json, perform: extend),
            // This request does not first mark an overdue check-in as missed. So a person who is a moment late can still
            // prevent the alert, unless an attempt to send it was made.
            context.signedIn(CheckInRoutes.safe, .none, perform: safe),
            context.signedIn(CheckInRoutes.cancel, .none, perform: cancel),
        ]
    }

    private func list(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult {
        let query = IndexQuery(CheckInRecord.byOwner, group: caller.userID.rawValue)
        let page = try PageReader(call, list: "check-ins \(caller.userID)").page(
            of: CheckInRecord.self, from: [query], in: reader
        ) { $0.expiresAt > call.now || $0.checkIn.state == .running ? $0.checkIn : nil }
        return .success(page, cache: .revalidated)
    }

    /// A valid entry with cleaned texts, and the address of its contact.
    private struct ValidEntry: Sendable {
        let entry: CheckInEntry
        let email: EmailAddress
    }

    private static func checked(_ body: CheckInEntry, at now: Date) throws -> ValidEntry {
        let checked = CheckedCheckIn(body, at: now)
        guard checked.failures.isEmpty, let email = checked.email else {
            throw HTTPProblem.invalidInput(checked.failures, "Check your check-in. Something is not right yet.")
        }
        return ValidEntry(entry: checked.entry, email: email)
    }

    private func create(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ body: CheckedBody<CheckInEntry, ValidEntry>
    ) throws -> OperationResult {
        let valid = try body.value()
        let (entry, address) = (valid.entry, context.contactAddress(valid.email))
        let plan = try plan(for: entry, caller, transaction)
        try limit(caller.userID, address, in: transaction)
        guard try !ContactRecord.isRefusing(address, context, in: transaction) else {
            // Returned instead of thrown, so that the attempt is counted: the response reveals something about the
            // address.
            return .refusal(.contactRefuses)
        }
        let checkIn = SafetyCheckIn(
            id: CheckInID(context.newIdentifier()), meetupID: entry.meetupID, dueAt: entry.dueAt, grace: entry.grace,
            contact: entry.contact, message: entry.message, sharesPlan: entry.sharesPlan, createdAt: call.now)
        let record = CheckInRecord(checkIn, of: caller.userID, address: address, plan: plan)
        return try save(record, in: transaction)
    }

    /// Returns the plan to share; `nil` if the entry does not share a plan.
    ///
    /// - Throws: ``HTTPProblem`` unless the caller attends the meetup of the check-in.
    private func plan(
        for entry: CheckInEntry, _ caller: Caller, _ transaction: LogTransaction
    ) throws -> AlertPlan? {
        guard let id = entry.meetupID else { return nil }
        let view = MeetupView(of: caller.account, context, at: transaction.now)
        let found = try MeetupAccess(id, by: caller.account, view, in: transaction).forAttendees()
        return entry.sharesPlan ? AlertPlan(view.meetup(found.meetup, found.guest).plan) : nil
    }

    /// Checks the limits of new check-ins. They count earlier check-ins and messages, so they never suppress an alert
    /// of an existing check-in.
    ///
    /// - Throws: ``HTTPProblem`` if one of the limits is reached.
    private func limit(_ person: UserID, _ address: String, in transaction: LogTransaction) throws {
        let now = transaction.now
        // Scheduled work may not have marked all missed check-ins yet.
        let running = try CheckInRecord.running(of: person, limit: 2 * CheckInLimits.open, in: transaction)
            .filter { $0.checkIn.state(at: now) == .running }
        guard running.count < CheckInLimits.open else {
            throw HTTPProblem.limitReached(
                "You have too many open check-ins. End one first.", most: CheckInLimits.open)
        }
        let waits = [
            try AlertContacts.perPerson.wait(for: person.rawValue, in: transaction, now: now),
            try AlertContacts.perAddress.wait(for: address, in: transaction, now: now),
        ]
        if let wait = waits.compactMap(\.self).max() {
            throw HTTPProblem.rateLimited(
                wait: wait, "Too many check-ins were missed lately. Choose another contact, or try again later.")
        }
        try RateLimit.admit(
            [(Self.setting, person.rawValue), (Self.settingForOne, "\(person)>\(address)")], in: transaction, now: now,
            message: "You have set many check-ins lately. Try again later.")
    }

    private func extend(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: ExtendCheckInRequest
    ) throws -> OperationResult {
        var record = try found(call, caller, transaction)
        guard record.checkIn.state(at: call.now) == .running else { throw HTTPProblem.checkInOver }
        guard body.dueAt != record.checkIn.dueAt else { return .success(Keyed(record.checkIn)) }
        let failures = CheckInRules.failures(inDue: body.dueAt, after: record.checkIn.dueAt, at: call.now)
        try failures.refuse("Choose a later time, at most two days from now.")
        try Self.extending.admit(
            caller.userID.rawValue, in: transaction, now: call.now,
            message: "You have moved check-ins to a later time often. Say that you are safe instead.")
        record.extend(to: body.dueAt)
        return try save(record, in: transaction)
    }

    private func safe(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        var record = try found(call, caller, transaction)
        switch record.checkIn.state {
        case .safe: return .success(Keyed(record.checkIn))
        case .running, .missed: break
        default: throw HTTPProblem.checkInOver
        }
        // An alert without an attempt is no longer sent.
        try withdrawUnsent(of: record, in: transaction)
        if record.markSafe(at: call.now) {
            let alert = AlertRecord(.clear, of: record.checkIn.id, at: call.now)
            try transaction.put(alert)
            try transaction.put(record)
            try AlertContacts(context: context, transaction: transaction).attempt(alert)
            // The attempt has changed the stored record. It has notified the owner if the contact has opted out.
            record = try transaction.get(CheckInRecord.self, record.key) ?? record
            guard record.checkIn.undeliveredAt == nil else { return .success(Keyed(record.checkIn)) }
        }
        return try save(record, in: transaction)
    }

    /// Deletes the alert unless it was attempted. After an attempt, the mail transport may have accepted it.
    private func withdrawUnsent(of record: CheckInRecord, in transaction: LogTransaction) throws {
        let key = AlertRecord.key(.missed, record.checkIn.id)
        if let alert = try transaction.get(AlertRecord.self, key), alert.attempts == 0 {
            try transaction.delete(AlertRecord.self, key)
        }
    }

    private func cancel(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Void
    ) throws -> OperationResult {
        var record = try found(call, caller, transaction)
        switch record.checkIn.state(at: call.now) {
        case .cancelled, .safe: return .success(Keyed(record.checkIn))
        case .running: break
        default: throw HTTPProblem.checkInOver
        }
        record.end(.cancelled, at: call.now)
        return try save(record, in: transaction)
    }

    private func save(_ record: CheckInRecord, in transaction: LogTransaction) throws -> OperationResult {
        try transaction.put(record)
        try transaction.appendCheckIn(record)
        return .success(Keyed(record.checkIn))
    }

    /// Returns the caller's check-in in the path of a request.
    ///
    /// - Throws: ``HTTPProblem/notFound`` for another person's check-in, and for an unknown identifier.
    private func found(
        _ call: RequestContext, _ caller: Caller, _ transaction: LogTransaction
    ) throws -> CheckInRecord {
        let id = call.parameter("check_in_id")
        guard let record = try CheckInRecord.of(id, owner: caller.userID, in: transaction) else {
            throw HTTPProblem.notFound
        }
        return record
    }
}

import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Validation

/// The last day on which free hours or the home of a deleted account took effect.
///
/// Each change of these values reveals more to the person about the values of other people. A new account would do the
/// same. Therefore, neither value of a new account of the same mailbox is compared until the wait for a change has
/// passed.
struct EffectiveDayRecord: ExpiringRecord {
    static let table = "counted_days"
    static var personalData: PersonalData<Self> {
        .none("The digest of an erased account's address and a day, for \(EffectiveValues.days) days from that day.")
    }

    /// Digest of the mailbox.
    let key: String
    let day: CalendarDay

    /// The expiry, with a precision of one day: midnight UTC, two days after the wait. Every time zone has then reached
    /// a day on which the record has no effect.
    var expiresAt: Date { Date(timeIntervalSince1970: Double(day.sinceEpoch + EffectiveValues.days + 2) * 86_400) }
    var indexEntries: [IndexEntry] { [expiryEntry] }

    /// Stores the day of an account that is being erased, if the day still has an effect.
    static func keep(_ account: AccountRecord, _ context: BackendContext, in transaction: LogTransaction) throws {
        let today = context.day(on: account.campus, at: transaction.now)
        guard let day = account.effectiveValues.lastStart(in: account.profile, on: today), Self.holds(day, on: today)
        else { return }
        try transaction.put(Self(key: key(account.mailbox, context), day: day))
    }

    /// Returns the stored day for a new account of an address; `nil` if its values are compared at once.
    static func day(
        of email: EmailAddress, on campus: String, _ context: BackendContext, in transaction: LogTransaction
    ) throws -> CalendarDay? {
        let today = context.day(on: campus, at: transaction.now)
        let record = try transaction.get(Self.self, key(email.mailbox, context))
        return record.flatMap { holds($0.day, on: today) ? $0.day : nil }
    }

    private static func holds(_ day: CalendarDay, on today: CalendarDay) -> Bool {
        today < day.advanced(byDays: EffectiveValues.days)
    }

    private static func key(_ mailbox: String, _ context: BackendContext) -> String {
        context.digest.hexadecimal(.countedAddress, mailbox)
    }
}

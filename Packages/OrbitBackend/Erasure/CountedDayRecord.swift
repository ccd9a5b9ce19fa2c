import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore
import Validation

/// The last day from which hours or a home of a person counted whose account was erased. A new account is a new look at
/// everyone's, so until that look would have been due anyway, an account of the same mailbox is compared by neither.
struct CountedDayRecord: ExpiringRecord {
    static let table = "counted_days"
    static var personalData: PersonalData<Self> {
        .none("The digest of an erased account's address and a day, for \(CountedValues.days) days from that day.")
    }

    /// Digest of the mailbox.
    let key: String
    let day: CalendarDay

    /// No finer than the day. By then every clock on earth shows a day on which it means nothing.
    var expiresAt: Date { Date(timeIntervalSince1970: Double(day.sinceEpoch + CountedValues.days + 2) * 86_400) }
    var indexEntries: [IndexEntry] { [expiryEntry] }

    /// Keeps the day of an account that is erased, as long as it means something.
    static func keep(_ account: AccountRecord, _ context: BackendContext, in transaction: LogTransaction) throws {
        let today = context.day(on: account.campus, at: transaction.now)
        guard let day = account.counted.lastStart(in: account.profile, on: today), Self.holds(day, on: today)
        else { return }
        try transaction.put(Self(key: key(account.mailbox, context), day: day))
    }

    /// The day that a new account of an address begins with; `nil` if it is compared at once.
    static func day(
        of email: EmailAddress, on campus: String, _ context: BackendContext, in transaction: LogTransaction
    ) throws -> CalendarDay? {
        let today = context.day(on: campus, at: transaction.now)
        let record = try transaction.get(Self.self, key(email.mailbox, context))
        return record.flatMap { holds($0.day, on: today) ? $0.day : nil }
    }

    private static func holds(_ day: CalendarDay, on today: CalendarDay) -> Bool {
        today < day.advanced(byDays: CountedValues.days)
    }

    private static func key(_ mailbox: String, _ context: BackendContext) -> String {
        context.digest.hexadecimal(.countedAddress, mailbox)
    }
}

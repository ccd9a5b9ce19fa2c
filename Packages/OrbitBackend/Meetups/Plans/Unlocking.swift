import BackendRuntime
import Meetups
import OrbitModels
import Trust

/// Whether a person's level allows what they want to do. It is looked up at most once, and only for what a newcomer may
/// not do.
struct Unlocking {
    private let account: AccountRecord
    private let unlocks: TrustUnlocks
    private let transaction: LogTransaction
    private var known: TrustStanding?

    init(of account: AccountRecord, _ context: BackendContext, in transaction: LogTransaction) {
        self.account = account
        unlocks = context.configuration.unlocks
        self.transaction = transaction
    }

    /// Throws a ``HTTPProblem`` that says what is needed, to the person and about the person alone.
    mutating func require(_ wish: TrustWish) throws {
        guard !unlocks.allows(wish, at: .newcomer) else { return }
        let standing = try standing()
        guard let gap = unlocks.gap(for: wish, at: standing.level) else { return }
        throw HTTPProblem.notUnlocked(gap, next: standing.nextStep)
    }

    /// How many people may be invited in a day, of those that a limit admits.
    mutating func dailyInvitations(most: Int) throws -> Int {
        let first = unlocks.allowed(at: .newcomer).dailyInvitations
        guard first < most else { return most }
        return min(most, unlocks.allowed(at: try standing().level).dailyInvitations)
    }

    /// Four calls of the store.
    private mutating func standing() throws -> TrustStanding {
        if let known { return known }
        var attendance = try AttendanceRecord.of(account.id.rawValue, in: transaction)
        let standing = try attendance.catchUpStanding(of: account, in: transaction, now: transaction.now)
        known = standing
        return standing
    }
}

extension MeetupPlan {
    /// How many places it has. Without a limit it has as many as any meetup.
    var places: Int { capacity ?? MeetupLimits.capacity.upperBound }
}

extension HTTPProblem {
    static func notUnlocked(_ gap: TrustGap, next: TrustStep?) -> HTTPProblem {
        let message = [gap.phrase(), next?.phrase() ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        return HTTPProblem(
            403, .notUnlocked, message, details: gap.level.map { ["level": .text($0.rawValue)] } ?? [:])
    }
}

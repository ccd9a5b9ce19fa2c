import BackendRuntime
import Meetups
import OrbitModels
import Trust

/// A check of the actions that a person's trust level allows. The level is looked up at most once, and only for actions
/// that a newcomer may not take.
struct TrustGate {
    private let account: AccountRecord
    private let unlocks: TrustUnlocks
    private let transaction: LogTransaction
    private var known: TrustStanding?

    init(of account: AccountRecord, _ context: BackendContext, in transaction: LogTransaction) {
        self.account = account
        unlocks = context.configuration.unlocks
        self.transaction = transaction
    }

    /// Checks that the trust level allows an action.
    ///
    /// - Throws: ``HTTPProblem`` with the missing requirement. It contains data of this person alone, and only this
    ///   person receives it.
    mutating func require(_ action: GatedAction) throws {
        guard !unlocks.allows(action, at: .newcomer) else { return }
        let standing = try standing()
        guard let missing = unlocks.missingRequirement(for: action, at: standing.level) else { return }
        throw HTTPProblem.notUnlocked(missing, next: standing.nextStep)
    }

    /// Returns the number of people that the person may invite in a day, at most `most`.
    mutating func dailyInvitations(most: Int) throws -> Int {
        let first = unlocks.allowed(at: .newcomer).dailyInvitations
        guard first < most else { return most }
        return min(most, unlocks.allowed(at: try standing().level).dailyInvitations)
    }

    /// Returns the trust standing. The first call takes four store calls.
    private mutating func standing() throws -> TrustStanding {
        if let known { return known }
        var attendance = try AttendanceStatisticsRecord.of(account.id.rawValue, in: transaction)
        let standing = try attendance.catchUpStanding(of: account, in: transaction, now: transaction.now)
        known = standing
        return standing
    }
}

extension MeetupPlan {
    /// The number of places. For a plan without a capacity, it is the maximum capacity of a meetup.
    var places: Int { capacity ?? MeetupLimits.capacity.upperBound }
}

extension HTTPProblem {
    static func notUnlocked(_ missing: MissingRequirement, next: TrustStep?) -> HTTPProblem {
        let message = [missing.phrase(), next?.phrase() ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
        return HTTPProblem(
            403, .notUnlocked, message, details: missing.level.map { ["level": .text($0.rawValue)] } ?? [:])
    }
}

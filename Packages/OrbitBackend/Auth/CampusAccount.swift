import BackendRuntime
import Foundation
import OrbitModels

extension CampusStanding {
    init(_ address: CampusAddress, day: CalendarDay) {
        self.init(evidence: address.evidence, role: address.role, day: day)
    }
}

extension AccountRecord {
    /// A new account of an address, on the campus that its domain stands for.
    init(id: UserID, _ address: CampusAddress, _ context: BackendContext, in transaction: LogTransaction) throws {
        let campus = try CampusDomainRecord.campus(of: address, context, in: transaction)
        self.init(
            id: id, email: address.email, campus: campus,
            standing: CampusStanding(address, day: context.day(on: campus, at: transaction.now)),
            createdAt: transaction.now,
            lastCounted: try CountedDayRecord.day(of: address.email, on: campus, context, in: transaction))
    }

    /// The account after a sign-in with one of its addresses: the campus stays, and what shows it is of today.
    func confirming(
        _ address: CampusAddress, _ context: BackendContext, in transaction: LogTransaction
    ) throws -> AccountRecord {
        try CampusDomainRecord.keep(address, campus: campus, in: transaction)
        let standing = CampusStanding(address, day: context.day(on: campus, at: transaction.now))
        guard standing != self.standing else { return self }
        var account = self
        account.standing = standing
        try transaction.put(account)
        return account
    }
}

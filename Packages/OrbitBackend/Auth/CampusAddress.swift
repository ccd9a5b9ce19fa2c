import BackendRuntime
import Foundation
import OrbitModels
import Validation

/// An address of a campus, and what shows that it is one.
struct CampusAddress {
    let email: EmailAddress
    let membership: CampusMembership
    let evidence: CampusStanding.Evidence
    /// As far as the address tells.
    let role: CampusRole
}

extension BackendContext {
    /// The address in its normal form and the campus it belongs to; throws a ``HTTPProblem`` that says which
    /// it lacks.
    func campusAddress(_ text: String) throws -> CampusAddress {
        do {
            let email = try EmailAddress(text)
            if let membership = vouchedMembership(of: email) {
                return CampusAddress(email: email, membership: membership, evidence: .vouchedFor, role: .unknown)
            }
            let membership = try configuration.campuses.membership(of: email)
            return CampusAddress(
                email: email, membership: membership,
                evidence: membership.evidence == .listed ? .listedDomain : .suffixRule, role: membership.role)
        } catch {
            throw HTTPProblem.invalidInput(error.failures, "Use the email address of your university.")
        }
    }

    private func vouchedMembership(of email: EmailAddress) -> CampusMembership? {
        if configuration.vouchedFor.isEmpty { return nil }
        let mailbox = email.mailbox
        return configuration.vouchedFor.first { $0.key.mailbox == mailbox }
            .flatMap { configuration.campuses.membership(ofDomain: $0.value.ascii) }
    }
}

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

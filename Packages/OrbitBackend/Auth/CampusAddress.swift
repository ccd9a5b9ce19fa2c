import BackendRuntime
import Foundation
import OrbitModels
import Validation

/// An email address of a campus, with the evidence that it belongs to the campus.
struct CampusAddress {
    let email: EmailAddress
    let membership: CampusMembership
    let evidence: CampusVerification.Evidence
    /// The role, as far as the address reveals it.
    let role: CampusRole
}

extension BackendContext {
    /// Returns the address in its normal form, with the campus it belongs to.
    ///
    /// - Throws: `HTTPProblem` with the reason why the text is not a campus address.
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

extension CampusVerification {
    init(_ address: CampusAddress, day: CalendarDay) {
        self.init(evidence: address.evidence, role: address.role, day: day)
    }
}

extension AccountRecord {
    /// Creates an account for an address, on the campus of its domain.
    init(id: UserID, _ address: CampusAddress, _ context: BackendContext, in transaction: LogTransaction) throws {
        let campus = try CampusDomainRecord.campus(of: address, context, in: transaction)
        self.init(
            id: id, email: address.email, campus: campus,
            verification: CampusVerification(address, day: context.day(on: campus, at: transaction.now)),
            createdAt: transaction.now,
            lastEffectiveDay: try EffectiveDayRecord.day(of: address.email, on: campus, context, in: transaction))
    }

    /// Returns the account after a sign-in with one of its addresses. The campus remains the same, and the evidence has
    /// the date of today.
    func confirming(
        _ address: CampusAddress, _ context: BackendContext, in transaction: LogTransaction
    ) throws -> AccountRecord {
        try CampusDomainRecord.keep(address, campus: campus, in: transaction)
        let verification = CampusVerification(address, day: context.day(on: campus, at: transaction.now))
        guard verification != self.verification else { return self }
        var account = self
        account.verification = verification
        try transaction.put(account)
        return account
    }
}

import BackendRuntime
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

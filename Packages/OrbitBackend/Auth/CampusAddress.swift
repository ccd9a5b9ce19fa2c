import Validation

extension Context {
    /// The address in its normal form and the campus it belongs to; throws a ``Refusal`` that says which
    /// it lacks.
    func campusAddress(_ text: String) throws -> (email: EmailAddress, membership: CampusMembership) {
        do {
            let email = try EmailAddress(text)
            return (email, try configuration.campuses.membership(of: email))
        } catch {
            throw Refusal.invalidInput(error.failures, "Use the email address of your university.")
        }
    }
}

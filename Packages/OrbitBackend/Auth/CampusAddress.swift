import Validation

extension Context {
    /// The address in its normal form and the campus it belongs to; throws a ``HTTPProblem`` that says which
    /// it lacks.
    func campusAddress(_ text: String) throws -> (email: EmailAddress, membership: CampusMembership) {
        do {
            let email = try EmailAddress(text)
            return (email, try configuration.campuses.membership(of: email))
        } catch {
            throw HTTPProblem.invalidInput(error.failures, "Use the email address of your university.")
        }
    }
}

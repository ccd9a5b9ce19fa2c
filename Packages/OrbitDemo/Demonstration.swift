public import BackendRuntime
import Trust
public import Validation

extension BackendConfiguration {
    /// For demonstrations only: every code is `123456`, so any account can be signed in to, and the store
    /// holds secrets as they are.
    public static func demonstration(
        campuses: CampusRegistry = CampusSeed.registry,
        mailbox: @escaping @Sendable (OutgoingMail) async throws -> Void = { _ in }
    ) -> Self {
        var configuration = Self(
            campuses: campuses, campusTimeZone: CampusSeed.timeZone, digest: .plainForDemonstration, mailbox: mailbox)
        configuration.campusCentre = CampusSeed.centre
        // Everyone on a new campus is new, and there would be little to see.
        configuration.unlocks = .everything
        // Six ASCII digits are always a code; were they not, codes would be drawn.
        configuration.demonstrationCode = try? VerificationCode("123456")
        return configuration
    }
}

public import Foundation
public import OrbitModels
public import Validation

extension OrbitBackend {
    /// What a host decides about its backend.
    public struct Configuration: Sendable {
        /// Whose addresses may sign in.
        public var campuses: CampusRegistry
        /// Whose clock tells what day it is, and how old a person is.
        public var campusTimeZone: TimeZone
        /// Of the campuses that go by another clock, each by the first domain of its university.
        public var otherTimeZones: [String: TimeZone] = [:]
        /// What secrets are turned into before they are stored.
        public var digest: SecretDigest
        /// Takes a message after the commit that it belongs to. The response waits for it: a mailbox
        /// should put the message in a queue and return.
        public var mailbox: @Sendable (OutgoingMail) async -> Void
        /// What all paths begin with.
        public var basePath = "/api"
        /// The middle of the campus, from which the squares are counted that places are shown in to people who do not
        /// attend. Without one they are told no place at all.
        public var campusCentre: Coordinates?
        /// Of the campuses that lie elsewhere, each by the first domain of its university.
        public var otherCentres: [String: Coordinates] = [:]
        /// The most codes that one network address may ask for in ten minutes. A whole campus can share one.
        public var codesPerOrigin = 100
        /// The most codes that may be tried from one network address in ten minutes.
        public var triesPerOrigin = 300

        /// Sent in place of a drawn code. Only ``demonstration(campuses:mailbox:)`` can set it.
        private(set) var demonstrationCode: VerificationCode?

        /// A backend with real codes, drawn at random.
        public init(
            campuses: CampusRegistry, campusTimeZone: TimeZone, digest: SecretDigest,
            mailbox: @escaping @Sendable (OutgoingMail) async -> Void
        ) {
            self.campuses = campuses
            self.campusTimeZone = campusTimeZone
            self.digest = digest
            self.mailbox = mailbox
        }

        /// For demonstrations only: every code is `123456`, so any account can be signed in to, and the store
        /// holds secrets as they are.
        public static func demonstration(
            campuses: CampusRegistry = CampusSeed.registry,
            mailbox: @escaping @Sendable (OutgoingMail) async -> Void = { _ in }
        ) -> Configuration {
            var configuration = Configuration(
                campuses: campuses, campusTimeZone: CampusSeed.timeZone, digest: .plainForDemonstration,
                mailbox: mailbox)
            configuration.campusCentre = CampusSeed.centre
            // Six ASCII digits are always a code; were they not, codes would be drawn.
            configuration.demonstrationCode = try? VerificationCode("123456")
            return configuration
        }
    }
}

public import Foundation
public import OrbitModels
public import Trust
public import Validation

/// The configuration of a backend: its campuses, secrets and mail transport, and the limits that a host may change.
public struct BackendConfiguration: Sendable {
    /// The campuses whose addresses may sign in.
    public var campuses: CampusRegistry
    /// The roles whose members may create an account. Most addresses state no role. Existing accounts are not affected.
    public var admittedRoles: Set<CampusRole> = [.student, .unknown]
    /// The addresses that the operator vouches for, each with a domain of its campus. They are for people without an
    /// address of the campus, or with a role that is not admitted.
    ///
    /// A request for a code reveals whether an address is one of them.
    public var vouchedFor: [EmailAddress: DomainName] = [:]
    /// The time zone that decides the current day and a person's age.
    public var campusTimeZone: TimeZone
    /// The time zones of campuses that do not use ``campusTimeZone``. The key is a domain of the university.
    public var otherTimeZones: [String: TimeZone] = [:]
    /// The digest that is stored in place of a secret.
    public var digest: SecretDigest
    /// Accepts a message after the commit that it belongs to.
    ///
    /// The closure returns once a queue or a mail server has stored the message, and throws if the message was not
    /// accepted. It throws ``OutgoingMail/UnknownAcceptance`` if the acceptance is unknown. A call that takes longer
    /// than 30 seconds is cancelled, and its acceptance is unknown.
    ///
    /// The response waits for the closure, so a mail transport should put the message in a durable queue and return.
    /// The backend retries a message to the contact of a check-in that was not accepted, with the same
    /// ``OutgoingMail/id``. A code that was not accepted is revoked, and its caller gets an error.
    public var mailTransport: @Sendable (OutgoingMail) async throws -> Void
    /// The prefix of all paths.
    public var basePath = "/api"
    /// The address of the host's page on which the contact of a safety check-in refuses further messages. Messages
    /// contain it with the contact's token at its end; the page calls `POST /check-in-contacts/{contact_token}/refuse`.
    public var contactPage = "https://orbit.example/contacts/"
    /// A public point in the middle of the campus, such as its main entrance. It is the origin of two grids:
    ///
    /// - Squares of 2 km, in which people who do not attend see the place of a meetup.
    /// - Squares of 16 km (`HomeGrid`), by which homes are compared.
    ///
    /// Without a centre, people who do not attend see no place, and the squares of homes have a fixed position on the
    /// Earth. The edge of a square may then run through the campus.
    ///
    /// Do not move the centre while people use the backend. Homes near an edge would be compared by a second grid, and
    /// two grids reveal more of a home than one.
    public var campusCentre: Coordinates?
    /// The centres of campuses at other places. The key is a domain of the university.
    public var otherCentres: [String: Coordinates] = [:]
    /// The addresses of the moderators, who decide about reports. They sign in like all others; no request makes a
    /// person a moderator. An appeal is decided by another moderator, so there should be more than one.
    public var moderators: [EmailAddress] = []
    /// The number of requests for codes in ten minutes above which an origin counts as crowded. An origin is an IPv4
    /// address or the /64 of an IPv6 address. A whole campus can share one.
    ///
    /// From a crowded origin, codes are mailed to addresses with an account and to few others, and each code allows
    /// fewer tries. At ten times this number, requests for addresses without an account are not stored. A code that was
    /// sent can be used from anywhere.
    public var codesPerOrigin = 100
    /// Counts an event for the operator, after its commit. Concurrent requests call it often, so it should increment a
    /// counter and return.
    public var count: @Sendable (OperatorEvent) -> Void = { _ in }
    /// The actions that each level of trust allows.
    public var unlocks = TrustUnlocks.standard

    /// The code that is sent in place of a drawn code. Only the configuration for demonstrations sets it.
    package var demonstrationCode: VerificationCode?

    /// Creates a configuration with random codes.
    ///
    /// - Parameters:
    ///   - campuses: The campuses whose addresses may sign in.
    ///   - campusTimeZone: The time zone that decides the current day and a person's age.
    ///   - digest: The digest that is stored in place of a secret.
    ///   - mailTransport: Accepts a message after the commit that it belongs to; see ``mailTransport``.
    public init(
        campuses: CampusRegistry, campusTimeZone: TimeZone, digest: SecretDigest,
        mailTransport: @escaping @Sendable (OutgoingMail) async throws -> Void
    ) {
        self.campuses = campuses
        self.campusTimeZone = campusTimeZone
        self.digest = digest
        self.mailTransport = mailTransport
    }
}

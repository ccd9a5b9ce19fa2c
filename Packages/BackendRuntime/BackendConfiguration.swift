public import Foundation
public import OrbitModels
public import Trust
public import Validation

/// The configuration of a backend: its campuses, secrets and mailbox, and the limits that a host may change.
public struct BackendConfiguration: Sendable {
    /// The campuses whose addresses may sign in.
    public var campuses: CampusRegistry
    /// The roles in which people may create an account, as far as an address states a role; most addresses do not.
    /// Existing accounts stay.
    public var admittedRoles: Set<CampusRole> = [.student, .unknown]
    /// The addresses that the operator vouches for, each with a domain of its campus. They are for people without an
    /// address of the campus, or with a role that is not admitted.
    ///
    /// A request for a code reveals whether an address is one of them.
    public var vouchedFor: [EmailAddress: DomainName] = [:]
    /// The time zone that decides the current day and a person's age.
    public var campusTimeZone: TimeZone
    /// The time zones of campuses that use another one, by a domain of their university.
    public var otherTimeZones: [String: TimeZone] = [:]
    /// The digest that is stored in place of a secret.
    public var digest: SecretDigest
    /// Accepts a message after the commit that it belongs to. It returns once a queue or a mail server has stored the
    /// message, and throws if the message was not accepted. A mailbox that does not know throws
    /// ``OutgoingMail/UnknownAcceptance``. A call that takes longer than 30 seconds is cancelled, and its acceptance is
    /// unknown.
    ///
    /// The response waits for it, so a mailbox should put the message in a durable queue and return. A message to the
    /// contact of a check-in that was not accepted is handed over again, with the same ``OutgoingMail/id``. A code that
    /// was not accepted is withdrawn, and its caller gets an error.
    public var mailbox: @Sendable (OutgoingMail) async throws -> Void
    /// The prefix of all paths.
    public var basePath = "/api"
    /// The address of the host's page on which the contact of a safety check-in refuses further messages. Messages
    /// contain it with the contact's token at its end; the page calls `POST /check-in-contacts/{contact_token}/refuse`.
    public var contactPage = "https://orbit.example/contacts/"
    /// A public point in the middle of the campus, such as its main entrance, from which squares are counted: those
    /// of 2 km that places are shown in to people who do not attend, and those of 16 km that homes are compared by
    /// (`HomeGrid`). Without one the former are told no place at all, and the latter are fixed on the Earth, where
    /// an edge may run through the campus. Do not move it while people use the backend: homes near an edge would be
    /// compared by a second grid, which tells more than one.
    public var campusCentre: Coordinates?
    /// The centres of campuses at other places, by a domain of their university.
    public var otherCentres: [String: Coordinates] = [:]
    /// The addresses of the moderators, who decide about reports. They sign in like all others; no request makes a
    /// person a moderator. An appeal is decided by another moderator, so there should be more than one.
    public var moderators: [EmailAddress] = []
    /// The number of requests for codes in ten minutes above which an origin counts as crowded. An origin is an IPv4
    /// address or the /64 of an IPv6 address. A whole campus can share one.
    ///
    /// From a crowded origin codes are mailed to addresses with an account and to few others, and each allows fewer
    /// tries. At ten times as many, requests for addresses without an account are not stored. A code that was sent can
    /// be used from anywhere.
    public var codesPerOrigin = 100
    /// Counts an event for the operator, after its commit. It is called often and by many requests at once, so it
    /// should add to a counter and return.
    public var count: @Sendable (OperatorEvent) -> Void = { _ in }
    /// The actions that each level of trust allows.
    public var unlocks = TrustUnlocks.standard

    /// The code that is sent in place of a drawn code. Only the configuration for demonstrations sets it.
    package var demonstrationCode: VerificationCode?

    /// A backend with real codes, drawn at random.
    public init(
        campuses: CampusRegistry, campusTimeZone: TimeZone, digest: SecretDigest,
        mailbox: @escaping @Sendable (OutgoingMail) async throws -> Void
    ) {
        self.campuses = campuses
        self.campusTimeZone = campusTimeZone
        self.digest = digest
        self.mailbox = mailbox
    }
}

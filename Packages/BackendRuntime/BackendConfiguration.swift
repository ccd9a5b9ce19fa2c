public import Foundation
public import OrbitModels
public import Trust
public import Validation

/// What a host decides about its backend.
public struct BackendConfiguration: Sendable {
    /// Whose addresses may sign in.
    public var campuses: CampusRegistry
    /// In which roles people may make an account, as far as their address tells; most addresses do not. Accounts that
    /// there are stay.
    public var admittedRoles: Set<CampusRole> = [.student, .unknown]
    /// Addresses that the operator vouches for, each with a domain of its campus: people without an address of it, or
    /// of a role that is not admitted. Asking for a code for such an address shows that it is one.
    public var vouchedFor: [EmailAddress: DomainName] = [:]
    /// Whose clock tells what day it is, and how old a person is.
    public var campusTimeZone: TimeZone
    /// Of the campuses that go by another clock, each by a domain of its university.
    public var otherTimeZones: [String: TimeZone] = [:]
    /// What secrets are turned into before they are stored.
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
    /// What all paths begin with.
    public var basePath = "/api"
    /// What the secret of a contact is appended to in a message about a safety check-in: a page of the host on which
    /// they say that they want no more, which calls `POST /check-in-contacts/{contact_token}/refuse`.
    public var contactPage = "https://orbit.example/contacts/"
    /// A public point in the middle of the campus, such as its main entrance, from which squares are counted: those
    /// of 2 km that places are shown in to people who do not attend, and those of 16 km that homes are compared by
    /// (`HomeGrid`). Without one the former are told no place at all, and the latter are fixed on the Earth, where
    /// an edge may run through the campus. Do not move it while people use the backend: homes near an edge would be
    /// compared by a second grid, which tells more than one.
    public var campusCentre: Coordinates?
    /// Of the campuses that lie elsewhere, each by a domain of its university.
    public var otherCentres: [String: Coordinates] = [:]
    /// Whose accounts decide about reports. They sign in like all others; no request makes a person one of them. An
    /// appeal is decided by another moderator, so there should be more than one.
    public var moderators: [EmailAddress] = []
    /// How many codes may be asked for from one origin in ten minutes before it counts as crowded: a whole campus can
    /// share one network address. An origin is an IPv4 address or the /64 of an IPv6 address.
    ///
    /// From a crowded origin codes are mailed to addresses with an account and to few others, and each allows fewer
    /// tries. At ten times as many, requests for addresses without an account are not stored. A code that was sent can
    /// be used from anywhere.
    public var codesPerOrigin = 100
    /// Told of what an operator needs to see, after its commit. It is called often and by many requests at once, so
    /// it should add to a counter and return.
    public var count: @Sendable (OperatorEvent) -> Void = { _ in }
    /// What people may do by how far they are trusted.
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

import BackendRuntime
import Foundation
import Networking
import OrbitBackend
import OrbitModels
import OrbitStore
import TimeAndChance
import Validation

/// The server process of one campus, without its HTTP server.
struct CampusHost {
    /// This system does not know the time zone of the campus.
    struct UnknownTimeZone: Error {}

    let backend: OrbitBackend
    private let callers: CallerAddresses

    /// Creates a host.
    ///
    /// - Parameters:
    ///   - store: The store of all records.
    ///   - queue: The queue of outgoing mail.
    ///   - counters: The counters of the operator.
    ///   - digest: A keyed hash. Its key is not in the store.
    ///   - proxies: The addresses of the host's own proxies.
    ///   - time: The source of the current time.
    init(
        store: any BackendStore, queue: any MailQueue, counters: Counters, digest: SecretDigest, proxies: Set<String>,
        time: any TimeSource = SystemClock()
    ) throws {
        var configuration = try Self.campus(digest: digest) { try await queue.add($0) }
        configuration.count = { counters.add($0) }
        backend = OrbitBackend(store: store, time: time, configuration: configuration)
        callers = CallerAddresses(proxies: proxies)
    }

    /// Returns the configuration of the campus.
    static func campus(
        digest: SecretDigest, mailTransport: @escaping @Sendable (OutgoingMail) async throws -> Void
    ) throws -> OrbitBackend.Configuration {
        guard let zone = TimeZone(identifier: "America/New_York") else { throw UnknownTimeZone() }
        let cornell = University(
            name: "Cornell University", country: "United States", alphaTwoCode: "US", domains: ["cornell.edu"])
        var configuration = OrbitBackend.Configuration(
            campuses: CampusRegistry(universities: [cornell]), campusTimeZone: zone, digest: digest,
            mailTransport: mailTransport)
        configuration.campusCentre = Coordinates(latitude: 42.45, longitude: -76.48)
        configuration.contactPage = "https://orbit.cornell.edu/contacts/"
        configuration.moderators = [
            try EmailAddress("dean@cornell.edu"), try EmailAddress("ombudsman@cornell.edu"),
        ]
        return configuration
    }

    /// Responds to a request of the HTTP server.
    ///
    /// - Parameters:
    ///   - request: The whole request.
    ///   - peer: The address at the other end of the connection, without a port.
    func respond(to request: HTTPRequest, from peer: String) async -> HTTPStream {
        await backend.open(request, origin: callers.origin(of: request, from: peer))
    }

    /// Does the work that no caller waits for, until the task is cancelled.
    func work() async { await backend.work() }
}

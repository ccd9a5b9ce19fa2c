import BackendRuntime
import Crypto
import Foundation
import OrbitBackend
import OrbitDemo
import OrbitStore
import TimeAndChance

/// The backend of a server with its store and mail spool.
package struct Campus: Sendable {
    package let store: MeasuredStore
    package let backend: OrbitBackend
    package let registry: PrometheusRegistry
    /// The spool of messages; `nil` for a demonstration, which sends no messages.
    package let spool: MailSpool?
    /// The people of a demonstration, who act by themselves; `nil` for a real campus.
    package let life: CampusLife?

    /// Opens the store, and creates the backend.
    package init(_ configuration: ServerConfiguration, time: any TimeSource = SystemClock()) async throws {
        let registry = PrometheusRegistry()
        let metrics = ServerMetrics(factory: registry)
        let spool = try MailSpool(folder: configuration.folder.spool)
        store = MeasuredStore(store: try await configuration.database.open(), metrics: metrics, time: time)
        let sender = configuration.mailFrom
        var settings = try Self.settings(configuration) { mail in
            try spool.add(MailMessage(mail, from: sender, date: time.date))
        }
        settings.count = { metrics.count($0) }
        backend = OrbitBackend(store: store, time: time, configuration: settings)
        (self.registry, self.spool, life) = (registry, spool, nil)
    }

    /// Creates a demonstration in memory: a seeded campus with simulated life. Every code is `123456`.
    package init(demonstrationOf people: Int, time: any TimeSource = SystemClock()) async throws {
        registry = PrometheusRegistry()
        let metrics = ServerMetrics(factory: registry)
        store = MeasuredStore(store: MemoryStore(), metrics: metrics, time: time)
        let demo = try await DemoCampus(people: people, time: time, store: store, count: { metrics.count($0) })
        (backend, life, spool) = (demo.backend, demo.life, nil)
    }

    /// Returns the configuration of the backend.
    static func settings(
        _ configuration: ServerConfiguration, mailTransport: @escaping @Sendable (OutgoingMail) async throws -> Void
    ) throws -> BackendConfiguration {
        let key = SymmetricKey(data: configuration.digestKey)
        var settings = BackendConfiguration(
            campuses: configuration.campuses, campusTimeZone: configuration.timeZone,
            digest: SecretDigest { Data(HMAC<SHA256>.authenticationCode(for: $0, using: key)) },
            mailTransport: mailTransport)
        settings.basePath = ServerApplication.basePath
        settings.campusCentre = configuration.centre
        settings.contactPage = configuration.contactPage
        settings.moderators = try configuration.moderators()
        return settings
    }
}
